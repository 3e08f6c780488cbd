import { CallError, type ErrorCode } from '#shared/errors';
import { leaseMs } from '#shared/constants';
import { clock } from './clock';
import { deleteItemIf, exchangeItem, getItem, putItemIf } from '#functions/platform/dynamodb/items';
import { deleteWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { usersTable, sortKeys, userKey } from './users-table';

/** How long a request waits for another one to end, and how often it asks. Milliseconds. */
const patience = 6_000;
const pause = 250;

/**
 * Calls `look` every 250 ms until it returns a value, and returns that: `look` tries to take a lease, or to find the
 * result of the request that has it. After 6 s it throws `busy` with `retryAfter`, the seconds after which the lease
 * has ended.
 */
export async function waitForTurn<T>(
  busy: Extract<ErrorCode, 'IDEMPOTENCY_KEY_IN_USE' | 'CHANGE_IN_PROGRESS' | 'SERVICE_UNAVAILABLE'>,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (let waited = 0; ; waited += pause) {
    const found = await look();
    if (found !== undefined) return found;
    if (waited >= patience) throw new CallError(busy, { details: { retryAfter: leaseMs / 1000 } });
    await clock.wait(pause);
  }
}

/** What a user's lease is of: a shop, by its customer's id, or the user's credentials. */
const keyOf = (userId: string, of: string) => ({ pk: userKey(userId), sk: sortKeys.lease(of) });

/** Times in unix milliseconds. */
interface Lease {
  holder: string;
  leaseUntil: number;
}

const itemOf = ({ holder, leaseUntil }: Lease) => ({ holder, leaseUntil, expiresAt: Math.ceil(leaseUntil / 1000) });
const isHeldBy = (holder: string) => ({ if: 'holder = :holder', values: { holder } });

/** Takes a lease; returns false if another holder has it. Taking one's own lease again extends it. */
export const takeLease = (userId: string, of: string, lease: Lease): Promise<boolean> =>
  putItemIf(usersTable(), keyOf(userId, of), itemOf(lease), {
    if: 'attribute_not_exists(pk) OR leaseUntil <= :now OR holder = :holder',
    values: { now: clock.now(), holder: lease.holder },
  });

/** Takes a lease from whoever has it; returns theirs. */
export const seizeLease = (userId: string, of: string, lease: Lease): Promise<Lease | undefined> =>
  exchangeItem(usersTable(), keyOf(userId, of), itemOf(lease));

/** Whether a lease is still the holder's, although others may have it once its time is over. */
export const holdsLease = async (userId: string, of: string, holder: string): Promise<boolean> =>
  (await getItem<Lease>(usersTable(), keyOf(userId, of)))?.holder === holder;

/** The write that releases a lease, for the transaction that ends the work; fails if another holder has it by now. */
export const releaseWrite = (userId: string, of: string, holder: string): Write =>
  deleteWrite(usersTable(), keyOf(userId, of), {
    if: 'attribute_not_exists(pk) OR holder = :holder',
    values: { holder },
  });

/**
 * Releases the lease, or gives it back to those from whom it was seized; does nothing if another holder has it by now.
 */
export async function releaseLease(userId: string, of: string, holder: string, former?: Lease): Promise<void> {
  if (former) await putItemIf(usersTable(), keyOf(userId, of), itemOf(former), isHeldBy(holder));
  else await deleteItemIf(usersTable(), keyOf(userId, of), isHeldBy(holder));
}
