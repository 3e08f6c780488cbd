import * as auth from '#shared/contract/auth';
import { verifyRegistration } from '../../domain/registration/verify-registration';
import { rememberBrowser } from '../../domain/session/known-browsers';
import { sessionLifetime } from '../../domain/session/session-limits';
import { clearCookie, cookieNames, readCookie, setBrowserCookie, setCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';
import { Reply } from '../../http/request';

export const handler = definePublicHandler(auth.verifyRegistration, async ({ body, from, cookies }) => {
  const { username, cookie } = await verifyRegistration({
    email: body.email,
    code: body.verificationCode,
    from,
    registrationCookie: readCookie(cookies, cookieNames.registration),
    sessionCookie: readCookie(cookies, cookieNames.session),
  });
  const message = '登録が完了しました';
  if (username === undefined || cookie === undefined) return { message, autoLogin: false };
  return new Reply({ message, autoLogin: true, user: { username } }, [
    setCookie(cookieNames.session, cookie, sessionLifetime),
    ...setBrowserCookie(await rememberBrowser(cookie, readCookie(cookies, cookieNames.browser))),
    clearCookie(cookieNames.registration),
  ]);
});
