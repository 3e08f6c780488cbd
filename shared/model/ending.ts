import * as z from 'zod/mini';
import type { Subscription } from './customer';
import { monthsLater } from './japan-time';
import { type Arrangement, isOver, isRenewable } from './subscription';

/** Days before its end by which a cancellation should be requested (spec 9). It is told, not enforced. */
export const noticeDays = 30;

/** Days after a subscription's end within which the box for its devices is sent (spec 1: within one week). */
export const returnBoxDays = 7;

/** Days after the arrival of that box within which the devices are sent back. */
const sendBackDays = 7;

const day = 86_400;

/** When the box for the devices is sent at the latest, and when they go back; unix seconds. */
export const returnTimes = (endsAt: number): { boxBy: number; returnBy: number } => ({
  boxBy: endsAt + returnBoxDays * day,
  returnBy: endsAt + (returnBoxDays + sendBackDays) * day,
});

/** Seconds for which a payment is late at the end of its period: at least February, less the hours of a draft. */
const aMonth = 27 * day;

/** Seconds before the end for a late payment until which its last notice must have been mailed. */
export const threeDays = 3 * day;

/** The ends of the current period and of the next one, counted from the anchor as Stripe counts them; unix seconds. */
export function periodEndsOf(anchor: number, periodEnd: number): readonly [number, number] {
  for (let months = 1; ; months += 1) {
    const next = monthsLater(anchor, months);
    if (next > periodEnd) return [periodEnd, next];
  }
}

interface Late {
  /** When the oldest unpaid invoice was due, and now; unix seconds. */
  dueAt: number;
  now: number;
  periodEnds: readonly number[];
  /** Whether the last notice of such an end was mailed. */
  isTold?: (end: number) => boolean;
}

/** When a subscription ends for a late payment: with the period in which it becomes a month late (decisions/ends). */
export const endOfLate = ({ dueAt, now, periodEnds, isTold = () => false }: Late): number | undefined =>
  periodEnds.find((end) => end - dueAt >= aMonth && (isTold(end) || end - now >= threeDays));

/** The planned end of a subscription in unix seconds; undefined for none. */
export const plannedEndOf = ({ ends_at }: Pick<Subscription, 'ends_at'>): number | undefined => ends_at ?? undefined;

const endingWays = ['renewal', 'now'] as const;
export type EndingWay = (typeof endingWays)[number];

/**
 * How a subscription can end: at its renewal (the auto-renewal switch, spec 4), or at once and for good. One that has
 * not begun or is paused has no renewal; one that ends already has its end, and that of one on a schedule is planned at
 * Stripe. `endsAt`: unix seconds, null for none.
 */
export function waysToEnd(subscription: {
  status: string;
  arrangement?: Arrangement | undefined;
  endsAt: number | null;
}): EndingWay[] {
  const { endsAt, arrangement } = subscription;
  if (isOver(subscription)) return [];
  return isRenewable(subscription) && endsAt === null && arrangement !== 'scheduled' ? ['renewal', 'now'] : ['now'];
}

/** The ways to end a subscription, and what each still costs. Amounts in yen, times in unix seconds. */
export const endingPreviewSchema = z.object({
  ways: z.array(
    z.object({
      way: z.enum(endingWays),
      endsAt: z.number(),
      /** What Stripe still charges until and after this end, oldest first, by its own previews; none of 0 yen. */
      charges: z.array(z.object({ at: z.number(), amount: z.number() })),
    }),
  ),
  /** Invoices that are late; owed either way. */
  owed: z.number(),
});
export type EndingPreview = z.output<typeof endingPreviewSchema>;

/** The request of the terms (spec 9). */
export const noticeRequest = `解約を希望する日の${noticeDays}日前までに、契約の画面からお手続きください。`;

/** What happens to a cancellation that comes later than that, and what there is to choose. */
export const lateCancellation = [
  `${noticeDays}日前を過ぎてからのお手続きもお受けします。`,
  '更新日に終了するか、ただちに終了するかをお選びいただけます。',
] as const;

export const boxPromise = `契約の終了日から${returnBoxDays / 7}週間以内に返却用の箱をお送りします。`;

export const sendBackRequest = `箱が届いてから${sendBackDays / 7}週間以内に、デバイスをご返送ください。`;

/** The promise of the box to an owner whose devices may not have been shipped yet: then the shipment is withdrawn. */
export const boxIfHeld = `お手元にデバイスがある場合は、${boxPromise}`;

/** The same, and what its owner does then. */
export const returnIfHeld = boxIfHeld + sendBackRequest;

export const noRefund = 'お支払い済みの料金の返金・日割り精算はありません。';
