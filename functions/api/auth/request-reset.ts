import { requestReset } from '#shared/contract/auth';
import { requestReset as sendLink } from '../../domain/reset/reset-password';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(requestReset, async ({ body }) => {
  await sendLink(body.email);
  return { message: 'パスワード再設定用のメールを送信しました。メールに記載されたリンクからお手続きください。' };
});
