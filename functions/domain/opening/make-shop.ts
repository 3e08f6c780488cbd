import { CallError } from '#shared/errors';
import {
  createCustomer,
  deleteCustomer,
  findCustomerOfOpening,
  originOfCustomer,
} from '../../adapters/stripe/customers';
import { createSubscription, findSubscriptionOfOpening } from '../../adapters/stripe/subscriptions';
import { isCustomerGone, isInvalid, isPromotionRefused } from '../../adapters/stripe/to-call-error';
import { transact, type Write } from '../../adapters/dynamodb/transaction';
import { forgetShop, ownershipWrites } from '../../adapters/users-table/shops';
import { livingUser } from '../../adapters/users-table/profiles';
import { noteWrite, readOnce, RefusedForGood, type Accepted, type Work } from '../../platform/once';
import { logger } from '../../runtime/logger';
import { Unavailable } from '../../runtime/unavailable';
import { settleInvoiceAddress } from '../invoice-address/settle-invoice-address';
import { refusalOfCode } from '../pricing/judge-promo-code';
import { renewSnapshot } from '../shops/renew-snapshot';
import { giveTrialBack } from './admit-opening';
import {
  consentText,
  openingName,
  parseOpeningName,
  toError,
  type PlannedSubscription,
  type Refusal,
  type ShopPlan,
} from './opening-plan';

/** What the request has made so far; `refusal`: Stripe refused the subscription, so the rest is being removed. */
export interface MadeShop {
  customerId: string;
  subscriptionId: string;
  clientSecret: string;
  refusal: Refusal;
}

/** The result of a request. `clientSecret`: of the intent that saves the trial's card, or pays the first month. */
export interface OpenedShop {
  customerId: string;
  subscriptionId?: string;
  clientSecret?: string;
}

type ShopWork = Work<ShopPlan, MadeShop>;

/** The largest difference expected between Stripe's clock and ours, in seconds. */
const clockSlack = 300;

/** A customer becomes its user's shop, as long as there is an account. */
const ownIt = (
  userId: string,
  customerId: string,
  { createdAt, plan: { acceptance } }: Pick<ShopWork, 'createdAt' | 'plan'>,
): Write[] => [
  livingUser(userId),
  ...ownershipWrites(userId, { customerId, createdAt, ...(acceptance && { acceptance }) }),
];

async function makeCustomer(work: ShopWork): Promise<string> {
  const { userId, plan, until, createdAt } = work;
  const found = work.resumed
    ? await findCustomerOfOpening(plan.customer, createdAt - clockSlack, { until })
    : undefined;
  const customerId = found ?? (await createCustomer(plan.customer, work.stripe('customer')));
  if (await work.note({ customerId }, ownIt(userId, customerId, work))) return customerId;
  await deleteCustomer(customerId, { until });
  throw new RefusedForGood(new CallError('NOT_SIGNED_IN'));
}

/**
 * The permanent refusal for Stripe's error to a new subscription; undefined if another try may succeed. Every request
 * that Stripe refuses ends, so that nothing of it remains; the error decides only the text.
 */
export async function refusalOfOrder(
  error: unknown,
  { promotionCode }: Pick<PlannedSubscription, 'promotionCode'>,
  { customerId, until }: { customerId: string; until: number },
): Promise<Refusal | undefined> {
  if (!isInvalid(error)) return undefined;
  if (isCustomerGone(error)) return { code: 'SHOP_NOT_FOUND' };
  if (promotionCode && isPromotionRefused(error)) return refusalOfCode(promotionCode.code, customerId, until);
  logger.error('Stripe refuses a subscription for another reason than its promotion code or card', { error });
  return { code: 'ORDER_REFUSED' };
}

