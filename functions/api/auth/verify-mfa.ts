import { verifyMfa } from '#shared/contract/auth';
import { finishSignIn } from '../../domain/sign-in/verify-mfa';
import { sessionLifetime } from '../../domain/session/session-limits';
import { clearCookie, cookieNames, readCookie, setCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';
import { Reply } from '../../http/request';

export const handler = definePublicHandler(verifyMfa, async ({ body, from, cookies }) => {
  const session = await finishSignIn({
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
