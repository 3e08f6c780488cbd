import * as security from '#shared/contract/security';
import { confirmPassword } from '../../domain/security/confirm-password';
import { cookieNames, setCookie } from '../../http/cookies';
import { defineHandler } from '../../http/define-handler';
import { Reply } from '../../http/request';

export const handler = defineHandler(security.confirmPassword, async ({ body, caller, from }) => {
  const { cookie, maxAge } = await confirmPassword(caller, body.password, from);
  return new Reply({ message: 'パスワードを確認しました' }, [setCookie(cookieNames.session, cookie, maxAge)]);
});
