import type { ProfileItem } from '../../adapters/users-table/items';
import { keepSetupComplete } from '../../adapters/users-table/profiles';

/** Remembers that the first-time wizard was shown; once remembered it costs nothing more. */
export async function markSetupComplete(profile: ProfileItem): Promise<void> {
  if (!profile.hasCompletedSetup) await keepSetupComplete(profile.userId);
}
