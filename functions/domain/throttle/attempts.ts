import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { hash } from '../../adapters/ids';
import { clearAttempts, uncountAttempt, extendPause, countAttempt } from '../../adapters/users-table/throttles';
import { logger } from '../../runtime/logger';
import { failuresOf, type Limit } from './limits';
import { networksOf } from './networks';

/**
 * Attempts that are counted: sign-ins, passwords of a session, and codes for a registration, a reset, a new address or
 * a second step.
 */
type Kind = 'signin' | 'proof' | 'confirm' | 'reset' | 'email' | 'setup';

/** The refusal until a unix time, with its code's text or another one. */
export const tooManyUntil = (until: number, text?: string): CallError =>
  new CallError('TOO_MANY_ATTEMPTS', {
    ...(text !== undefined && { text }),
    details: { retryAfter: Math.max(1, until - clock.seconds()) },
  });

/**
 * The refusal after Cognito refused without naming a time. A lockout after wrong passwords or codes is over within
 * minutes; a user's quota of an operation counts an hour (Cognito developer guide, "Quotas", code security).
 */
export function limitedByCognito(
  failure: 'locked' | 'too-many',
  code: 'TOO_MANY_ATTEMPTS' | 'ACCOUNT_LOCKED' = 'TOO_MANY_ATTEMPTS',
): CallError {
  return new CallError(code, { details: { retryAfter: failure === 'locked' ? 60 : 60 * 60 } });
}

/**
 * The key under which the attempts of an account are counted: the hash of its e-mail address, its id or a telephone
 * number. Logs name an account by it too, because it is no personal data.
 */
export const accountOf = (identifier: string): string => hash(identifier);

/**
 * A running attempt. It counts as failed from its beginning, so that concurrent attempts stay within the limit. The
 * caller then calls one of the three.
 */
export interface Attempt {
  /** Right: clears the account's count. */
  succeeded(): Promise<void>;
  /** Neither right nor wrong (a second step follows, or a service was unavailable): does not count. */
  withdrawn(): Promise<void>;
  /** Wrong: it counts, and the one that fills the window begins the pause. */
  failed(): Promise<void>;
}

/**
 * Begins an attempt, or refuses with TOO_MANY_ATTEMPTS and the seconds to wait. It is counted for `account` and for the
 * network of `address`. Without an address it is counted for `account` alone: a key that only the user's own browsers
 * and sessions have, so that no stranger's failures count (decision 047).
 */
export async function beginAttempt(kind: Kind, account: string, address?: string): Promise<Attempt> {
  const now = clock.seconds();
  const counters: { what: string; limit: Limit }[] = [
    { what: `${kind}#${account}`, limit: failuresOf('account') },
    ...(address === undefined ? [] : networksOf(address)).map(({ name, times }) => {
      const limit = failuresOf('address');
      return { what: `from#${hash(name)}`, limit: { ...limit, attempts: limit.attempts * times } };
    }),
  ];
  const [ofAccount, ...ofNetworks] = await Promise.all(
    counters.map(async (counter) => ({
      ...counter,
      ...(await countAttempt(counter.what, counter.limit.attempts, counter.limit.window, now)),
    })),
  );
  if (!ofAccount) throw new Error('An attempt is counted by its account');
  const taken = [ofAccount, ...ofNetworks].filter((counter) => counter.taken);
  const full = [ofAccount, ...ofNetworks].filter((counter) => !counter.taken);
  if (full.length > 0) {
    await Promise.all(taken.map((counter) => uncountAttempt(counter.what)));
    logger.warn('throttled', { kind, account, full: full.map((counter) => counter.what) });
    throw tooManyUntil(Math.max(...full.map((counter) => counter.expiresAt)));
  }
  return {
    succeeded: async () =>
      void (await Promise.all([
        clearAttempts(ofAccount.what, now),
        ...ofNetworks.map((counter) => uncountAttempt(counter.what)),
      ])),
    withdrawn: async () => void (await Promise.all(taken.map((counter) => uncountAttempt(counter.what)))),
    failed: async () => {
      const end = clock.seconds();
      const filled = taken.filter((counter) => counter.attempts >= counter.limit.attempts);
      await Promise.all(filled.map((counter) => extendPause(counter.what, { expiresAt: end + counter.limit.pause })));
    },
  };
}

/**
 * Runs the work of an attempt. An error other than a refusal (an outage) withdraws the attempt; if that fails too,
 * the original error is thrown.
 */
export async function withAttempt<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallError)) await attempt.withdrawn().catch(() => undefined);
    throw error;
  }
}

/** Clears the failures of this kind after the account was proven in another way. */
export const clearFailures = (kind: Kind, account: string): Promise<void> =>
  clearAttempts(`${kind}#${account}`, clock.seconds());
