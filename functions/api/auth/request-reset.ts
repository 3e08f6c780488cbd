import * as auth from '#shared/contract/auth';
import { requestReset } from '../../domain/reset/request-reset';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(auth.requestReset, async ({ body, from }) => {
  await requestReset(body.email, from);
  return { message: 'パスワード再設定用のメールを送信しました。メールに記載されたリンクからお手続きください。' };
});
