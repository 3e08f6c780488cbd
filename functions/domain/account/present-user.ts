import { adminGroup } from '#shared/limits';
import type { User } from '#shared/model/account';
import type { ProfileItem, SessionItem } from '../../adapters/users-table/items';

/** A user as the browser sees them, in a session of their own or of an impersonation. */
export const presentUser = (profile: ProfileItem, session: Pick<SessionItem, 'impersonation' | 'expiresAt'>): User => ({
  id: profile.userId,
  username: profile.username,
  email: profile.email,
  ...(profile.phoneNumber !== undefined && { phoneNumber: profile.phoneNumber }),
  hasCompletedSetup: profile.hasCompletedSetup,
  ...(profile.newsMails !== undefined && { newsMails: profile.newsMails }),
  isAdmin: profile.groups.includes(adminGroup),
  ...(session.impersonation && { impersonation: { expiresAt: session.expiresAt } }),
});
