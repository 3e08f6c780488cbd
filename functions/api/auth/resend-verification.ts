import { resendVerification } from '../../../shared/contract/auth';
import { resendCode } from '../../domain/registration/register';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(resendVerification, async ({ body }) => {
  await resendCode(body.email);
  return { message: '確認メールを再送信しました' };
});
