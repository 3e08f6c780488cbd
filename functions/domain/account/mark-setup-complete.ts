import type { ProfileItem } from '../../adapters/users-table/items';
import { completeSetup as markComplete } from '../../adapters/users-table/profiles';

/** Remembers that the first-time wizard was shown; once remembered it costs nothing more. */
export async function completeSetup(profile: ProfileItem): Promise<void> {
  if (!profile.hasCompletedSetup) await markComplete(profile.userId);
}
