import { clock } from '../../adapters/clock';
import type { SessionItem } from '../../adapters/users-table/items';

/** For so many seconds after a proof of the password sensitive changes need no other. */
export const recentAuthenticationLifetime = 30 * 60;

/** Whether the user of a session has lately proved who they are; an administrator who acts for them never has. */
export const isRecentlyAuthenticated = (session: Pick<SessionItem, 'provedAt' | 'impersonation'>): boolean =>
  !session.impersonation && clock.seconds() - session.provedAt < recentAuthenticationLifetime;
