import { changePassword } from '#shared/contract/security';
import { changePassword as change } from '../../domain/security/change-password';
import { cookieNames, setCookie } from '../../runtime/cookies';
import { defineHandler } from '../../runtime/define-handler';
import { Reply } from '../../runtime/request';

export const handler = defineHandler(changePassword, async ({ body, caller, from }) => {
  const { cookie, maxAge } = await change(caller, body, from);
  return new Reply({ message: 'パスワードを更新しました' }, [setCookie(cookieNames.session, cookie, maxAge)]);
});
