import { resendRegistration } from '../../../shared/contract/auth';
import { resendCode } from '../../domain/registration/register';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(resendRegistration, async ({ body }) => {
  await resendCode(body.email);
  return { message: '認証コードを再送信しました' };
});
