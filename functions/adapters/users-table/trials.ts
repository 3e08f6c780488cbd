import { deleteItemIf, getItem, updateItemIf } from '../dynamodb/items';
import { queryRange } from '../dynamodb/query';
import { putWrite, updateWrite, type Write } from '../dynamodb/transaction';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** The record of a request that used something, by which it is found again. */
export interface UsedBy {
  key: string;
  id: string;
}

/**
 * How a delivery address came to have its trial used: by a request, by a shop that had ordered and moved there, or by
 * both. The shop that moved may order there itself, if Stripe says it has its trial ahead.
 */
export interface TrialClaim extends Partial<UsedBy> {
  movedShop?: string;
}

/** One item for each address, because an owner's addresses have no limit, and an item has one of 400 kB. */
const keyOf = (userId: string, hash: string) => ({ pk: userKey(userId), sk: sortKeys.trial(hash) });

/** The claim of an address, by its hash; strongly consistent. */
export const readTrial = (userId: string, hash: string): Promise<TrialClaim | undefined> =>
  getItem(usersTable(), keyOf(userId, hash));

export const putTrialWrite = (userId: string, hash: string, claim: TrialClaim): Write =>
  putWrite(usersTable(), keyOf(userId, hash), claim);

/** `name` is still as it was read. */
const unchanged = (name: 'id' | 'movedShop', read: string | undefined): string =>
  read === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`;

/**
 * Claims an address for a request; a shop that moved there stays noted. Its condition fails if the claim is not the one
 * that was read.
 */
export function claimTrialWrite(
  userId: string,
  hash: string,
  { id, movedShop }: TrialClaim,
  { key, id: by }: UsedBy,
): Write {
  const values = { ...(id !== undefined && { id }), ...(movedShop !== undefined && { movedShop }) };
  return updateWrite(usersTable(), keyOf(userId, hash), {
    set: { key, id: by },
    if: `${unchanged('id', id)} AND ${unchanged('movedShop', movedShop)}`,
    values,
  });
}

/** Gives back the claim of a request; a shop that moved there stays noted. Safe to repeat. */
export async function unclaimTrial(userId: string, hash: string, id: string): Promise<void> {
  const key = keyOf(userId, hash);
  const mine = { if: 'id = :id AND attribute_not_exists(movedShop)', values: { id } };
  if (await deleteItemIf(usersTable(), key, mine)) return;
  await updateItemIf(usersTable(), key, { remove: ['key', 'id'], if: 'id = :id', values: { id } });
}

/** Notes a shop that moved to an address, unless another one did before. Safe to repeat. */
export async function noteMove(userId: string, hash: string, movedShop: string): Promise<void> {
  const change = { set: { movedShop }, if: 'attribute_not_exists(movedShop)' };
  await updateItemIf(usersTable(), keyOf(userId, hash), change);
}

/** The hashes of the addresses that a request has claimed: a look at all of the user's. */
export async function trialsOf(userId: string, id: string): Promise<string[]> {
  const beginning = sortKeys.trial('');
  const claims = await queryRange<TrialClaim & { sk: string }>(usersTable(), { pk: userKey(userId), beginning });
  return claims.filter((claim) => claim.id === id).map(({ sk }) => sk.slice(beginning.length));
}
