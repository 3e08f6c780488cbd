import { deleteUser } from '#shared/contract/account';
import { deleteUser as remove } from '../../domain/account/delete-user';
import { clearCookie, cookieNames } from '../../http/cookies';
import { defineHandler } from '../../http/define-handler';
import { Reply } from '../../http/request';

export const handler = defineHandler(deleteUser, async ({ body, caller, from }) => {
  await remove(caller, body.password, from);
  return new Reply({ message: 'アカウントを削除しました' }, [clearCookie(cookieNames.session)]);
});
