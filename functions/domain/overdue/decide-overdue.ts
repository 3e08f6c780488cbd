import { monthLaterInJapan } from '#shared/model/japan-time';
import type { OverdueItem } from '../../adapters/users-table/overdue';

const day = 86_400;
/** Seconds before the end at which the owner gets another notice. */
const twoWeeks = 14 * day;
/** The same; also the shortest time between an owner's first notice and the end. */
const threeDays = 3 * day;

type ToldStep = Exclude<OverdueItem['step'], 'ending'>;
const order: readonly OverdueItem['step'][] = ['payment-overdue', 'ends-in-two-weeks', 'ends-in-three-days', 'ending'];

export interface OverdueFacts {
  /** When the oldest unpaid invoice was due, and now; unix seconds. */
  dueAt: number;
  now: number;
  /** The steps already done for this invoice. */
  last: Pick<OverdueItem, 'step' | 'firstToldAt'> | undefined;
}

export type OverdueDecision =
  | { do: 'wait' }
  | { do: 'tell'; step: ToldStep; endsAt: number }
  | { do: 'end'; endsAt: number };

/**
 * Decides the next step for a late payment. One month after it was due the subscription ends (spec 1); the owner gets a
 * notice when it is first seen, 14 and 3 days before the end, each once. After missed runs only the latest notice is
 * sent. An owner who could not be told before has three more days, even if the month is over. Pure.
 */
export function decideOverdue({ dueAt, now, last }: OverdueFacts): OverdueDecision {
  const endsAt = Math.max(monthLaterInJapan(dueAt), (last?.firstToldAt ?? now) + threeDays);
  if (last && now >= endsAt) return { do: 'end', endsAt };
  const left = endsAt - now;
  const step = left <= threeDays ? 'ends-in-three-days' : left <= twoWeeks ? 'ends-in-two-weeks' : 'payment-overdue';
  return last && order.indexOf(step) <= order.indexOf(last.step) ? { do: 'wait' } : { do: 'tell', step, endsAt };
}
