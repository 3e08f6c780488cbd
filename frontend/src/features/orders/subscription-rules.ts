import type { Subscription, ShopRecord } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { daysBetweenInJapan } from '#shared/model/japan-time';
import { isForeseen, isOver, isRenewable, isRunning, isOnHold } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import type { PriceLine } from './order/price-breakdown';

type Discount = NonNullable<Subscription['discounts']>[number];

/** The discounts that lower the next payment. */
export const activeDiscounts = ({
  discounts,
  current_period_end: next,
}: Pick<Subscription, 'discounts' | 'current_period_end'>): Discount[] =>
  discounts.filter(({ amount, end }) => amount > 0 && (end === null || end > next));

/** The monthly price in yen, tax included, as the next payment has it: its parts, the discount, and the total. */
export function monthlyPrice(subscription: Pick<Subscription, 'items' | 'discounts' | 'current_period_end'>): {
  breakdown: PriceLine[];
  discount: number;
  total: number;
} {
  const breakdown = subscription.items.map(({ product, quantity, amount }) => ({
    tier: product.tier,
    name: product.name,
    quantity,
    unitAmount: amount,
    amount: amount * quantity,
  }));
  const full = sum(breakdown.map(({ amount }) => amount));
  const discount = Math.min(full, sum(activeDiscounts(subscription).map(({ amount }) => amount)));
  return { breakdown, discount, total: full - discount };
}

/** Whether a next payment follows: it is running, it is to be charged, and it is not to end at its renewal. */
export const renews = (subscription: Pick<Subscription, 'status' | 'arrangement' | 'cancel_at_period_end'>): boolean =>
  isForeseen(subscription) && !subscription.cancel_at_period_end;

/** A day that an owner should know, in unix seconds, and its name. */
export interface NextDate {
  label: string;
  at: number;
}

/**
 * The end of the current period as its owner knows it, in unix seconds: the subscription renews then, or ends.
 * Undefined if it does neither by itself: before its first payment, paused, or over.
 */
export function nextDateOf(subscription: Subscription): NextDate | undefined {
  const { cancel_at_period_end: ends, current_period_end: at } = subscription;
  if (!isRenewable(subscription)) return undefined;
  return ends ? { label: '契約終了日', at: plannedEndOf(subscription) ?? at } : { label: '次回更新日', at };
}

/** Unix seconds of the end of a trial that lies ahead (spec 9), else undefined. `now` in unix milliseconds. */
export const trialAhead = (
  subscription: Pick<Subscription, 'trial_end' | 'status'>,
  now: number,
): number | undefined => {
  const { trial_end: end } = subscription;
  return end !== null && end * 1000 > now && !isOver(subscription) ? end : undefined;
};

/** Today or tomorrow in words, if a trial ends then. `now` in unix milliseconds. */
export function lastDayOfTrial(
  subscription: Pick<Subscription, 'trial_end' | 'status'>,
  now: number,
): string | undefined {
  const end = trialAhead(subscription, now);
  return end === undefined ? undefined : ['本日', '明日'][daysBetweenInJapan(now / 1000, end)];
}

/** The same, of one that does not end then anyway: a notice has the moment (trial-ending.tsx). */
export const trialNoticeDay = (subscription: Subscription, now: number): string | undefined =>
  subscription.cancel_at_period_end || subscription.arrangement ? undefined : lastDayOfTrial(subscription, now);

/** Whether its payments begin at the end of its trial, without anything to do. */
export const paysAfterTrial = ({
  cancel_at_period_end: ends,
  default_payment_method: method,
  arrangement,
}: Pick<Subscription, 'cancel_at_period_end' | 'default_payment_method' | 'arrangement'>): boolean =>
  !ends && method !== null && !arrangement;

const rentsDevices = ({ items }: Subscription): boolean => items.some(({ product }) => product.tier !== undefined);

type WithSubscriptions = Pick<ShopRecord, 'subscriptions'>;

/**
 * The shop's running subscription of devices, if there is one: active or in its trial, with a product of the catalogue
 * (spec 4, New-subscription wizard).
 */
export const runningDeviceSubscription = ({ subscriptions }: WithSubscriptions): Subscription | undefined =>
  subscriptions.find((one) => isRunning(one) && rentsDevices(one));

/** A subscription of devices that must be paid or resumed first: the server creates no second one beside it. */
export const deviceSubscriptionOnHold = ({ subscriptions }: WithSubscriptions): Subscription | undefined =>
  subscriptions.find((one) => isOnHold(one) && rentsDevices(one));
