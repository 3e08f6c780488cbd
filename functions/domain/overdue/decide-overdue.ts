import { monthLaterInJapan } from '#shared/model/japan-time';
import type { OverdueItem } from '../../adapters/users-table/overdue';

const day = 86_400;
/** Days before the end at which the owner gets another notice. */
const noticeDays = { 'ends-in-two-weeks': 14, 'ends-in-three-days': 3 } as const;
/** No subscription ends before its owner has had a notice for this long, in seconds. */
const leastNotice = noticeDays['ends-in-three-days'] * day;

type ToldStep = 'payment-overdue' | keyof typeof noticeDays;
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
  const endsAt = Math.max(monthLaterInJapan(dueAt), (last?.firstToldAt ?? now) + leastNotice);
  if (last && now >= endsAt) return { do: 'end', endsAt };
  const left = endsAt - now;
  const step =
    left <= noticeDays['ends-in-three-days'] * day
      ? 'ends-in-three-days'
      : left <= noticeDays['ends-in-two-weeks'] * day
        ? 'ends-in-two-weeks'
        : 'payment-overdue';
  return last && order.indexOf(step) <= order.indexOf(last.step) ? { do: 'wait' } : { do: 'tell', step, endsAt };
}
