import { getItem } from '../dynamodb/items';
import { checkWrite, updateWrite, type Write } from '../dynamodb/transaction';
import type { ProfileItem, TrialCounts } from './items';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.profile });
const living = 'attribute_exists(userId) AND attribute_not_exists(deletingSince)';

/** Holds while a user has an account that is not being deleted: only then may a shop of theirs begin. */
export const livingUser = (userId: string): Write => checkWrite(usersTable(), keyOf(userId), { if: living });

/** The trials of a user, strongly consistent; undefined if the account is deleted or being deleted. */
export async function readTrials(userId: string): Promise<TrialCounts | undefined> {
  const profile = await getItem<Partial<ProfileItem> & { deletingSince?: number }>(usersTable(), keyOf(userId));
  if (profile?.userId === undefined || profile.deletingSince !== undefined) return undefined;
  return profile.trials ?? { version: 0, used: 0, withoutCard: [] };
}

/** Replaces the trials that were read; fails if another request wrote since, or if the account is being deleted. */
export const trialsWrite = (userId: string, { version }: TrialCounts, next: Omit<TrialCounts, 'version'>): Write =>
  updateWrite(usersTable(), keyOf(userId), {
    set: { trials: { ...next, version: version + 1 } },
    if: `${living} AND ${version === 0 ? 'attribute_not_exists(trials)' : 'trials.version = :version'}`,
    ...(version > 0 && { values: { version } }),
  });
