import { CallError } from '#shared/errors';
import type { WriteOptions } from '../../adapters/stripe/client';
import { changeOpening, type OpeningItem } from '../../adapters/users-table/openings';
import { clock } from '../../adapters/clock';
import { stripeKey } from '../idempotency/stripe-keys';

/** An idempotency record that is being worked on. */
export interface Work {
  userId: string;
  opening: OpeningItem;
  /** Another request worked on it before, so Stripe may have carried out that one's last request. */
  resumed: boolean;
  /** Unix milliseconds. */
  until: number;
}

/** A step does one outside action, writes it to the record and returns the record. Doing it again changes nothing. */
export type Step = (work: Work) => Promise<OpeningItem>;

/** Writes what a step did to the record; throws IDEMPOTENCY_KEY_IN_USE if another request has taken it over. */
export async function record(work: Work, change: Parameters<typeof changeOpening>[2]): Promise<OpeningItem> {
  if (!(await changeOpening(work.userId, work.opening, change))) throw new CallError('IDEMPOTENCY_KEY_IN_USE');
  return { ...work.opening, ...change };
}

/** Ends the record and its lease. */
export const end = (
  work: Work,
  state: 'done' | 'refused',
  result: Pick<OpeningItem, 'subscriptionId' | 'shown' | 'charge'> = {},
): Promise<OpeningItem> =>
  record(work, { state, ...result, endedAt: clock.now(), lease: { ...work.opening.lease, until: 0 } });

export const writeOptions = ({ opening, until }: Work, step: string): WriteOptions => ({
  until,
  idempotencyKey: stripeKey(opening, step),
});
