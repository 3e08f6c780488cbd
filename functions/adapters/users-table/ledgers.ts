import { isNew } from '../dynamodb/expressions';
import { getItem } from '../dynamodb/items';
import { putWrite, writeAll, type Write } from '../dynamodb/transaction';
import { sortKeys, userKey } from './keys';
import { usersTable } from './table';
import { putTrialWrite, type TrialClaim, type UsedBy } from './trials';

/**
 * What a user has used of the shops of an hour. It is separate from the shops, so that deleting a shop changes nothing
 * in it; it is deleted with the account.
 */
export interface LedgerItem {
  /** Rises with each write: a writer that decided by an older state writes nothing. */
  version: number;
  /** The shops opened in the last hour, with unix seconds. */
  opened: (UsedBy & { at: number })[];
  /** Claims of trials by address that an earlier version kept here; `withoutOldTrials` moves them. */
  trials?: Record<string, TrialClaim>;
}

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.ledger });

/** An empty one for a user who has used nothing. */
export const readLedger = async (userId: string): Promise<LedgerItem> =>
  (await getItem<LedgerItem>(usersTable(), keyOf(userId))) ?? { version: 0, opened: [] };

/** Replaces the state that was read; its condition fails if another request wrote since. */
export const ledgerWrite = (userId: string, read: LedgerItem, next: Omit<LedgerItem, 'version'>): Write =>
  putWrite(
    usersTable(),
    keyOf(userId),
    { ...next, version: read.version + 1 },
    read.version === 0 ? isNew : { if: 'version = :version', values: { version: read.version } },
  );

/** A transaction has 100 writes at most; one is the ledger's. */
const movedAtOnce = 99;

/**
 * The ledger once its old claims of trials have items of their own. Whoever writes a claim calls this first, so that
 * none is ever in both.
 */
export async function withoutOldTrials(userId: string): Promise<LedgerItem> {
  for (;;) {
    const ledger = await readLedger(userId);
    const { opened, trials } = ledger;
    if (!trials) return ledger;
    const claims = Object.entries(trials);
    const rest = claims.slice(movedAtOnce);
    const next = { opened, ...(rest.length > 0 && { trials: Object.fromEntries(rest) }) };
    const moved = claims.slice(0, movedAtOnce).map(([hash, claim]) => putTrialWrite(userId, hash, claim));
    await writeAll([ledgerWrite(userId, ledger, next), ...moved]);
  }
}
