import { CallError } from '#shared/errors';
import {
  createCustomer,
  deleteCustomer,
  findCustomerMadeBy,
  isCustomerDeleted,
  makerOfCustomer,
} from '#functions/shops/customers';
import { toError, type OrderRefusal } from '#functions/billing/promotion-codes';
import {
  createSubscription,
  readCreated,
  subscriptionsOfShop,
  type CreatedSubscription,
  type PlannedSubscription,
} from '#functions/billing/subscriptions';
import { transact, type Write } from '#functions/platform/dynamodb/transaction';
import { forgetShop, ownershipWrites } from '#functions/shops/shops-table';
import { livingUser, readEmail } from '#functions/accounts/profiles-table';
import { readAccount } from '#functions/platform/cognito/accounts';
import { readOnce, Refused, unfinishedWrite, type Accepted, type Work } from '#functions/platform/once';
import { logger } from '#functions/platform/logger';
import { Unavailable } from '#functions/platform/unavailable';
import { updateInvoiceAddress } from '#functions/shops/invoice-address';
import { leaseShop } from '#functions/platform/leases';
import { refreshShop } from '#functions/shops/refresh-shop';
import { clearWay, refusalOfOrder } from './make-subscription';
import { newSubscription, onceName, parseOnceName, type ShopPlan } from './opening-plan';

/** What the request has made so far; `refusal`: Stripe refused the subscription, so the rest is being removed. */
export interface MadeShop {
  customerId: string;
  subscriptionId: string;
  clientSecret: string;
  refusal: OrderRefusal;
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
  const { plan, until, createdAt, resumedFrom } = work;
  const found = resumedFrom ? await findCustomerMadeBy(plan.customer, createdAt - clockSlack, { until }) : undefined;
  return found ?? (await createCustomer(plan.customer, work.stripe('customer')));
}

/** Notes the new customer as its user's shop, which other requests see from now on. */
async function noteCustomer(work: ShopWork, customerId: string): Promise<void> {
  const { userId, until } = work;
  if (await work.note({ customerId }, ownIt(userId, customerId, work))) return;
  await deleteCustomer(customerId, { until });
  throw new Refused(new CallError('NOT_SIGNED_IN'));
}

/**
 * The subscription that a request had made when it was cut off; undefined if it had made none. Then its owner may have
 * ordered another one meanwhile: if that one stands in the way, the request is refused for good and the shop stays.
 */
async function madeBefore(work: ShopWork, customerId: string): Promise<CreatedSubscription | undefined> {
  const { plan, until } = work;
  const all = await subscriptionsOfShop(customerId, { until });
  const mine = all.find((one) => one.madeBy === onceName(work));
  if (mine) return readCreated(mine.id, { until });
  const blocked = await clearWay(all, plan.subscription?.trialDays !== undefined, until);
  if (!blocked) return undefined;
  throw new Refused(new CallError(blocked));
}

async function addSubscription(work: ShopWork, customerId: string, planned: PlannedSubscription): Promise<void> {
  const { until } = work;
  const { trialDays, isFree } = planned;
  try {
    const found = work.resumedFrom ? await madeBefore(work, customerId) : undefined;
    // Without a trial it begins only when a card has paid, if there is anything to pay.
    const wanted = newSubscription(work, customerId, planned, trialDays === undefined && !isFree);
    await work.note({ ...(found ?? (await createSubscription(wanted, work.stripe('subscription')))) });
  } catch (error) {
    const refusal = await refusalOfOrder(error, planned, { customerId, until });
    if (!refusal) throw error;
    await work.note({ refusal });
  }
}

/** Whether the owner ordered something for the shop since the request was cut off; not if that removed it already. */
async function isUsed(work: ShopWork, customerId: string): Promise<boolean> {
  const options = { until: work.until };
  const all = await subscriptionsOfShop(customerId, options).catch(async (error: unknown) => {
    if (await isCustomerDeleted(error, customerId, options)) return [];
    throw error;
  });
  return all.some((one) => one.madeBy !== onceName(work));
}

