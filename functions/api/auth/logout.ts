import { logout } from '../../../shared/contract/auth';
import { endSession } from '../../domain/session/end-sessions';
import { clearCookie, cookieNames, readCookie } from '../../runtime/cookies';
import { defineHandler } from '../../runtime/define-handler';
import { Reply } from '../../runtime/request';

export const handler = defineHandler(logout, async ({ cookies }) => {
  await endSession(readCookie(cookies, cookieNames.session));
  return new Reply({ message: 'ログアウトしました' }, [clearCookie(cookieNames.session), clearCookie(cookieNames.challenge)]);
});
