import { resendRegistration } from '#shared/contract/auth';
import { resendCode } from '../../domain/registration/request-registration';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(resendRegistration, async ({ body }) => {
  await resendCode(body.email);
  return { message: '認証コードを再送信しました' };
});
