import * as account from '#shared/contract/account';
import { verifyEmailChange } from '../../domain/account/verify-email-change';
import { presentUser } from '../../domain/account/present-user';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(account.verifyEmailChange, async ({ body, caller, from }) => {
  const profile = await verifyEmailChange(caller, body.verificationCode, from);
  return { message: 'メールアドレスを変更しました', user: presentUser(profile, caller.session) };
});
