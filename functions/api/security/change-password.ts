import { changePassword } from '#shared/contract/security';
import { changePassword as change } from '../../domain/security/change-password';
import { cookieNames, setCookie } from '../../http/cookies';
import { defineHandler } from '../../http/define-handler';
import { Reply } from '../../http/request';

export const handler = defineHandler(changePassword, async ({ body, caller, from }) => {
  const { cookie, maxAge } = await change(caller, body, from);
  return new Reply({ message: 'パスワードを更新しました' }, [setCookie(cookieNames.session, cookie, maxAge)]);
});
