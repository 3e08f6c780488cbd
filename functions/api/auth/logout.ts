import * as auth from '#shared/contract/auth';
import { logout } from '../../domain/sign-in/logout';
import { clearCookie, cookieNames, readCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';
import { Reply } from '../../http/request';

export const handler = definePublicHandler(auth.logout, async ({ cookies, from }) => {
  await logout(readCookie(cookies, cookieNames.session), from);
  return new Reply({ message: 'ログアウトしました' }, [
    clearCookie(cookieNames.session),
    clearCookie(cookieNames.challenge),
  ]);
});
