import { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { hash } from '../../adapters/ids';
import {
  clearAttempts,
  uncountAttempt,
  extendPause,
  readThrottle,
  countAttempt,
} from '../../adapters/users-table/throttles';
import { logger } from '../../runtime/logger';
import { failuresOf, sendings, type Limit } from './limits';

/**
 * What is counted: sign-ins, codes that confirm a registration, codes of a reset, of a new address, of a second
 * step's set-up; mails and SMS.
 */
type Kind = 'signin' | 'confirm' | 'reset' | 'email' | 'setup';
type Message = 'mail' | 'sms';

const tooMany = (until: number): CallError =>
  new CallError('TOO_MANY_ATTEMPTS', { details: { retryAfter: Math.max(1, until - clock.seconds()) } });

/** Cognito itself holds somebody back and does not say until when: a minute is worth another try. */
export const tooManyAttempts = (code: 'TOO_MANY_ATTEMPTS' | 'ACCOUNT_LOCKED' = 'TOO_MANY_ATTEMPTS'): CallError =>
  new CallError(code, { details: { retryAfter: 60 } });

/** By what an account is counted: it names nobody. */
export const accountOf = (email: string): string => hash(email);

/**
 * A try that is under way. It counts as failed from its beginning, so that any number at once stay within the limit;
 * then it is told how it ended.
 */
export interface Attempt {
  /** Proved: the account's count is cleared. */
  succeeded(): Promise<void>;
  /** Neither right nor wrong (a second step follows, or nobody could be asked): it does not count. */
  withdrawn(): Promise<void>;
  /** Wrong: it counts, and the one that fills the window begins the pause. */
  failed(): Promise<void>;
}

/** Begins a try of an account from an address, or refuses with TOO_MANY_ATTEMPTS and the seconds to wait. */
export async function beginAttempt(kind: Kind, account: string, address: string): Promise<Attempt> {
  const now = clock.seconds();
  const counters: { what: string; limit: Limit }[] = [
    { what: `${kind}#${account}`, limit: failuresOf('account') },
    { what: `from#${hash(address)}`, limit: failuresOf('address') },
  ];
  const [ofAccount, ofAddress] = await Promise.all(
    counters.map(async (counter) => ({
      ...counter,
      ...(await countAttempt(counter.what, counter.limit.attempts, counter.limit.window, now)),
    })),
  );
  if (!ofAccount || !ofAddress) throw new Error('A try is counted by account and address');
  const taken = [ofAccount, ofAddress].filter((counter) => counter.taken);
  const full = [ofAccount, ofAddress].filter((counter) => !counter.taken);
  if (full.length > 0) {
    await Promise.all(taken.map((counter) => uncountAttempt(counter.what)));
    logger.warn('throttled', { kind, account, full: full.map((counter) => counter.what) });
    throw tooMany(Math.max(...full.map((counter) => counter.expiresAt)));
  }
  return {
    succeeded: async () =>
      void (await Promise.all([clearAttempts(ofAccount.what, now), uncountAttempt(ofAddress.what)])),
    withdrawn: async () => void (await Promise.all(taken.map((counter) => uncountAttempt(counter.what)))),
    failed: async () => {
      const end = clock.seconds();
      const filled = taken.filter((counter) => counter.attempts >= counter.limit.attempts);
      await Promise.all(filled.map((counter) => extendPause(counter.what, { expiresAt: end + counter.limit.pause })));
    },
  };
}

/**
 * Runs what a try asks for. What throws in the middle without having been told right or wrong (an outage) does not
 * count; that the counting itself cannot be undone then must not hide why it failed.
 */
export async function withAttempt<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallError)) await attempt.withdrawn().catch(() => undefined);
    throw error;
  }
}

/**
 * Counts a message to a receiver before it goes out, whether or not anybody is there; refuses the sixth in 15
 * minutes.
 */
export async function countSending(message: Message, receiver: string): Promise<void> {
  const { attempts, window } = sendings();
  const { taken, expiresAt } = await countAttempt(`${message}#${receiver}`, attempts, window, clock.seconds());
  if (!taken) throw tooMany(expiresAt);
}

/** Refuses where a receiver has had all messages of the window: for what sends one only after it was asked for. */
export async function checkSendings(message: Message, receiver: string): Promise<void> {
  const counted = await readThrottle(`${message}#${receiver}`, clock.seconds());
  if (counted && counted.attempts >= sendings().attempts) throw tooMany(counted.expiresAt);
}

/** The receiver has proved to be the right one: the messages so far do not count. */
export const clearSendings = (message: Message, receiver: string): Promise<void> =>
  clearAttempts(`${message}#${receiver}`, clock.seconds());

/** The account has proved itself in another way than by a try of this kind. */
export const clearFailures = (kind: Kind, account: string): Promise<void> =>
  clearAttempts(`${kind}#${account}`, clock.seconds());
