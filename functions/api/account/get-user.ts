import { getUser } from '#shared/contract/account';
import { toUser } from '../../domain/account/present-user';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(getUser, async ({ caller }) => ({ user: toUser(caller.profile, caller.session) }));
