import * as auth from '#shared/contract/auth';
import { requestReset } from '../../domain/reset/request-reset';
import { cookieNames, readCookie } from '../../http/cookies';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(auth.requestReset, async ({ body, from, cookies }) => {
  await requestReset(body.email, from, readCookie(cookies, cookieNames.browser));
  return { message: 'パスワード再設定用のメールを送信しました。メールに記載されたリンクからお手続きください。' };
});
