import * as account from '#shared/contract/account';
import { presentUser } from '../../domain/account/present-user';
import { markSeen } from '../../domain/session/mark-seen';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(account.getUser, async ({ caller }) => {
  await markSeen(caller);
  return { user: presentUser(caller.profile, caller.session) };
});
