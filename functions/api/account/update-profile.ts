import { updateProfile } from '#shared/contract/account';
import { toUser } from '../../domain/account/present-user';
import { updateProfile as update } from '../../domain/account/update-profile';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(updateProfile, async ({ body, caller }) => {
  const profile = await update(caller, body);
  return { message: 'プロフィールを更新しました', user: toUser(profile, caller.session) };
});
