import { CallError, type ErrorCode } from '#shared/errors';
import { leaseMs } from '#shared/constants';
import { clock } from './clock';
import { deleteItemIf, putItemIf } from '#functions/platform/dynamodb/items';
import { afterCommit, deleteWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { newId } from './crypto';
import { logger } from './logger';
import { usersTable, sortKeys, userKey } from './users-table';

/** How long a request waits for another one to end, and how often it asks. Milliseconds. */
const patience = 6_000;
const pause = 250;

type Busy = Extract<ErrorCode, 'IDEMPOTENCY_KEY_IN_USE' | 'CHANGE_IN_PROGRESS' | 'SERVICE_UNAVAILABLE'>;

/**
 * Calls `look` every 250 ms until it returns a value, and returns that: `look` tries to take a lease, or to find the
 * result of the request that has it. After 6 s it throws `busy` with `retryAfter`, the seconds after which the lease
 * has ended.
 */
export async function waitForTurn<T>(busy: Busy, look: () => Promise<T | undefined>): Promise<T> {
  for (let waited = 0; ; waited += pause) {
    const found = await look();
    if (found !== undefined) return found;
    if (waited >= patience) throw new CallError(busy, { details: { retryAfter: leaseMs.charge / 1000 } });
    await clock.wait(pause);
  }
}

/**
 * A lease is an attribute of the item that it is of: of a record that is worked on (once.ts,
 * mirror/mirror-jobs-table.ts), or of an item of its own, if it is of a shop or of credentials. An item without one, or
 * whose time is over, is free.
 */
export interface Lease {
  /** Known only to what has taken it. */
  id: string;
  /** Unix milliseconds. */
  until: number;
}

/** `length` in milliseconds. */
export const newLease = (length: number, id = newId()): Lease => ({ id, until: clock.now() + length });
export const endedLease = ({ id }: Lease): Lease => ({ id, until: 0 });
export const isTaken = ({ until }: Lease): boolean => until > clock.now();

/** The condition of the write that takes a lease; it holds too for its repeat after a lost response. */
export const ifFree = ({ id }: Lease) => ({
  if: '(attribute_not_exists(#lease) OR #lease.#until <= :now OR #lease.id = :lease)',
  values: { now: clock.now(), lease: id },
});
/** The condition of a write under a lease: nobody else has taken it since, even if its time is over. */
export const ifLeased = ({ id }: Lease) => ({ if: '#lease.id = :lease', values: { lease: id } });

const keyOf = (userId: string, of: string) => ({ pk: userKey(userId), sk: sortKeys.lease(of) });
const itemOf = (lease: Lease) => ({ lease, expiresAt: Math.ceil(lease.until / 1000) });

export interface TakenLease extends AsyncDisposable {
  /** The write that releases it, for the transaction that ends the work; fails if somebody else has it by now. */
  release: () => Write;
}

/**
 * Takes a lease of a user until the end of the caller's block, for work that must not be done twice at once:
 * `await using _lease = …`; undefined if somebody else has it. It is then released, unless somebody else has it by now.
 * A lease whose work was interrupted ends after `length`, in milliseconds.
 */
export async function takeLease(userId: string, of: string, length: number): Promise<TakenLease | undefined> {
  const lease = newLease(length);
  const key = keyOf(userId, of);
  if (!(await putItemIf(usersTable(), key, itemOf(lease), ifFree(lease)))) return undefined;
  let released = false;
  return {
    release: () => ({
      ...deleteWrite(usersTable(), key, ifFree(lease)),
      [afterCommit]: async () => void (released = true),
    }),
    async [Symbol.asyncDispose]() {
      if (released) return;
      await deleteItemIf(usersTable(), key, ifLeased(lease)).catch((error: unknown) =>
        logger.warn('a lease is held until it ends', { userId, of, error }),
      );
    },
  };
}

/** Takes the lease of a shop. Another request waits up to 6 s, then gets `busy` with `retryAfter`. */
export const leaseShop = (of: { userId: string; customerId: string; busy: Busy }): Promise<TakenLease> =>
  waitForTurn(of.busy, () => takeLease(of.userId, of.customerId, leaseMs.charge));

const leaseOfCredentials = (userId: string) => takeLease(userId, 'credentials', leaseMs.call);

/** Takes the lease of a user's credentials; refuses with CHANGE_IN_PROGRESS while somebody else has it. */
export async function leaseCredentials(userId: string): Promise<TakenLease> {
  const lease = await leaseOfCredentials(userId);
  if (!lease) throw new CallError('CHANGE_IN_PROGRESS');
  return lease;
}

/** Like {@link leaseCredentials}, after up to 6 s, in which a change that runs ends. */
export const waitForCredentials = (userId: string): Promise<TakenLease> =>
  waitForTurn('CHANGE_IN_PROGRESS', () => leaseOfCredentials(userId));
