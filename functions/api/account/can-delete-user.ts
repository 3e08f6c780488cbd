import * as account from '#shared/contract/account';
import { deletionBlocker } from '../../domain/account/deletion-blockers';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(account.canDeleteUser, async ({ caller }) => {
  const reason = deletionBlocker(caller);
  return reason === undefined ? { canDelete: true } : { canDelete: false, reason };
});
