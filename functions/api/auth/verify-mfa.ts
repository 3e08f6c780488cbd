import * as auth from '#shared/contract/auth';
import { sessionLifetime } from '../../domain/session/session-limits';
import { rememberBrowser } from '../../domain/session/known-browsers';
import { verifyMfa } from '../../domain/sign-in/verify-mfa';
import { clearCookie, cookieNames, readCookie, setBrowserCookie, setCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';
import { Reply } from '../../http/request';

export const handler = definePublicHandler(auth.verifyMfa, async ({ body, from, cookies }) => {
  const session = await verifyMfa({
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
