import { callBudget } from '#shared/constants';
import { CallError } from '#shared/errors';
import { legalTexts } from '#shared/model/legal-texts';
import { trialDays, type SeenPrice } from '#shared/model/pricing';
import type { Acceptance, ShopOnlyData, SubscribedShopData, SubscriptionData } from '#shared/model/shop-form';
import { clock } from '#functions/platform/clock';
import { livingUser } from '#functions/accounts/profiles-table';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { once, type Accepted } from '#functions/platform/once';
import type { Caller, Viewer } from '#functions/http/caller';
import { ownerOf } from '#functions/shops/shops-table';
import { requestInvoiceAddress, updateInvoiceAddress } from '#functions/shops/invoice-address';
import { consume } from '#functions/limits/limits';
import { plannedPromotion } from '#functions/billing/promotion-codes';
import { hasTrialLeft, newShop } from '#functions/billing/ordering-shop';
import { checkSeenPrice, quote } from '#functions/billing/quote';
import type { PlannedSubscription } from '#functions/billing/subscriptions';
import { takeTrial, trialsOf } from './take-trial';
import { makeShop, type MadeShop, type OpenedShop } from './make-shop';
import {
  consentText,
  devicesOf,
  onceName,
  plannedItems,
  shopOnlyCustomer,
  subscribedCustomer,
  type ShopCustomer,
  type ShopPlan,
} from './opening-plan';

type Owner = Pick<Caller, 'userId' | 'profile' | 'session'>;

interface NewShop {
  owner: Owner;
  identity: IdempotencyIdentity;
  acceptance: Acceptance | undefined;
  customer: ShopCustomer;
  /** The subscription to begin with, with the free trial or without; throws if it cannot be ordered. */
  order?: (trial: boolean, until: number) => Promise<PlannedSubscription>;
}

const day = 24 * 60 * 60;

function planOf(
  { owner, customer, acceptance }: NewShop,
  accepted: Accepted,
  subscription: PlannedSubscription | undefined,
): ShopPlan {
  const agreed = acceptance && {
    ...acceptance,
    termsHash: legalTexts.terms.sha256,
    privacyHash: legalTexts.privacy.sha256,
    acceptedAt: accepted.createdAt,
    ...(owner.session.impersonation && { by: owner.session.impersonation.by }),
  };
  return {
    customer: { ...customer, userId: owner.userId, madeBy: onceName(accepted), consent: consentText(agreed) },
    ...(agreed && { acceptance: agreed }),
    ...(subscription && { subscription }),
  };
}

/** Opens a shop once, even if the same request arrives several times. */
async function openShop(shop: NewShop): Promise<OpenedShop> {
  const { owner, identity, customer } = shop;
  const { userId } = owner;
  const until = clock.now() + callBudget;
  const opened = await once<ShopPlan, MadeShop, OpenedShop>({
    userId,
    identity,
    until,
    async plan(accepted, before) {
      const trials = await trialsOf(userId);
      const trial = hasTrialLeft(trials);
      const former = before?.plan.subscription;
      const fits = former && (former.trialDays !== undefined) === trial;
      const subscription = fits ? former : await shop.order?.(trial, until);
      const { key, id } = accepted;
      const order = subscription && { key, id, devices: devicesOf(subscription), hasCard: false };
      const writes = order && trial ? await takeTrial(userId, trials, order, until) : [livingUser(userId)];
      if (!before) await consume({ kind: 'shop', of: { user: userId } });
      return { plan: planOf(shop, accepted, subscription), writes };
    },
    run: makeShop,
    stands: async ({ result }) => !result || (await ownerOf(result.customerId)) === userId,
    // As long as its trial may be without a card (take-trial.ts).
    keptFor: (trialDays + 1) * day,
  });
  await updateInvoiceAddress(userId, opened.customerId, { sentTo: customer.email, until });
  return opened;
}

/** Opens a shop without a subscription; its bills go to the caller's own address. */
export const createShopOnly = (
  owner: Owner,
  { storeData, acceptance }: { storeData: ShopOnlyData; acceptance?: Acceptance | undefined },
  identity: IdempotencyIdentity,
): Promise<OpenedShop> =>
  openShop({ owner, identity, acceptance, customer: shopOnlyCustomer(storeData, owner.profile.email) });

export interface SubscribedShopRequest {
  storeData: SubscribedShopData;
  subscriptionData: SubscriptionData;
  acceptance?: Acceptance | undefined;
  /** Whether the free trial was shown; without it, there is one if the owner has one left. */
  trial?: boolean | undefined;
  seen?: SeenPrice | undefined;
}

/**
 * Opens a shop with a subscription: in its free trial, for which `clientSecret` saves the card, or paid at once by an
 * owner who has no trial left, for which it pays the first month. Another address than the account's own is asked by
 * mail whether it wants the invoices.
 */
export async function createShopWithSubscription(
  owner: Owner,
  { storeData, subscriptionData, acceptance, trial: shown, seen }: SubscribedShopRequest,
  { identity, from }: { identity: IdempotencyIdentity; from: Viewer },
): Promise<{ customerId: string; subscriptionId: string; clientSecret: string }> {
  const { userId, profile } = owner;
  const { revonizerQuantity: quantity, promoCode } = subscriptionData;
  const order = async (trial: boolean, until: number): Promise<PlannedSubscription> => {
    if (shown !== undefined && shown !== trial) throw new CallError('TRIAL_CHANGED');
    const ordered = { userId, shop: { ...newShop, trial }, quantity };
    const { prices, promotion, pricing } = await quote(ordered, promoCode, { until });
    checkSeenPrice(seen, { ...pricing, trial });
    return {
      items: plannedItems(quantity, prices),
      ...(trial && { trialDays }),
      ...(pricing.total === 0 && { isFree: true as const }),
      ...(promotion && { promotionCode: plannedPromotion(promotion) }),
    };
  };
  // Only the account's own address is proven: invoices go to another one after its click (decisions/accounts).
  const customer = { ...subscribedCustomer(storeData), email: profile.email };
  const { customerId, subscriptionId, clientSecret } = await openShop({ owner, identity, acceptance, customer, order });
  if (subscriptionId === undefined || !clientSecret)
    throw new Error(`The shop ${customerId} was opened without its subscription`);
  const { email } = storeData;
  if (email !== profile.email) await requestInvoiceAddress({ userId, customerId, email }, from.address);
  return { customerId, subscriptionId, clientSecret };
}
