import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import { clock } from '../../adapters/clock';
import { defaultCard } from '../../adapters/stripe/cards';
import { cataloguePrices } from '../../adapters/stripe/catalogue-prices';
import { chargeBudget } from '../../adapters/stripe/client';
import { begunSubscription } from '../../adapters/stripe/shop-subscriptions';
import type { OpeningItem } from '../../adapters/users-table/openings';
import { leaseShop } from '../shops/lease-shop';
import { readBack } from '../shops/read-back';
import { claimCard } from '../cards/claim-card';
import { earlierSubscriptions, shopWith } from '../promotions/ordering-shop';
import { plannedPromotion } from '../promotions/planned-promotion';
import { quote } from '../promotions/quote';
import { decideSubscribing } from './decide-subscribing';
import { runOpening } from './run-opening';
import { plannedItems } from './shop-plan';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { nextSubscribeStep } from './subscribe-steps';
import { wantedDevices } from './wanted-devices';

export interface SubscribeRequest {
  userId: string;
  customerId: string;
  identity: IdempotencyIdentity;
  items: readonly { price: string; quantity: number }[];
  promoCode: string | undefined;
  /** If left out, the shop's default card pays. */
  paymentMethodId: string | undefined;
}

export interface SubscribedShop {
  shop: ShopRecord;
  subscriptionId: string;
  charge: Charge;
}

/** The paying card: the named one, otherwise the shop's default. */
async function payingCard({ userId, customerId, paymentMethodId }: SubscribeRequest, until: number): Promise<string> {
  if (paymentMethodId !== undefined) return (await claimCard(userId, customerId, paymentMethodId, { until })).id;
  const current = await defaultCard(customerId, { until });
  if (current === 'deleted') throw new CallError('SHOP_NOT_FOUND');
  if (!current.card) throw new CallError('PAYMENT_METHOD_MISSING');
  return current.card.id;
}

/** Decides everything to make, and refuses before anything is written. */
async function planSubscription(
  request: SubscribeRequest,
  until: number,
): Promise<Pick<OpeningItem, 'plan' | 'customerId'>> {
  const { userId, customerId, promoCode } = request;
  const total = wantedDevices(request.items, await cataloguePrices({ until }));
  const known = await earlierSubscriptions(customerId, { until });
  if (decideSubscribing(known).exists) throw new CallError('SUBSCRIPTION_EXISTS');
  const { prices, promotion } = await quote({ userId, shop: shopWith(customerId, known), quantity: total }, promoCode, {
    until,
  });
  const paymentMethodId = await payingCard(request, until);
  return {
    customerId,
    plan: {
      subscription: {
        items: plannedItems(total, prices),
        paymentMethodId,
        ...(promotion && { promotionCode: plannedPromotion(promotion) }),
      },
    },
  };
}

/**
 * The record with the current state of a payment that waited for the card's holder; undefined if the payment was
 * refused or has expired, so that the request begins anew.
 */
async function reviewPayment(opening: OpeningItem, until: number): Promise<OpeningItem | undefined> {
  if (opening.charge?.status !== 'requires_action' || opening.subscriptionId === undefined) return opening;
  const { firstPayment } = await begunSubscription(opening.subscriptionId, { until });
  return firstPayment.status === 'declined' || firstPayment.status === 'over'
    ? undefined
    : { ...opening, charge: firstPayment };
}

async function runInTurn(request: SubscribeRequest, until: number): Promise<OpeningItem> {
  const { userId, customerId, identity } = request;
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
 * runOpening). Of different concurrent requests only one begins a subscription: the shop's lease lets one work at a
 * time, and each reads Stripe first. Returns the changed shop.
 */
export async function createSubscription(request: SubscribeRequest): Promise<SubscribedShop> {
  const { userId, customerId } = request;
  const until = clock.now() + chargeBudget;
  const { id, subscriptionId, charge } = await runInTurn(request, until);
  if (subscriptionId === undefined || !charge) throw new Error(`The opening ${id} is done without a subscription`);
  return { shop: await readBack({ userId, customerId, until }), subscriptionId, charge };
}
