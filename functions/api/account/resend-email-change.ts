import { resendEmailChange } from '#shared/contract/account';
import { resendEmailChange as resend } from '../../domain/account/request-email-change';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(resendEmailChange, async ({ body, caller }) => {
  await resend(caller, body.newEmail);
  return { message: '認証コードを再送信しました' };
});
