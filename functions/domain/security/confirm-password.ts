import { CallError } from '#shared/errors';
import type { Caller, Origin } from '../caller';
import { renewSession, type Renewed } from '../session/renew-session';
import { provePassword } from './prove-password';

/** Proves the caller's password; the session continues under a new cookie and counts as recently authenticated. */
export async function confirmPassword(caller: Caller, password: string, from: Origin): Promise<Renewed> {
  const { refreshToken } = await provePassword({ caller, password, field: 'password', from });
  const renewed = await renewSession(caller, refreshToken);
  if (!renewed) throw new CallError('NOT_SIGNED_IN');
  return renewed;
}
