import { logout } from '../../../shared/contract/auth';
import { endSession } from '../../domain/session/end-sessions';
import { clearCookie, cookieNames, readCookie } from '../../runtime/cookies';
import { definePublicHandler } from '../../runtime/define-public-handler';
import { Reply } from '../../runtime/request';

export const handler = definePublicHandler(logout, async ({ cookies }) => {
  await endSession(readCookie(cookies, cookieNames.session));
  return new Reply({ message: 'ログアウトしました' }, [clearCookie(cookieNames.session), clearCookie(cookieNames.challenge)]);
});
