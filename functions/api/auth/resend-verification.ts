import { resendVerification } from '#shared/contract/auth';
import { resendCode } from '../../domain/registration/request-registration';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(resendVerification, async ({ body }) => {
  await resendCode(body.email);
  return { message: '確認メールを再送信しました' };
});
