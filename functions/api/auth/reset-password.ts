import * as auth from '#shared/contract/auth';
import { resetPassword } from '../../domain/reset/reset-password';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(auth.resetPassword, async ({ body, from }) => {
  await resetPassword(body.token, body.password, from);
  return { message: 'パスワードを再設定しました。新しいパスワードでログインしてください。' };
});
