import { logout } from '#shared/contract/auth';
import { recordImpersonationEnd } from '../../domain/impersonation/audit';
import { endSession } from '../../domain/session/end-sessions';
import { clearCookie, cookieNames, readCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';
import { Reply } from '../../http/request';

export const handler = definePublicHandler(logout, async ({ cookies, from }) => {
  const ended = await endSession(readCookie(cookies, cookieNames.session));
  if (ended) await recordImpersonationEnd(ended, from);
  return new Reply({ message: 'ログアウトしました' }, [
    clearCookie(cookieNames.session),
    clearCookie(cookieNames.challenge),
  ]);
});
