import type { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { hash } from '../../adapters/ids';
import { countAttempt, readThrottle, uncountAttempt } from '../../adapters/users-table/throttles';
import { logger } from '../../runtime/logger';
import { accountOf, tooManyUntil } from './attempts';
import { messageLimits, type MessageLimit } from './limits';
import { networksOf } from './networks';

/** One count of messages: within a window, or in a day. */
interface Counter {
  what: string;
  limit: MessageLimit;
  /** The count of all SMS of the stage, whose refusal has its own text. */
  ofStage?: boolean;
}

const receiverCounters = (message: 'mail' | 'sms', receiver: string): Counter[] =>
  messageLimits(message).map((limit) => ({ what: `${message}#${receiver}#${limit.window}`, limit }));

const networkCounters = (message: 'mail' | 'sms', address: string): Counter[] =>
  networksOf(address).flatMap(({ name, times }) =>
    messageLimits('address').map(({ attempts, window }) => ({
      what: `${message}-from#${hash(name)}#${window}`,
      limit: { attempts: attempts * times, window },
    })),
  );

function refusal(full: readonly { counter: Counter; expiresAt: number }[]): CallError {
  logger.warn('no more messages', { full: full.map(({ counter }) => counter.what) });
  const until = Math.max(...full.map(({ expiresAt }) => expiresAt));
  return full.some(({ counter }) => counter.ofStage)
    ? tooManyUntil(
        until,
        '本日のSMSの送信が上限に達しました。認証アプリによる2段階認証をご利用いただくか、時間をおいてもう一度お試しください。',
      )
    : tooManyUntil(until);
}

/** Counts a message in every counter that is not full. */
function countIn(counters: readonly Counter[]) {
  const now = clock.seconds();
  return Promise.all(
    counters.map(async (counter) => ({
      counter,
      ...(await countAttempt(counter.what, counter.limit.attempts, counter.limit.window, now)),
    })),
  );
}

/** Counts a message in every counter, or in none and returns the refusal. A right code never uncounts it. */
async function refusalOf(counters: readonly Counter[]): Promise<CallError | undefined> {
  const counted = await countIn(counters);
  const full = counted.filter(({ taken }) => !taken);
  if (full.length === 0) return undefined;
  await Promise.all(counted.filter(({ taken }) => taken).map(({ counter }) => uncountAttempt(counter.what)));
  return refusal(full);
}

/** Takes a place in every counter, or throws the refusal. */
async function take(counters: readonly Counter[]): Promise<void> {
  const refused = await refusalOf(counters);
  if (refused) throw refused;
}

/**
 * Counts a mail before it is sent, whether or not its receiver exists. `receiver` is a hash of an address or of a user
 * id, `address` the network address of the caller. Refuses with TOO_MANY_ATTEMPTS.
 */
export const countMail = (receiver: string, address?: string): Promise<void> =>
  take([...receiverCounters('mail', receiver), ...(address === undefined ? [] : networkCounters('mail', address))]);

const resetsUsedUp =
  'メールの送信が上限に達しました。届いている最も新しいメールのリンクをご利用いただくか、時間をおいてもう一度お試しください。';

/** One mail an hour to a receiver whose other mails are used up. */
const reserved = { attempts: 1, window: 60 * 60 };

/**
 * Counts a mail with a link for a new password. `known` is the key of a browser that the user has signed in with
 * before, which has counters of its own. For any other, one mail an hour goes out although the receiver's counters are
 * full, so that strangers cannot use up the owner's mails; then the refusal says that a link is in the mailbox.
 */
export async function countReset(receiver: string, address: string, known: string | undefined): Promise<void> {
  if (known !== undefined) return take(receiverCounters('mail', known));
  const networks = networkCounters('mail', address);
  const first = await refusalOf([...receiverCounters('mail', receiver), ...networks]);
  const second = first && (await refusalOf([{ what: `reset#${receiver}`, limit: reserved }, ...networks]));
  if (!second) return;
  const wait = Math.min(...[first, second].map(({ details }) => Number(details['retryAfter'])));
  throw tooManyUntil(clock.seconds() + wait, resetsUsedUp);
}

/** An SMS: the number in E.164, the user's id, and the network address that requested it. */
export interface Sms {
  number: string;
  userId: string;
  address: string;
}

const smsCounters = ({ number, userId, address }: Sms): Counter[] => [
  ...receiverCounters('sms', accountOf(number)),
  ...receiverCounters('sms', accountOf(userId)),
  ...networkCounters('sms', address),
  ...messageLimits('stage').map((limit) => ({ what: `sms-stage#${limit.window}`, limit, ofStage: true })),
];

/** Counts an SMS before it is sent, by number, user, network and stage. Refuses with TOO_MANY_ATTEMPTS. */
export const countSms = (sms: Sms): Promise<void> => take(smsCounters(sms));

/**
 * Counts an SMS that has been sent, also if one counter is full: otherwise simultaneous sign-ins of each quarter of an
 * hour would stay out of the counts of the day. Then refuses with TOO_MANY_ATTEMPTS.
 */
export async function countSentSms(sms: Sms): Promise<void> {
  const full = (await countIn(smsCounters(sms))).filter(({ taken }) => !taken);
  if (full.length > 0) throw refusal(full);
}

/** Refuses if one of the counters is full; for an SMS that is sent only after a right password. */
export async function checkSms(sms: Sms): Promise<void> {
  const now = clock.seconds();
  const read = await Promise.all(
    smsCounters(sms).map(async (counter) => ({ counter, item: await readThrottle(counter.what, now) })),
  );
  const full = read.flatMap(({ counter, item }) =>
    item && item.attempts >= counter.limit.attempts ? [{ counter, expiresAt: item.expiresAt }] : [],
  );
  if (full.length > 0) throw refusal(full);
}
