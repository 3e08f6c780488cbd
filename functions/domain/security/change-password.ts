import type { Caller, Origin } from '../caller';
import { queueNotice } from '../notices/queue-notice';
import { refuseWeakPassword } from '../passwords/refuse-weak-password';
import { forgetBrowsers } from '../session/known-browsers';
import type { Renewed } from '../session/renew-session';
import { changeAndRenew } from './change-securely';
import { provePassword } from './prove-password';

/**
 * Sets a new password with the current one and ends the user's other sessions; this one continues under a new cookie.
 */
export async function changePassword(
  caller: Caller,
  given: { currentPassword: string; newPassword: string; browserCookie: string | undefined },
  from: Origin,
): Promise<Renewed> {
  refuseWeakPassword('newPassword', given.newPassword, caller.profile);
  const proof = { caller, password: given.currentPassword, field: 'currentPassword', from } as const;
  const renewed = await changeAndRenew(caller, () => provePassword(proof, given.newPassword));
  await forgetBrowsers(caller.userId, given.browserCookie);
  await queueNotice('password-changed', caller.profile);
  return renewed;
}
