import * as auth from '#shared/contract/auth';
import { secondStepLifetime } from '#shared/limits';
import { login } from '../../domain/sign-in/login';
import { cookieNames, readCookie, setBrowserCookie, setCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';
import { Refusal, Reply } from '../../http/request';

export const handler = definePublicHandler(auth.login, async ({ body, from, cookies }) => {
  const result = await login({
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
