import { resetPassword } from '#shared/contract/auth';
import { resetPassword as setPassword } from '../../domain/reset/reset-password';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(resetPassword, async ({ body, from }) => {
  await setPassword(body.token, body.password, from);
  return { message: 'パスワードを再設定しました。新しいパスワードでログインしてください。' };
});
