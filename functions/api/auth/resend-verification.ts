import * as auth from '#shared/contract/auth';
import { resendVerification } from '../../domain/registration/request-registration';
import { definePublicHandler } from '../../http/define-public-handler';

export const handler = definePublicHandler(auth.resendVerification, async ({ body, from }) => {
  await resendVerification(body.email, from);
  return { message: '確認メールを再送信しました' };
});
