import { logout } from '../../../shared/contract/auth';
import { recordActingEnd } from '../../domain/acting/audit';
import { endSession } from '../../domain/session/end-sessions';
import { clearCookie, cookieNames, readCookie } from '../../runtime/cookies';
import { defineHandler } from '../../runtime/define-handler';
import { Reply } from '../../runtime/request';

export const handler = defineHandler(logout, async ({ cookies, from }) => {
  const ended = await endSession(readCookie(cookies, cookieNames.session));
  if (ended) await recordActingEnd(ended, from);
  return new Reply({ message: 'ログアウトしました' }, [clearCookie(cookieNames.session), clearCookie(cookieNames.challenge)]);
});
