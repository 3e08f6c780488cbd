import { canDeleteUser } from '#shared/contract/account';
import { whatKeeps } from '../../domain/account/deletion-blockers';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(canDeleteUser, async ({ caller }) => {
  const reason = whatKeeps(caller);
  return reason === undefined ? { canDelete: true } : { canDelete: false, reason };
});
