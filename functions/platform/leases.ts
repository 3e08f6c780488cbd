import { CallError, type ErrorCode } from '#shared/errors';
import { leaseMs, leaseSeconds } from '#shared/constants';
import { clock } from './clock';
import { deleteItemIf, exchangeItem, getItem, putItemIf } from '#functions/platform/dynamodb/items';
import { afterCommit, deleteWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { newId } from './ids';
import { logger } from './logger';
import { usersTable, sortKeys, userKey } from './users-table';

/** How long a request waits for another one to end, and how often it asks. Milliseconds. */
const patience = 6_000;
const pause = 250;

type Busy = Extract<ErrorCode, 'IDEMPOTENCY_KEY_IN_USE' | 'CHANGE_IN_PROGRESS' | 'SERVICE_UNAVAILABLE'>;

export interface LeasedShop {
  userId: string;
  customerId: string;
  /** The code for a request whose wait ended without the lease. */
  busy: Busy;
}

/**
 * Calls `look` every 250 ms until it returns a value, and returns that: `look` tries to take a lease, or to find the
 * result of the request that has it. After 6 s it throws `busy` with `retryAfter`, the seconds after which the lease
 * has ended.
 */
export async function waitForTurn<T>(busy: Busy, look: () => Promise<T | undefined>): Promise<T> {
  for (let waited = 0; ; waited += pause) {
    const found = await look();
    if (found !== undefined) return found;
    if (waited >= patience) throw new CallError(busy, { details: { retryAfter: leaseMs / 1000 } });
    await clock.wait(pause);
  }
}

/** What a user's lease is of: a shop, by its customer's id, or the user's credentials. */
const keyOf = (userId: string, of: string) => ({ pk: userKey(userId), sk: sortKeys.lease(of) });

/** The item of a lease. Times in unix milliseconds. */
interface LeaseItem {
  holder: string;
  leaseUntil: number;
}

const newItem = (length: number): LeaseItem => ({ holder: newId(), leaseUntil: clock.now() + length });
const itemOf = ({ holder, leaseUntil }: LeaseItem) => ({
  holder,
  leaseUntil,
  expiresAt: Math.ceil(leaseUntil / 1000),
});
const isHeldBy = ({ holder }: LeaseItem) => ({ if: 'holder = :holder', values: { holder } });

export interface Lease extends AsyncDisposable {
  /** Whether it is still its taker's, although others may have it once its time is over. */
  isHeld: () => Promise<boolean>;
  /** The write that releases it, for the transaction that ends the work; fails if another holder has it by now. */
  release: () => Write;
}

/**
 * Takes a lease of a user until the end of the caller's block, for work that must not be done twice at once:
 * `await using _lease = …`; undefined if another holder has it. It is then released, unless another holder has it by
 * now. A lease whose holder was interrupted ends after `length`, in milliseconds.
 */
export async function takeLease(userId: string, of: string, length: number): Promise<Lease | undefined> {
  const item = newItem(length);
  const key = keyOf(userId, of);
  const taken = await putItemIf(usersTable(), key, itemOf(item), {
    if: 'attribute_not_exists(pk) OR leaseUntil <= :now OR holder = :holder',
    values: { now: clock.now(), holder: item.holder },
  });
  if (!taken) return undefined;
  let released = false;
  return {
    isHeld: async () => (await getItem<LeaseItem>(usersTable(), key))?.holder === item.holder,
    release: () => ({
      ...deleteWrite(usersTable(), key, {
        if: 'attribute_not_exists(pk) OR holder = :holder',
        values: { holder: item.holder },
      }),
      [afterCommit]: async () => void (released = true),
    }),
    async [Symbol.asyncDispose]() {
      if (released) return;
      await deleteItemIf(usersTable(), key, isHeldBy(item)).catch((error: unknown) =>
        logger.warn('a lease is held until it ends', { userId, of, error: error as Error }),
      );
    },
  };
}

/**
 * Takes the lease of a shop: for subscribing, paying, choosing the card. Another request waits up to 6 s, then gets
 * `busy` with `retryAfter`.
 */
export const leaseShop = ({ userId, customerId, busy }: LeasedShop): Promise<Lease> =>
  waitForTurn(busy, () => takeLease(userId, customerId, leaseMs));

const credentials = 'credentials';

/** Takes the lease of a user's credentials; refuses with CHANGE_IN_PROGRESS while another holder has it. */
export async function leaseCredentials(userId: string): Promise<Lease> {
  const lease = await takeLease(userId, credentials, leaseSeconds * 1000);
  if (!lease) throw new CallError('CHANGE_IN_PROGRESS');
  return lease;
}

/**
 * Takes the lease of a user's credentials from any change that runs: a reset proves the mailbox. Returns how to release
 * it, and how to give it back after a refusal.
 */
export async function seizeCredentials(
  userId: string,
): Promise<{ release: () => Promise<unknown>; giveBack: () => Promise<unknown> }> {
  const item = newItem(leaseSeconds * 1000);
  const key = keyOf(userId, credentials);
  const former = await exchangeItem<LeaseItem>(usersTable(), key, itemOf(item));
  const release = () => deleteItemIf(usersTable(), key, isHeldBy(item));
  return {
    release,
    giveBack: () => (former ? putItemIf(usersTable(), key, itemOf(former), isHeldBy(item)) : release()),
  };
}
