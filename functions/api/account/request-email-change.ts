import { requestEmailChange } from '#shared/contract/account';
import { requestEmailChange as request } from '../../domain/account/request-email-change';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(requestEmailChange, async ({ body, caller }) => {
  await request(caller, body.newEmail);
  return { message: '新しいメールアドレスに認証コードを送信しました' };
});
