import { CallError } from '#shared/errors';
import { clock } from '#functions/platform/clock';
import { hash } from '#functions/platform/crypto';
import { endWindow, keepLock, readLimits, type Counted } from './limits-table';
import { consume, giveBack, reset, tooManyFor, type Use } from './limits';

/** Attempts that are counted: sign-ins, a session's passwords, and codes of four kinds. */
type Kind = 'signin' | 'proof' | 'confirm' | 'reset' | 'email' | 'setup';

/**
 * The refusal after Cognito refused without naming a time. A user's quota of an operation counts an hour (Cognito
 * developer guide, "Quotas", code security); a lockout after wrong passwords or codes lasts up to 15 minutes, so that
 * its text names no time.
 */
export function limitedByCognito(
  failure: 'locked' | 'too-many',
  code: 'TOO_MANY_ATTEMPTS' | 'ACCOUNT_LOCKED' = 'TOO_MANY_ATTEMPTS',
): CallError {
  return failure === 'locked' ? new CallError(code, { details: { retryAfter: 60 } }) : tooManyFor(60 * 60, code);
}

/** The key of an account's attempts: hash of its address, id or number. Logs name an account by it too. */
export const accountOf = (identifier: string): string => hash(identifier);

/** A running attempt, counted as failed from its beginning; without one of the three calls it is withdrawn. */
export interface Attempt {
  /** Right: clears the account's count. */
  succeeded: () => Promise<void>;
  /** Neither right nor wrong (a second step follows, or a service was unavailable): does not count. */
  withdrawn: () => Promise<void>;
  /** Wrong: it counts, and the one that fills the window begins the pause. */
  failed: () => Promise<void>;
}

const isFull = ({ count, most }: Counted): boolean => count >= most;

/** Begins windows anew: the pause after the last failure is as long as the window. */
const pause = async (windows: readonly Counted[]): Promise<void> =>
  void (await Promise.all(windows.map((window) => endWindow(window, clock.seconds() + window.seconds))));

const attemptOf = (kind: Kind, account: string): Use => ({ kind: 'attempt', of: { account: `${kind}#${account}` } });

/** What is attempted, whose attempts are counted (accountOf), and the network address that it came from. */
interface Attempted {
  kind: Kind;
  account: string;
  address?: string | undefined;
}

/**
 * Runs the work of an attempt, or refuses with TOO_MANY_ATTEMPTS and the seconds to wait. It counts for `account` and
 * the network of `address`; without one for `account` alone, a key that no stranger has (decisions/limits). Work that
 * throws before it knew whether the attempt was right withdraws it.
 */
export async function withAttempt<T>(
  { kind, account, address }: Attempted,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const own = attemptOf(kind, account);
  const counted = await consume(
    own,
    ...(address === undefined ? [] : [{ kind: 'attempt', of: { network: address } } as const]),
  );
  const ofNetwork = counted.filter(({ of }) => of.startsWith('network#'));
  let isJudged = false;
  const judge = async (...writes: readonly Promise<void>[]): Promise<void> => {
    await Promise.all(writes);
    isJudged = true;
  };
  try {
    return await work({
      succeeded: () => judge(giveBack(ofNetwork), reset(own)),
      withdrawn: () => judge(giveBack(counted)),
      failed: () => judge(pause(counted.filter(isFull))),
    });
  } catch (error) {
    if (!isJudged) await giveBack(counted).catch(() => undefined);
    throw error;
  }
}

/** Clears the failures of this kind after the account was proven in another way. */
export const clearFailures = (kind: Kind, account: string): Promise<void> => reset(attemptOf(kind, account));

const quarterOfAnHour = 15 * 60;

/**
 * Seconds for which wrong passwords lock an account: 2^(n-5) from the fifth on, at most 15 minutes, by Cognito's rule
 * ("Lockout behavior for failed sign-in attempts") but for every address alike, so that none tells whether it exists.
 */
export const lockoutSeconds = (failures: number): number =>
  failures < 5 ? 0 : Math.min(quarterOfAnHour, 2 ** (failures - 5));

/** What an SMS after a right password counts as. Not by network: a full one would tell who has an account with SMS. */
export const signInSms = (to: { userId: string; phoneNumber?: string | undefined }): Use[] => [
  { kind: 'sms', of: { number: accountOf(to.phoneNumber ?? ''), user: to.userId } },
  { kind: 'smsSignIn', of: { stage: '' } },
];

const lockOf = (account: string): string => `account#signin#${account}`;

/** Refuses with ACCOUNT_LOCKED and the seconds to wait while wrong passwords lock an account. */
export async function checkLockout(account: string): Promise<void> {
  const now = clock.seconds();
  const until = (await readLimits(lockOf(account)))['lock_until'] ?? 0;
  if (until > now) throw tooManyFor(until - now, 'ACCOUNT_LOCKED');
}

/** The refusal of a known browser or session while Cognito locks the account, with the seconds if known. */
export const lockedByCognito = (account: string): Promise<CallError> =>
  checkLockout(account).then(
    () => limitedByCognito('locked', 'ACCOUNT_LOCKED'),
    (error: unknown) => {
      if (error instanceof CallError) return error;
      throw error;
    },
  );

/**
 * Counts a wrong password, whether or not the account exists; from the fifth on it locks. Counting begins again 15
 * minutes after the last one (same page). Concurrent ones may count as one: then Cognito's own lockout is met first,
 * and answered like a wrong password.
 */
export async function countWrongPassword(account: string): Promise<void> {
  const now = clock.seconds();
  const { lock = 0, lock_end: end = 0, lock_until: until = 0 } = await readLimits(lockOf(account));
  const failures = end > now ? lock + 1 : 1;
  const seconds = lockoutSeconds(failures);
  await keepLock(lockOf(account), {
    lock: failures,
    lock_end: now + quarterOfAnHour + seconds,
    // One second longer than Cognito's lockout, which counts in milliseconds, so that ours is met first.
    lock_until: Math.max(until, seconds > 0 ? now + seconds + 1 : 0),
  });
}

/** Call after a right password: counting begins again. */
export const clearLockout = (account: string): Promise<void> =>
  keepLock(lockOf(account), { lock: 0, lock_end: clock.seconds(), lock_until: 0 });
