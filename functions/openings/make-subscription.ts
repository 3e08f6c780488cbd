import { CallError } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import { isOver, hasTrialAhead, isAbandoned } from '#shared/model/subscription';
import {
  begunSubscription,
  beginSubscription,
  subscriptionsOfShop,
  cancelIncomplete,
  type BegunSubscription,
  type PaidSubscription,
  type PlannedSubscription,
  type ShopSubscription,
} from '#functions/billing/subscriptions';
import { isCardGone, isCustomerGone, isInvalid, isPromotionRefused } from '#functions/platform/stripe/errors';
import { isCustomerDeleted } from '#functions/shops/customers';
import { Refused, type Work } from '#functions/platform/once';
import { logger } from '#functions/platform/logger';
import { refusalOfCode, toError, type OrderRefusal } from '#functions/billing/promotion-codes';
import { newSubscription, type ShopPlan } from './opening-plan';

/** The subscription to make for a shop that is there already, decided once. */
export interface OrderPlan {
  customerId: string;
  acceptance?: NonNullable<ShopPlan['acceptance']>;
  subscription: PlannedSubscription & { paymentMethodId: string };
}

/** `refusal`: it was refused for good, and what was made is being removed. */
export interface MadeOrder {
  refusal: OrderRefusal;
}

/** The result of an order; with `requires_action` the card's holder has to confirm the payment. */
export interface BegunOrder {
  subscriptionId: string;
  charge: Charge;
}

type OrderWork = Work<OrderPlan, MadeOrder>;

/** What blocks a new subscription, and what has to happen before it. */
export interface Subscribing {
  /** The shop rents devices already. */
  exists: boolean;
  /** Begun and never paid: they are withdrawn first. */
  abandoned: ShopSubscription[];
  /** It would be the shop's first, which can have the free trial. */
  first: boolean;
}

/**
 * Decides about a new subscription of devices by the other subscriptions that the shop has or had. A subscription whose
 * first payment was never made does not block it, and does not count as the shop's first.
 */
export function decideSubscribing(others: readonly ShopSubscription[]): Subscribing {
  const renting = others.filter((one) => one.rents && !isOver(one));
  const abandoned = renting.filter(isAbandoned);
  return { exists: renting.length > abandoned.length, abandoned, first: hasTrialAhead(others) };
}

const wantedOf = (work: OrderWork): PaidSubscription =>
  newSubscription(work, work.plan.customerId, work.plan.subscription, true);

/** The permanent refusal for an error from Stripe; undefined if another try may succeed. */
async function refusalFor(error: unknown, { plan, until }: OrderWork): Promise<OrderRefusal | undefined> {
  if (isCardGone(error)) return { code: 'PAYMENT_METHOD_NOT_FOUND' };
  if (error instanceof CallError && error.code === 'CARD_DECLINED') return { code: error.code, text: error.message };
  return refusalOfOrder(error, plan.subscription, { customerId: plan.customerId, until });
}

/** Removes the unpaid subscriptions in the way, under the shop's lease. Returns why it cannot begin, if so. */
export async function clearWay(
  others: readonly ShopSubscription[],
  trial: boolean,
  until: number,
): Promise<'SUBSCRIPTION_EXISTS' | 'TRIAL_CHANGED' | undefined> {
  const { exists, abandoned, first } = decideSubscribing(others);
  if (exists) return 'SUBSCRIPTION_EXISTS';
  for (const one of abandoned) if (!(await cancelIncomplete(one, { until }))) return 'SUBSCRIPTION_EXISTS';
  return trial && !first ? 'TRIAL_CHANGED' : undefined;
}

/** The permanent refusal for Stripe's error to a new subscription; undefined if another try may succeed. */
export async function refusalOfOrder(
  error: unknown,
  { promotionCode }: Pick<PlannedSubscription, 'promotionCode'>,
  { customerId, until }: { customerId: string; until: number },
): Promise<OrderRefusal | undefined> {
  if (!isInvalid(error)) return undefined;
  if (isCustomerGone(error))
    return (await isCustomerDeleted(error, customerId, { until })) ? { code: 'SHOP_NOT_FOUND' } : undefined;
  if (promotionCode && isPromotionRefused(error)) return refusalOfCode(promotionCode.code, customerId, until);
  logger.error('Stripe refuses a subscription for another reason than its promotion code or card', { error });
  return { code: 'ORDER_REFUSED' };
}

const isLost = ({ firstPayment: { status } }: BegunSubscription): boolean => status === 'declined' || status === 'over';

/**
 * Begins the subscription. Reads Stripe first, at every try: a lost response may have begun it, or another order. A
 * failed first payment begins again, under a key with the number of earlier tries, because Stripe repeats its old
 * response.
 */
async function begin(work: OrderWork): Promise<BegunSubscription | OrderRefusal> {
  const { until, resumedFrom } = work;
  const wanted = wantedOf(work);
  const all = await subscriptionsOfShop(wanted.customerId, { until });
  const mine = all.filter((one) => one.madeBy === wanted.madeBy);
  const made = mine.find((one) => one.status !== 'incomplete_expired');
  const begun = made && (await begunSubscription(made.id, { until }));
  if (begun && !(resumedFrom === 'unconfirmed' && isLost(begun))) return begun;
  const others = all.filter((one) => !mine.includes(one) || one === made);
  const trial = wanted.trialDays !== undefined;
  const blocked = await clearWay(others, trial, until);
  if (blocked === 'SUBSCRIPTION_EXISTS') throw new CallError(blocked);
  if (blocked) return { code: blocked };
  try {
    return await beginSubscription(wanted, work.stripe(`${trial ? 'trial' : 'paid'}-${mine.length}`));
  } catch (error) {
    const refusal = await refusalFor(error, work);
    if (!refusal) throw error;
    return refusal;
  }
}

/** Removes a refused subscription, so that it cannot be charged; one that was paid after all stays. */
async function withdraw(work: OrderWork, refusal: OrderRefusal): Promise<BegunOrder> {
  const { id, until } = work;
  const { customerId, madeBy } = wantedOf(work);
  const mine = (await subscriptionsOfShop(customerId, { until })).filter(
    (one) => one.madeBy === madeBy && one.status === 'incomplete',
  );
  for (const one of mine) {
    if (await cancelIncomplete(one, { until })) continue;
    const { subscriptionId, firstPayment } = await begunSubscription(one.id, { until });
    if (firstPayment.status === 'paid') return { subscriptionId, charge: firstPayment };
    throw new Error(`The subscription ${one.id} of the order ${id} is neither paid nor gone`);
  }
  throw new Refused(toError(refusal));
}

/** Gives a shop its subscription, paid by the planned card or in its free trial. */
export async function makeSubscription(work: OrderWork): Promise<BegunOrder> {
  if (work.made.refusal) return withdraw(work, work.made.refusal);
  const begun = await begin(work);
  let refusal: OrderRefusal;
  if ('code' in begun) refusal = begun;
  else {
    const { subscriptionId, firstPayment } = begun;
    if (firstPayment.status !== 'declined' && firstPayment.status !== 'over')
      return { subscriptionId, charge: firstPayment };
    refusal = {
      code: 'CARD_DECLINED',
      ...(firstPayment.status === 'declined' && { text: firstPayment.refusal.message }),
    };
  }
  await work.note({ refusal });
  return withdraw(work, refusal);
}
