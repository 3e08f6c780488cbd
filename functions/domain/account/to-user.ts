import type { User } from '../../../shared/model/account';
import type { ProfileItem } from '../../adapters/users-table/items';

/** The name of the Cognito group whose members administer. */
export const adminGroup = 'admin';

/** A user as the browser sees one. */
export const toUser = (profile: ProfileItem): User => ({
  id: profile.userId,
  username: profile.username,
  email: profile.email,
  ...(profile.phoneNumber !== undefined && { phoneNumber: profile.phoneNumber }),
  hasCompletedSetup: profile.hasCompletedSetup,
  isAdmin: profile.groups.includes(adminGroup),
});
