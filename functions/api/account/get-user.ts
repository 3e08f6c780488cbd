import * as account from '#shared/contract/account';
import { presentUser } from '../../domain/account/present-user';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(account.getUser, async ({ caller }) => ({
  user: presentUser(caller.profile, caller.session),
}));
