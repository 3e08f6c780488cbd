import * as auth from '#shared/contract/auth';
import { sessionLifetime } from '../../domain/session/session-limits';
import { verifyMfa } from '../../domain/sign-in/verify-mfa';
import { clearCookie, cookieNames, readCookie, setCookie } from '../../http/cookies';
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
    clearCookie(cookieNames.challenge),
  ]);
});
