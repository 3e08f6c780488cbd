import { recordImpersonationEnd } from '../impersonation/audit';
import type { Origin } from '../caller';
import { endSessionOfCookie } from '../session/end-sessions';

/** Ends the session of a cookie, and records the end of an impersonation. Without a session nothing happens. */
export async function logout(sessionCookie: string | undefined, from: Origin): Promise<void> {
  const ended = await endSessionOfCookie(sessionCookie);
  if (ended) await recordImpersonationEnd(ended, from);
}
