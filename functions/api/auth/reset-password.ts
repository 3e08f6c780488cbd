import { resetPassword } from '../../../shared/contract/auth';
import { resetPassword as setPassword } from '../../domain/reset/reset-password';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(resetPassword, async ({ body, from }) => {
  await setPassword(body.token, body.password, from);
  return { message: 'パスワードを再設定しました。新しいパスワードでログインしてください。' };
});