/** Removes the customer and the shop, so that nothing of a refused request remains; a shop that is used stays. */
async function removeShop(work: ShopWork, customerId: string, refusal: OrderRefusal): Promise<never> {
  const { userId, until, resumedFrom } = work;
  if (refusal.code === 'SHOP_NOT_FOUND' || !resumedFrom || !(await isUsed(work, customerId))) {
    await deleteCustomer(customerId, { until });
    await forgetShop(userId, customerId);
  }
  throw new Refused(toError(refusal));
}

/** Reads the shop for its snapshot; if Stripe is unavailable now, the next list reads it. False: it was deleted. */
async function showShop({ userId, until }: ShopWork, customerId: string): Promise<boolean> {
  try {
    return (await refreshShop(userId, customerId, { until })) !== undefined;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    logger.warn('a new shop could not be refreshed', { customerId, error });
    return true;
  }
}

/**
 * Makes a shop: its customer, which is owned at once, then its subscription. What is noted is not made again. It holds
 * the shop's lease before others see the shop, so that no other order can begin beside this one.
 */
export async function makeShop(work: ShopWork): Promise<OpenedShop> {
  const { userId, plan, made } = work;
  const { subscription } = plan;
  const customerId = made.customerId ?? (await makeCustomer(work));
  await using _lease = subscription && (await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' }));
  if (made.customerId === undefined) await noteCustomer(work, customerId);
  if (subscription && work.made.subscriptionId === undefined && !work.made.refusal)
    await addSubscription(work, customerId, subscription);
  const { refusal, subscriptionId, clientSecret } = work.made;
  if (refusal) return await removeShop(work, customerId, refusal);
  if (!(await showShop(work, customerId))) throw new Refused(new CallError('SHOP_NOT_FOUND'));
  return { customerId, ...(subscriptionId !== undefined && { subscriptionId, clientSecret: clientSecret ?? '' }) };
}

/**
 * Whether a customer's user is gone, with the record of the request that made it. Cognito says so, because a table that
 * was restored may lack both; and a customer with a subscription is never taken for one that was cut off.
 */
const isOrphan = async (userId: string, customerId: string): Promise<boolean> =>
  (await readEmail(userId)) === undefined &&
  (await readAccount(userId)) === undefined &&
  (await subscriptionsOfShop(customerId, {})).length === 0;

/** Whether a customer of a cut-off request becomes its user's shop; it is deleted if it can be nobody's. */
async function becameShop(userId: string, name: Pick<Accepted, 'key' | 'id'>, customerId: string): Promise<boolean> {
  const request = await readOnce<ShopPlan, MadeShop, OpenedShop>(userId, name.key);
  if (request?.id !== name.id) {
    if (await isOrphan(userId, customerId)) await deleteCustomer(customerId);
    return false;
  }
  const outcome = await transact([
    unfinishedWrite(userId, name, 'customerId', { made: { customerId } }),
    ...ownIt(userId, customerId, request),
  ]);
  if (outcome.written) await updateInvoiceAddress(userId, customerId, { sentTo: request.plan.customer.email });
  else if (request.state === 'refused' || outcome.failed.slice(1).includes(true)) await deleteCustomer(customerId);
  return outcome.written;
}

/**
 * A customer without an owner may belong to a request that was cut off before it could note it: it becomes the shop of
 * the request's user, whose retry goes on from there, and is not made twice. Returns that user's id, if any.
 */
export async function adoptCustomer(customerId: string): Promise<string | undefined> {
  const maker = await makerOfCustomer(customerId);
  const name = maker && parseOnceName(maker.madeBy);
  if (!maker || !name) return undefined;
  const adopted = await becameShop(maker.userId, name, customerId);
  logger.info('customer of an unfinished request seen', { customerId, adopted });
  return adopted ? maker.userId : undefined;
}
