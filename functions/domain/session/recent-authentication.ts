import { clock } from '../../adapters/clock';
import type { SessionItem } from '../../adapters/users-table/items';

/** How long a proof of the password counts for sensitive changes, in seconds. */
export const recentAuthenticationLifetime = 30 * 60;

/** Whether the user of a session has proven their password recently; never true in an impersonation. */
export const isRecentlyAuthenticated = (session: Pick<SessionItem, 'provedAt' | 'impersonation'>): boolean =>
  !session.impersonation && clock.seconds() - session.provedAt < recentAuthenticationLifetime;
