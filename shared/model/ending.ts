import * as z from 'zod/mini';
import type { Subscription } from './customer';
import { isOver, isRenewable } from './subscription-status';

/** Days before its end by which a cancellation should be requested (spec 9). It is told, not enforced. */
export const noticeDays = 30;

/** Days after a subscription's end within which the box for its devices is sent (spec 1: within one week). */
export const returnBoxDays = 7;

/** Days after the arrival of that box within which the devices are sent back. */
export const sendBackDays = 7;

const day = 86_400;

/** When the box for the devices is sent at the latest, and when they go back; unix seconds. */
export const returnTimes = (endsAt: number): { boxBy: number; returnBy: number } => ({
  boxBy: endsAt + returnBoxDays * day,
  returnBy: endsAt + (returnBoxDays + sendBackDays) * day,
});

/** The planned end of a subscription in unix seconds; undefined for none. */
export const plannedEndOf = ({ ends_at }: Pick<Subscription, 'ends_at'>): number | undefined => ends_at ?? undefined;

const endingWays = ['renewal', 'now'] as const;
export type EndingWay = (typeof endingWays)[number];

/**
 * How a subscription can end: at its renewal (the auto-renewal switch, spec 4), or at once and for good. One that has
 * not begun or is paused has no renewal; one that ends already has its end. `endsAt`: unix seconds, null for none.
 */
export function waysToEnd(subscription: { status: string; endsAt: number | null }): EndingWay[] {
  if (isOver(subscription)) return [];
  return isRenewable(subscription) && subscription.endsAt === null ? ['renewal', 'now'] : ['now'];
}

/** The ways to end a subscription, and what each still costs. Amounts in yen, times in unix seconds. */
export const endingPreviewSchema = z.object({
  ways: z.array(
    z.object({
      way: z.enum(endingWays),
      endsAt: z.number(),
      /** What Stripe still charges until and after this end, oldest first, by its own previews; none of 0 yen. */
      charges: z.array(z.object({ at: z.number(), amount: z.number() })),
      /** Already paid for the time after this end, and not refunded. */
      unrefunded: z.number(),
    }),
  ),
  /** Invoices that are late; owed either way. */
  owed: z.number(),
});
export type EndingPreview = z.output<typeof endingPreviewSchema>;
