import { verifyEmailChange } from '#shared/contract/account';
import { confirmEmailChange } from '../../domain/account/verify-email-change';
import { toUser } from '../../domain/account/present-user';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(verifyEmailChange, async ({ body, caller, from }) => {
  const profile = await confirmEmailChange(caller, body.verificationCode, from);
  return { message: 'メールアドレスを変更しました', user: toUser(profile, caller.session) };
});
