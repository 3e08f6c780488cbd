import type { Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { monthsLater } from '#shared/model/japan-time';
import { trialDays, type PricedOrder, type Pricing, type QuantityPreview } from '#shared/model/pricing';

const day = 24 * 60 * 60 * 1000;

/** The payments of an order with their times; amounts in yen, tax included. */
export interface PaymentSchedule {
  /** The charge at the order, and its purpose. */
  today: { amount: number; is: 'trial' | 'first-month' | 'rest-of-period' };
  /**
   * The payment after that, in unix milliseconds. `after`: what follows, if the subscription ends.
   */
  next: { amount: number; at: number; after?: 'none' | 'until-the-end' } | 'none';
  /** Every month from then on. */
  monthly: number;
  /** Every month once the discount has ended; undefined without a discount. */
  afterDiscount: number | undefined;
  /** Which payments the discount is taken off, of an order with a promotion code. */
  discounted?: Pricing['discounted'];
}

const withoutDiscount = ({ discount, total }: Pick<Pricing, 'discount' | 'total'>): number | undefined =>
  discount > 0 ? total + discount : undefined;

/** The payments of a new subscription that is ordered now. `now` in unix milliseconds. */
export function scheduleOfOrder(
  pricing: Pick<PricedOrder, 'discount' | 'total' | 'discounted' | 'trial'>,
  now: number,
): PaymentSchedule {
  const { discount, total, discounted, trial } = pricing;
  const full = total + discount;
  const payments = discounted?.payments ?? Infinity;
  const second = payments > 1 ? total : full;
  return {
    today: trial ? { amount: 0, is: 'trial' } : { amount: total, is: 'first-month' },
    next: trial
      ? { amount: total, at: now + trialDays * day }
      : { amount: second, at: monthsLater(now / 1000, 1) * 1000 },
    monthly: second,
    afterDiscount: withoutDiscount(pricing),
    ...(discounted && { discounted }),
  };
}

/** No period is longer; seconds. */
const longestPeriod = 31 * 24 * 60 * 60;

/** The payments of a subscription whose quantities change now. */
export function scheduleOfChange(
  { dueNow, nextInvoice, monthly }: QuantityPreview,
  subscription: Pick<Subscription, 'cancel_at_period_end' | 'ends_at' | 'current_period_end'>,
): PaymentSchedule {
  const today = { amount: dueNow, is: 'rest-of-period' } as const;
  const endsAt = plannedEndOf(subscription);
  const isLast =
    subscription.cancel_at_period_end || (endsAt !== undefined && endsAt <= nextInvoice.date + longestPeriod);
  const next = { amount: nextInvoice.amount, at: nextInvoice.date * 1000 };
  if (isLast) {
    const none = subscription.cancel_at_period_end && nextInvoice.amount === 0;
    return { today, next: none ? 'none' : { ...next, after: 'none' }, monthly: 0, afterDiscount: undefined };
  }
  return {
    today,
    next: endsAt === undefined ? next : { ...next, after: 'until-the-end' },
    monthly: monthly.total,
    afterDiscount: withoutDiscount(monthly),
  };
}
