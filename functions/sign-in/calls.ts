import * as auth from '#shared/contract/auth';
import { secondStepLifetime } from '#shared/constants';
import { endSessionOfCookie } from '#functions/sessions/end-sessions';
import { rememberBrowser } from '#functions/sessions/known-browsers';
import { sessionLifetime } from '#functions/sessions/sessions-table';
import * as signIn from './login';
import * as secondStep from './verify-mfa';
import { definePublicHandler } from '#functions/http/define-handler';
import {
  Refusal,
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
    throw new Refusal('MFA_REQUIRED', [setCookie(cookieNames.challenge, result.cookie, secondStepLifetime)], {
      details: { mfaType: result.mfaType, ...(result.lastDigits && { lastDigits: result.lastDigits }) },
    });
  }
  return new Reply({ message: 'ログインしました' }, [
    setCookie(cookieNames.session, result.cookie, result.maxAge),
    ...setBrowserCookie(result.browser),
  ]);
});

export const verifyMfa = definePublicHandler(auth.verifyMfa, async ({ body, from, cookies }) => {
  const session = await secondStep.verifyMfa({
    ...body,
    from,
    challengeCookie: readCookie(cookies, cookieNames.challenge),
    sessionCookie: readCookie(cookies, cookieNames.session),
  });
  return new Reply({ message: 'ログインしました' }, [
    setCookie(cookieNames.session, session, sessionLifetime),
    ...setBrowserCookie(await rememberBrowser(session, readCookie(cookies, cookieNames.browser))),
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
