import * as auth from '#shared/contract/auth';
import { secondStepLifetime } from '#shared/constants';
import { endSessionOfCookie } from '#functions/sessions/end-sessions';
import { sessionLifetime } from '#functions/sessions/sessions-table';
import * as signIn from './login';
import * as secondStep from './verify-mfa';
import { definePublicHandler } from '#functions/http/define-handler';
import {
  RefusalWithCookies,
  Reply,
  clearCookie,
  cookieNames,
  readCookie,
  setBrowserCookie,
  setCookie,
} from '#functions/http/request';

export const login = definePublicHandler(auth.login, async ({ body, from, cookies }) => {
  const result = await signIn.login({
    ...body,
    from,
    sessionCookie: readCookie(cookies, cookieNames.session),
    registrationCookie: readCookie(cookies, cookieNames.registration),
    browserCookie: readCookie(cookies, cookieNames.browser),
  });
  if (result.kind === 'challenge') {
    throw new RefusalWithCookies(
      'MFA_REQUIRED',
      [setCookie(cookieNames.challenge, result.cookie, secondStepLifetime)],
      {
        details: { mfaType: result.mfaType, ...(result.lastDigits && { lastDigits: result.lastDigits }) },
      },
    );
  }
  return new Reply({ message: 'ログインしました' }, [
    setCookie(cookieNames.session, result.cookie, result.maxAge),
    ...setBrowserCookie(result.browser),
  ]);
});

export const verifyMfa = definePublicHandler(auth.verifyMfa, async ({ body, from, cookies }) => {
  const { cookie, browser } = await secondStep.verifyMfa({
    ...body,
    from,
    challengeCookie: readCookie(cookies, cookieNames.challenge),
    sessionCookie: readCookie(cookies, cookieNames.session),
    browserCookie: readCookie(cookies, cookieNames.browser),
  });
  return new Reply({ message: 'ログインしました' }, [
    setCookie(cookieNames.session, cookie, sessionLifetime),
    ...setBrowserCookie(browser),
    clearCookie(cookieNames.challenge),
  ]);
});

export const logout = definePublicHandler(auth.logout, async ({ cookies, from }) => {
  await endSessionOfCookie(readCookie(cookies, cookieNames.session), 'sign-out', from);
  return new Reply({ message: 'ログアウトしました' }, [
    clearCookie(cookieNames.session),
    clearCookie(cookieNames.challenge),
  ]);
});
