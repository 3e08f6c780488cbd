import { logout } from '#shared/contract/auth';
import { recordActingEnd } from '../../domain/acting/audit';
import { endSession } from '../../domain/session/end-sessions';
import { clearCookie, cookieNames, readCookie } from '../../runtime/cookies';
import { definePublicHandler } from '../../runtime/define-public-handler';
import { Reply } from '../../runtime/request';

export const handler = definePublicHandler(logout, async ({ cookies, from }) => {
  const ended = await endSession(readCookie(cookies, cookieNames.session));
  if (ended) await recordActingEnd(ended, from);
  return new Reply({ message: 'ログアウトしました' }, [
    clearCookie(cookieNames.session),
    clearCookie(cookieNames.challenge),
  ]);
});