async function makeSubscription(work: ShopWork, customerId: string, planned: PlannedSubscription): Promise<void> {
  const { plan, until } = work;
  const { items, trialDays, promotionCode } = planned;
  const opening = openingName(work);
  try {
    const found = work.resumed ? await findSubscriptionOfOpening(customerId, opening, { until }) : undefined;
    const wanted = {
      customerId,
      userId: work.userId,
      opening,
      items,
      consent: consentText(plan.acceptance),
      // Without a trial it begins only when a card has paid.
      hasCard: trialDays === undefined,
      ...(trialDays !== undefined && { trialDays }),
      ...(promotionCode && { promotion: promotionCode }),
    };
    await work.note({ ...(found ?? (await createSubscription(wanted, work.stripe('subscription')))) });
  } catch (error) {
    const refusal = await refusalOfOrder(error, planned, { customerId, until });
    if (!refusal) throw error;
    await work.note({ refusal });
  }
}

/** Removes the customer and the shop, so that nothing of a refused request remains. */
async function removeShop({ userId, plan, id, until }: ShopWork, customerId: string, refusal: Refusal): Promise<never> {
  await deleteCustomer(customerId, { until });
  await forgetShop(userId, customerId);
  const tookTrial = plan.subscription?.trialDays !== undefined;
  // A shop that was deleted meanwhile may have begun its trial.
  const given = tookTrial && refusal.code !== 'SHOP_NOT_FOUND' ? await giveTrialBack(userId, id) : [];
  throw new RefusedForGood(toError(refusal), given);
}

/** Reads the shop for its snapshot; if Stripe is unavailable now, the next list reads it. False: it was deleted. */
async function showShop({ userId, until }: ShopWork, customerId: string): Promise<boolean> {
  try {
    return (await renewSnapshot(userId, customerId, { until })) !== undefined;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    logger.warn('a new shop could not be read back', { customerId, error });
    return true;
  }
}

/** Makes a shop: its customer, which is owned at once, then its subscription. What is noted is not made again. */
export async function makeShop(work: ShopWork): Promise<OpenedShop> {
  const { subscription } = work.plan;
  const customerId = work.made.customerId ?? (await makeCustomer(work));
  if (subscription && work.made.subscriptionId === undefined && !work.made.refusal)
    await makeSubscription(work, customerId, subscription);
  const { refusal, subscriptionId, clientSecret } = work.made;
  if (refusal) return removeShop(work, customerId, refusal);
  if (!(await showShop(work, customerId))) throw new RefusedForGood(new CallError('SHOP_NOT_FOUND'));
  return { customerId, ...(subscriptionId !== undefined && { subscriptionId, clientSecret: clientSecret ?? '' }) };
}

/** Whether a customer of a cut-off request becomes its user's shop; it is deleted if it can be nobody's. */
async function becameShop(userId: string, name: Pick<Accepted, 'key' | 'id'>, customerId: string): Promise<boolean> {
  const opening = await readOnce<ShopPlan, MadeShop, OpenedShop>(userId, name.key);
  if (opening?.id !== name.id) return false;
  const outcome = await transact([
    noteWrite(userId, name, { customerId }, 'customerId'),
    ...ownIt(userId, customerId, opening),
  ]);
  if (outcome.written) await settleInvoiceAddress(userId, customerId, { sentTo: opening.plan.customer.email });
  else if (opening.state === 'refused' || outcome.failed.slice(1).includes(true)) await deleteCustomer(customerId);
  return outcome.written;
}

/**
 * A customer at Stripe without an owner may belong to a request that was cut off before it could note it. Then it
 * becomes the shop of the user who made the request, and that user's retry goes on from there. Returns that user's id;
 * undefined for any other customer.
 */
export async function adoptCustomer(customerId: string): Promise<string | undefined> {
  const origin = await originOfCustomer(customerId);
  const name = origin && parseOpeningName(origin.opening);
  if (!origin || !name) return undefined;
  const adopted = await becameShop(origin.userId, name, customerId);
  logger.info('customer of an unfinished opening seen', { customerId, adopted });
  return adopted ? origin.userId : undefined;
}
