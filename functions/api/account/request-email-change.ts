import * as account from '#shared/contract/account';
import { requestEmailChange } from '../../domain/account/request-email-change';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(account.requestEmailChange, async ({ body, caller, from }) => {
  await requestEmailChange(caller, body.newEmail, from);
  return { message: '新しいメールアドレスに認証コードを送信しました' };
});
