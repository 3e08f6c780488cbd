import * as account from '#shared/contract/account';
import { resendEmailChange } from '../../domain/account/request-email-change';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(account.resendEmailChange, async ({ body, caller, from }) => {
  await resendEmailChange(caller, body.newEmail, from);
  return { message: '認証コードを再送信しました' };
});
