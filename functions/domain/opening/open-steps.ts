import { CallError } from '#shared/errors';
import { trialDays } from '#shared/model/pricing';
import { createCustomer, deleteCustomer, findCustomerOfOpening } from '../../adapters/stripe/customers';
import {
  createSubscription,
  findSubscriptionOfOpening,
  type NewSubscription,
} from '../../adapters/stripe/subscriptions';
import { deleteOpening, recordCustomer, type OpeningItem } from '../../adapters/users-table/openings';
import { forgetShop } from '../../adapters/users-table/shops';
import { logger } from '../../runtime/logger';
import { Unavailable } from '../../runtime/unavailable';
import { renewSnapshot } from '../shops/renew-snapshot';
import { consentText } from './consent-text';
import { openingName } from './opening-name';
import { refusalOfOrder } from './refused-order';
import { releaseTrial } from '../trials/trial-claims';
import { end, record, writeOptions, type Step } from './work';

/** The largest difference expected between Stripe's clock and ours, in seconds. */
const clockSlack = 300;

/**
 * Removes a customer, and the record that made it, after its account was deleted or is being deleted. Safe to repeat.
 */
export async function dropOpening(
  userId: string,
  opening: Pick<OpeningItem, 'key'>,
  customerId: string,
  until?: number,
): Promise<void> {
  await deleteCustomer(customerId, { until });
  await deleteOpening(userId, opening.key);
}

const makeCustomer: Step = async (work) => {
  const { opening, userId, until } = work;
  const { customer, acceptance } = opening.plan;
  if (!customer) throw new Error(`The opening ${opening.id} has no customer to make`);
  const made = work.resumed
    ? await findCustomerOfOpening(customer, opening.createdAt - clockSlack, { until })
    : undefined;
  const customerId = made ?? (await createCustomer(customer, writeOptions(work, 'customer')));
  const recorded = await recordCustomer(userId, opening, {
    customerId,
    createdAt: opening.createdAt,
    ...(acceptance && { acceptance }),
  });
  if (recorded === 'no-user') {
    await dropOpening(userId, opening, customerId, until);
    throw new CallError('NOT_SIGNED_IN');
  }
  if (recorded === 'taken') throw new CallError('IDEMPOTENCY_KEY_IN_USE');
  return { ...opening, customerId };
};

const makeSubscription: Step = async (work) => {
  const { opening, userId, until } = work;
  const { customerId, plan } = opening;
  if (!plan.subscription || customerId === undefined)
    throw new Error(`The opening ${opening.id} has no subscription to make`);
  const { acceptance } = plan;
  const { items, promotionCode } = plan.subscription;
  const wanted: NewSubscription = {
    customerId,
    userId,
    opening: openingName(opening),
    items,
    trialDays,
    consent: consentText(acceptance),
    hasCard: false,
    ...(promotionCode && { promotion: promotionCode }),
  };
  const made = work.resumed ? await findSubscriptionOfOpening(customerId, wanted.opening, { until }) : undefined;
  try {
    return await record(work, { ...(made ?? (await createSubscription(wanted, writeOptions(work, 'subscription')))) });
  } catch (error) {
    const refusal = await refusalOfOrder(error, promotionCode, { customerId, until });
    if (!refusal) throw error;
    return record(work, { state: 'undoing', refusal });
  }
};

/** Removes the customer and the shop, so that nothing of a refused request remains. */
const undo: Step = async (work) => {
  const { customerId } = work.opening;
  if (customerId !== undefined) {
    await deleteCustomer(customerId, { until: work.until });
    await forgetShop(work.userId, customerId);
  }
  await releaseTrial(work.userId, work.opening);
  return end(work, 'refused');
};

/** Reads the shop for its snapshot. If Stripe is unavailable now, the next list reads it. */
const finish: Step = async (work) => {
  const { customerId } = work.opening;
  if (customerId === undefined) throw new Error(`The opening ${work.opening.id} has no customer`);
  try {
    await renewSnapshot(work.userId, customerId, { until: work.until });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    logger.warn('a new shop could not be read back', { customerId, error });
    return end(work, 'done');
  }
  return end(work, 'done', { shown: true });
};

/** The steps that open a shop, by name. */
export const openSteps = {
  'make-customer': makeCustomer,
  'make-subscription': makeSubscription,
  undo,
  finish,
} as const satisfies Record<string, Step>;

/** The next step that opens a shop, for a record that is not done. */
export function nextOpenStep(
  opening: Pick<OpeningItem, 'state' | 'customerId' | 'subscriptionId'> & {
    plan: Pick<OpeningItem['plan'], 'subscription'>;
  },
): keyof typeof openSteps {
  if (opening.state === 'undoing') return 'undo';
  if (opening.customerId === undefined) return 'make-customer';
  return opening.plan.subscription && opening.subscriptionId === undefined ? 'make-subscription' : 'finish';
}
