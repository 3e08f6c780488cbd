import * as security from '#shared/contract/security';
import { changePassword } from '../../domain/security/change-password';
import { cookieNames, readCookie, setCookie } from '../../http/cookies';
import { defineHandler } from '../../http/define-handler';
import { Reply } from '../../http/request';

export const handler = defineHandler(security.changePassword, async ({ body, caller, from, cookies }) => {
  const browserCookie = readCookie(cookies, cookieNames.browser);
  const renewed = await changePassword(caller, { ...body, browserCookie }, from);
  if (!renewed) return { message: 'パスワードを更新しました。もう一度ログインしてください。' };
  const { cookie, maxAge } = renewed;
  return new Reply({ message: 'パスワードを更新しました' }, [setCookie(cookieNames.session, cookie, maxAge)]);
});
