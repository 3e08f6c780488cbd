import { confirmPassword } from '#shared/contract/security';
import { provePassword } from '../../domain/security/prove-password';
import { renewSession } from '../../domain/session/renew-session';
import { cookieNames, setCookie } from '../../http/cookies';
import { defineHandler } from '../../http/define-handler';
import { Reply } from '../../http/request';

export const handler = defineHandler(confirmPassword, async ({ body, caller, from }) => {
  const { refreshToken } = await provePassword({ caller, password: body.password, field: 'password', from });
  const { cookie, maxAge } = await renewSession(caller, refreshToken);
  return new Reply({ message: 'パスワードを確認しました' }, [setCookie(cookieNames.session, cookie, maxAge)]);
});
