import type { Origin } from '../caller';
import { endSessionOfCookie } from '../session/end-session-of-cookie';

/** Ends the session of a cookie. Without a session nothing happens. */
export const logout = (sessionCookie: string | undefined, from: Origin): Promise<void> =>
  endSessionOfCookie(sessionCookie, 'sign-out', from);
