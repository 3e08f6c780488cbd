import * as account from '#shared/contract/account';
import { deleteUser } from '../../domain/account/delete-user';
import { clearCookie, cookieNames } from '../../http/cookies';
import { defineHandler } from '../../http/define-handler';
import { Reply } from '../../http/request';

export const handler = defineHandler(account.deleteUser, async ({ body, caller, from }) => {
  await deleteUser(caller, body.password, from);
  return new Reply({ message: 'アカウントを削除しました' }, [
    clearCookie(cookieNames.session),
    clearCookie(cookieNames.browser),
  ]);
});
