import type { CallError } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { hash } from '../../adapters/ids';
import { countAttempt, readThrottle, uncountAttempt } from '../../adapters/users-table/throttles';
import { logger } from '../../runtime/logger';
import { accountOf, tooMany } from './attempts';
import { sendingLimits, type SendingLimit } from './limits';
import { networksOf } from './networks';

/** One count of messages: within a window, or in a day. */
interface Counter {
  what: string;
  limit: SendingLimit;
  /** The count of all SMS of the stage, whose refusal has its own text. */
  ofStage?: boolean;
}

const receiverCounters = (message: 'mail' | 'sms', receiver: string): Counter[] =>
  sendingLimits('receiver').map((limit) => ({ what: `${message}#${receiver}#${limit.window}`, limit }));

const networkCounters = (message: 'mail' | 'sms', address: string): Counter[] =>
  networksOf(address).flatMap(({ name, times }) =>
    sendingLimits('address').map(({ attempts, window }) => ({
      what: `${message}-from#${hash(name)}#${window}`,
      limit: { attempts: attempts * times, window },
    })),
  );

function refusal(full: readonly { counter: Counter; expiresAt: number }[]): CallError {
  logger.warn('no more messages', { full: full.map(({ counter }) => counter.what) });
  const until = Math.max(...full.map(({ expiresAt }) => expiresAt));
  return full.some(({ counter }) => counter.ofStage)
    ? tooMany(
        until,
        '本日のSMSの送信が上限に達しました。認証アプリによる2段階認証をご利用いただくか、時間をおいてもう一度お試しください。',
      )
    : tooMany(until);
}

/** Counts a message in every counter, or in none and refuses. A right code never uncounts it. */
async function take(counters: readonly Counter[]): Promise<void> {
  const now = clock.seconds();
  const counted = await Promise.all(
    counters.map(async (counter) => ({
      counter,
      ...(await countAttempt(counter.what, counter.limit.attempts, counter.limit.window, now)),
    })),
  );
  const full = counted.filter(({ taken }) => !taken);
  if (full.length === 0) return;
  await Promise.all(counted.filter(({ taken }) => taken).map(({ counter }) => uncountAttempt(counter.what)));
  throw refusal(full);
}

/**
 * Counts a mail before it is sent, whether or not its receiver exists. `receiver` is a hash of an address or of a user
 * id, `address` the network address of the caller. Refuses with TOO_MANY_ATTEMPTS.
 */
export const countMail = (receiver: string, address?: string): Promise<void> =>
  take([...receiverCounters('mail', receiver), ...(address === undefined ? [] : networkCounters('mail', address))]);

/** An SMS: the number in E.164, the user's sub, and the network address that requested it. */
export interface Sms {
  number: string;
  userId: string;
  address: string;
}

const smsCounters = ({ number, userId, address }: Sms): Counter[] => [
  ...receiverCounters('sms', accountOf(number)),
  ...receiverCounters('sms', accountOf(userId)),
  ...networkCounters('sms', address),
  ...sendingLimits('stage').map((limit) => ({ what: `sms-stage#${limit.window}`, limit, ofStage: true })),
];

/** Counts an SMS before it is sent, by number, user, network and stage. Refuses with TOO_MANY_ATTEMPTS. */
export const countSms = (sms: Sms): Promise<void> => take(smsCounters(sms));

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
