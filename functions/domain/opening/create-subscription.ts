import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge, SeenPrice } from '#shared/model/pricing';
import { clock } from '../../adapters/clock';
import { defaultCard } from '../../adapters/stripe/cards';
import { cataloguePrices } from '../../adapters/stripe/catalogue-prices';
import { chargeBudget } from '../../adapters/stripe/client';
import { begunSubscription, type ShopSubscription } from '../../adapters/stripe/shop-subscriptions';
import type { OpeningItem } from '../../adapters/users-table/openings';
import type { Caller } from '../caller';
import type { ShopOwner } from '../shops/find-shop';
import { leaseShop } from '../shops/lease-shop';
import { readBack } from '../shops/read-back';
import { claimCard } from '../cards/claim-card';
import { checkSeenPrice } from '../promotions/check-seen-price';
import { earlierSubscriptions, shopWith, type OrderingShop } from '../promotions/ordering-shop';
import { currentPlace } from '../promotions/trial-of-order';
import { plannedPromotion } from '../promotions/planned-promotion';
import { quote } from '../promotions/quote';
import { decideSubscribing } from './decide-subscribing';
import { isTrialUsed, trialChanged, type TrialPlace } from '../trials/trial-claims';
import type { Used } from './admit-opening';
import { runOpening } from './run-opening';
import { plannedItems } from './shop-plan';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { nextSubscribeStep } from './subscribe-steps';
import { wantedDevices } from './wanted-devices';

export interface SubscribeRequest {
  caller: ShopOwner & Pick<Caller, 'profile'>;
  customerId: string;
  identity: IdempotencyIdentity;
  items: readonly { price: string; quantity: number }[];
  promoCode: string | undefined;
  /** If left out, the shop's default card pays. */
  paymentMethodId: string | undefined;
  /** Whether the free trial was shown; if left out, what the shop's own subscriptions say. */
  trial: boolean | undefined;
  /** The price that was shown. */
  seen: SeenPrice | undefined;
}

export interface SubscribedShop {
  shop: ShopRecord;
  subscriptionId: string;
  charge: Charge;
}

/** The paying card: the named one, otherwise the shop's default. */
async function payingCard({ caller, customerId, paymentMethodId }: SubscribeRequest, until: number): Promise<string> {
  if (paymentMethodId !== undefined) return (await claimCard(caller.userId, customerId, paymentMethodId, { until })).id;
  const current = await defaultCard(customerId, { until });
  if (current === 'deleted') throw new CallError('SHOP_NOT_FOUND');
  if (!current.card) throw new CallError('PAYMENT_METHOD_MISSING');
  return current.card.id;
}

/**
 * The ordering shop, and the place whose trial it uses, if its order has one. Throws TRIAL_CHANGED if that is not what
 * was shown.
 */
async function decideTrial(
  { caller, customerId, trial: shown }: SubscribeRequest,
  known: readonly ShopSubscription[],
  until: number,
): Promise<{ shop: OrderingShop; place: TrialPlace | undefined }> {
  const shop = shopWith(customerId, known);
  const place = shop.trial ? await currentPlace(caller.userId, customerId, { until }) : undefined;
  const trial = shop.trial && !(place && (await isTrialUsed(caller.userId, place)));
  if (trial !== (shown ?? shop.trial)) throw trialChanged({ newShop: false });
  return { shop: { ...shop, trial }, place: trial ? place : undefined };
}

/** Decides everything to make, and refuses before anything is written. */
async function planSubscription(
  request: SubscribeRequest,
  until: number,
): Promise<Pick<OpeningItem, 'plan' | 'customerId'> & { uses: Used }> {
  const { caller, customerId, promoCode } = request;
  const total = wantedDevices(request.items, await cataloguePrices({ until }));
  const known = await earlierSubscriptions(customerId, { until });
  if (decideSubscribing(known).exists) throw new CallError('SUBSCRIPTION_EXISTS');
  const { shop, place } = await decideTrial(request, known, until);
  const order = { userId: caller.userId, shop, quantity: total };
  const { prices, promotion, pricing } = await quote(order, promoCode, { until });
  checkSeenPrice(request.seen, { ...pricing, trial: shop.trial });
  const paymentMethodId = await payingCard(request, until);
  const acceptance = caller.shops.find((one) => one.customerId === customerId)?.acceptance;
  return {
    customerId,
    uses: { shop: false, ...(place && { trial: place }) },
    plan: {
      ...(acceptance && { acceptance }),
      subscription: {
        items: plannedItems(total, prices),
        paymentMethodId,
        trial: shop.trial,
        ...(promotion && { promotionCode: plannedPromotion(promotion) }),
      },
    },
  };
}

/**
 * The record with the current state of a payment that waited for the card's holder; undefined if the payment was
 * refused or has expired, so that the request begins again.
 */
async function reviewPayment(opening: OpeningItem, until: number): Promise<OpeningItem | undefined> {
  if (opening.charge?.status !== 'requires_action' || opening.subscriptionId === undefined) return opening;
  const { firstPayment } = await begunSubscription(opening.subscriptionId, { until });
  return firstPayment.status === 'declined' || firstPayment.status === 'over'
    ? undefined
    : { ...opening, charge: firstPayment };
}

async function runInTurn(request: SubscribeRequest, until: number): Promise<OpeningItem> {
  const { caller, customerId, identity } = request;
  const { userId } = caller;
  await using _lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
  return await runOpening({
    userId,
    identity,
    until,
    plan: () => planSubscription(request, until),
    next: nextSubscribeStep,
    review: (opening) => reviewPayment(opening, until),
  });
}

/**
 * Begins the subscription of an existing shop exactly once, even if the same request arrives several times (see
 * runOpening). If different requests run at once, only one begins a subscription: the shop's lease lets one work at a
 * time, and each reads Stripe first. Returns the changed shop.
 */
export async function createSubscription(request: SubscribeRequest): Promise<SubscribedShop> {
  const { caller, customerId } = request;
  const { userId } = caller;
  const until = clock.now() + chargeBudget;
  const { id, subscriptionId, charge } = await runInTurn(request, until);
  if (subscriptionId === undefined || !charge) throw new Error(`The opening ${id} is done without a subscription`);
  const shop = await readBack({ userId, customerId, until });
  return { shop, subscriptionId, charge };
}
