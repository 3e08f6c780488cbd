import { getItem } from '../dynamodb/items';
import { putWrite, type Write } from '../dynamodb/transaction';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';

/** The record of a request that used something, by which it is found again. */
export interface UsedBy {
  key: string;
  id: string;
}

/** A shop that had ordered moved there; it may order there itself, if Stripe says it has its trial ahead. */
interface MovedThere {
  movedShop: string;
}

/** How a delivery address came to have its trial used: by a request, by a shop that moved there, or by both. */
type TrialClaim = UsedBy | MovedThere | (UsedBy & MovedThere);

/**
 * What a user has used of the limited numbers. It is separate from the shops, so that deleting a shop changes nothing
 * in it; it is deleted with the account.
 */
export interface LedgerItem {
  /** Rises with each write: a writer that decided by an older state writes nothing. */
  version: number;
  /** The shops opened in the last hour, with unix seconds. */
  opened: (UsedBy & { at: number })[];
  /** The delivery addresses whose free trial was used, by their hash. */
  trials: Record<string, TrialClaim>;
}

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.ledger });

/** An empty one for a user who has used nothing. */
export const readLedger = async (userId: string): Promise<LedgerItem> =>
  (await getItem<LedgerItem>(usersTable(), keyOf(userId))) ?? { version: 0, opened: [], trials: {} };

/** Replaces the state that was read; its condition fails if another request wrote since. */
export const ledgerWrite = (userId: string, read: LedgerItem, next: Omit<LedgerItem, 'version'>): Write =>
  putWrite(
    usersTable(),
    keyOf(userId),
    { ...next, version: read.version + 1 },
    read.version === 0
      ? { if: 'attribute_not_exists(pk)' }
      : { if: 'version = :version', values: { version: read.version } },
  );
