import { CallError } from '#shared/errors';
import type { Caller, Origin } from '../caller';
import { provePassword } from '../security/prove-password';
import { deleteUserOf, requireNoOpening } from './delete-account';

/** Deletes the caller's account after the password was proven. Refused while there are shops. */
export async function deleteUser(caller: Caller, password: string, from: Origin): Promise<void> {
  const { userId, profile } = caller;
  if (caller.shops.length > 0) throw new CallError('ACCOUNT_NOT_DELETABLE');
  await requireNoOpening(userId);
  await provePassword({ caller, password, field: 'password', from });
  await deleteUserOf({ userId, email: profile.email, by: userId, from });
}
