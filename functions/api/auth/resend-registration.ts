import * as auth from '#shared/contract/auth';
import { resendVerification } from '../../domain/registration/request-registration';
import { definePublicHandler } from '../../http/define-public-handler';

/** Another path of resend-verification. Both do the same. */
export const handler = definePublicHandler(auth.resendRegistration, async ({ body, from }) => {
  await resendVerification(body.email, from);
  return { message: '認証コードを再送信しました' };
});
