import { chargeBudget } from '#shared/constants';
import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { isUnconfirmed, trialDays, type SeenPrice } from '#shared/model/pricing';
import { clock } from '#functions/platform/clock';
import { defaultCard } from '#functions/billing/cards';
import { readSubscription } from '#functions/billing/live-subscription';
import { cataloguePrices } from '#functions/billing/catalogue';
import { isOver } from '#shared/model/subscription';
import { sum, yen } from '#shared/numbers';
import { stripe, idOf } from '#functions/platform/stripe/client';
import type { TrialCounts } from '#functions/platform/users-table';
import { livingUser } from '#functions/accounts/profiles-table';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { once } from '#functions/platform/once';
import type { Caller, ShopOwner } from '#functions/http/caller';
import { claimCard } from '#functions/billing/setup-intents';
import { plannedPromotion } from '#functions/billing/promotion-codes';
import { earlierSubscriptions, hasTrialLeft, shopWith } from '#functions/billing/ordering-shop';
import { checkSeenPrice, quote } from '#functions/billing/quote';
import type { ShopSubscription } from '#functions/billing/subscriptions';
import { leaseShop } from '#functions/platform/leases';
import { refreshChanged } from '#functions/shops/refresh-shop';
import { takeTrial, trialsOf } from './take-trial';
import {
  decideSubscribing,
  makeSubscription,
  type BegunOrder,
  type MadeOrder,
  type OrderPlan,
} from './make-subscription';
import { devicesOf, plannedItems, wantedDevices } from './opening-plan';

export interface SubscribeRequest {
  caller: ShopOwner & Pick<Caller, 'profile'>;
  customerId: string;
  identity: IdempotencyIdentity;
  items: readonly { price: string; quantity: number }[];
  promoCode?: string | undefined;
  /** If left out, the shop's default card pays. */
  paymentMethodId?: string | undefined;
  /** Whether the free trial was shown; if left out, what the shop's own subscriptions say. */
  trial?: boolean | undefined;
  seen?: SeenPrice | undefined;
}

export type SubscribedShop = BegunOrder & { shop: ShopRecord };

/** The paying card: the named one, otherwise the shop's default. */
async function payingCard({ caller, customerId, paymentMethodId }: SubscribeRequest, until: number): Promise<string> {
  if (paymentMethodId !== undefined) return (await claimCard(caller.userId, customerId, paymentMethodId, { until })).id;
  const current = await defaultCard(customerId, { until });
  if (current === 'deleted') throw new CallError('SHOP_NOT_FOUND');
  if (!current.card) throw new CallError('PAYMENT_METHOD_MISSING');
  return current.card.id;
}

/** Refuses an order beside what the shop's ended subscriptions owe; `owed` in yen. */
async function requirePaid(customerId: string, known: readonly ShopSubscription[], until: number): Promise<void> {
  if (!known.some(isOver)) return;
  const { data } = await stripe({ until }).invoices.list({ customer: customerId, status: 'open', limit: 100 });
  const open = data.flatMap(({ parent, amount_remaining: yenLeft }) => {
    const id = idOf(parent?.subscription_details?.subscription);
    return known.some((one) => one.id === id && isOver(one)) ? [{ id, yenLeft }] : [];
  });
  const owed = sum(open.map(({ yenLeft }) => yenLeft));
  if (owed === 0) return;
  const text = `この店舗の以前のご契約に、未払いのご請求（${yen(owed)}）があります。先に、そのご契約の画面でお支払いください。`;
  throw new CallError('SHOP_OWES', { text, details: { owed, subscriptionId: open[0]?.id } });
}

/** Decides everything to make, and refuses before anything is written. */
async function planSubscription(request: SubscribeRequest, trials: TrialCounts, until: number): Promise<OrderPlan> {
  const { caller, customerId, promoCode } = request;
  const total = wantedDevices(request.items, await cataloguePrices({ until }));
  const known = await earlierSubscriptions(customerId, { until });
  if (decideSubscribing(known).exists) throw new CallError('SUBSCRIPTION_EXISTS');
  await requirePaid(customerId, known, until);
  const shop = shopWith(customerId, known);
  const trial = shop.trial && hasTrialLeft(trials);
  // Who names no trial knows only the shop's own subscriptions.
  if (trial !== (request.trial ?? shop.trial)) throw new CallError('TRIAL_CHANGED');
  const order = { userId: caller.userId, shop: { ...shop, trial }, quantity: total };
  const { prices, promotion, pricing } = await quote(order, promoCode, { until });
  checkSeenPrice(request.seen, { ...pricing, trial });
  const paymentMethodId = await payingCard(request, until);
  const acceptance = caller.shops.find((one) => one.customerId === customerId)?.acceptance;
  return {
    customerId,
    ...(acceptance && { acceptance }),
    subscription: {
      items: plannedItems(total, prices),
      paymentMethodId,
      ...(trial && { trialDays }),
      ...(promotion && { promotionCode: plannedPromotion(promotion) }),
    },
  };
}

/**
 * Begins the subscription of an existing shop once, even if the same request arrives several times. If different
 * requests run at once, only one begins a subscription: the shop's lease lets one work at a time, and each reads Stripe
 * first. Returns the changed shop.
 */
export async function createSubscription(request: SubscribeRequest): Promise<SubscribedShop> {
  const { caller, customerId, identity } = request;
  const { userId } = caller;
  const until = clock.now() + chargeBudget;
  const begin = async (): Promise<BegunOrder> => {
    await using _lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
    return await once<OrderPlan, MadeOrder, BegunOrder>({
      userId,
      identity,
      until,
      async plan({ key, id }, before) {
        const trials = await trialsOf(userId);
        const fits = before && (before.plan.subscription.trialDays === undefined || hasTrialLeft(trials));
        const plan = fits ? before.plan : await planSubscription(request, trials, until);
        if (plan.subscription.trialDays === undefined) return { plan, writes: [livingUser(userId)] };
        const order = { key, id, devices: devicesOf(plan.subscription), hasCard: true };
        return { plan, writes: await takeTrial(userId, trials, order, until) };
      },
      run: makeSubscription,
      isUnconfirmed: ({ charge }) => isUnconfirmed(charge),
      async stands({ result }) {
        if (!result) return true;
        const live = await readSubscription(result.subscriptionId, { until });
        return live !== undefined && !isOver(live);
      },
    });
  };
  const begun = await begin();
  return { ...begun, shop: await refreshChanged({ userId, customerId, until }) };
}
