import * as account from '#shared/contract/account';
import { presentUser } from '../../domain/account/present-user';
import { updateProfile } from '../../domain/account/update-profile';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(account.updateProfile, async ({ body, caller }) => {
  const profile = await updateProfile(caller, body);
  return { message: 'プロフィールを更新しました', user: presentUser(profile, caller.session) };
});
