import { CallError } from '#shared/errors';
import type { ProfileItem } from '../../adapters/users-table/items';
import { keepSetupComplete } from '../../adapters/users-table/profiles';

/** Remembers that the first-time wizard was shown; repeating it writes nothing. */
export async function markSetupComplete(profile: ProfileItem): Promise<void> {
  if (profile.hasCompletedSetup || (await keepSetupComplete(profile.userId))) return;
  throw new CallError('NOT_SIGNED_IN');
}
