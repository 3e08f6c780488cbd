import { CallError } from '#shared/errors';
import { trialDays } from '#shared/model/pricing';
import {
  begunSubscription,
  beginSubscription,
  subscriptionsOfShop,
  takeBackSubscription,
  type BegunSubscription,
  type PaidSubscription,
  type ShopSubscription,
} from '../../adapters/stripe/shop-subscriptions';
import { isCardGone } from '../../adapters/stripe/to-call-error';
import type { OpeningItem } from '../../adapters/users-table/openings';
import { consentText } from './consent-text';
import { openingName } from './opening-name';
import { decideSubscribing } from './decide-subscribing';
import { refusalOfOrder } from './refused-order';
import { releaseTrial } from '../trials/trial-claims';
import { end, record, writeOptions, type Step, type Work } from './work';

type Refusal = NonNullable<OpeningItem['refusal']>;

function wantedSubscription({ userId, opening }: Work): PaidSubscription {
  const { customerId, plan } = opening;
  const { items, promotionCode, paymentMethodId } = plan.subscription ?? {};
  if (customerId === undefined || !items || paymentMethodId === undefined)
    throw new Error(`The opening ${opening.id} has no subscription of a shop to make`);
  return {
    customerId,
    userId,
    opening: openingName(opening),
    items,
    paymentMethodId,
    consent: consentText(plan.acceptance),
    hasCard: true,
    ...(promotionCode && { promotion: promotionCode }),
  };
}

const refuse = (work: Work, refusal: Refusal): Promise<OpeningItem> => record(work, { state: 'undoing', refusal });

function settle(work: Work, { subscriptionId, firstPayment }: BegunSubscription): Promise<OpeningItem> {
  if (firstPayment.status === 'declined')
    return refuse(work, { code: 'CARD_DECLINED', text: firstPayment.refusal.message });
  if (firstPayment.status === 'over') return refuse(work, { code: 'CARD_DECLINED' });
  return end(work, 'done', { subscriptionId, charge: firstPayment });
}

/** The permanent refusal for an error from Stripe; undefined if another try may succeed. */
async function refusalFor(error: unknown, { opening, until }: Work): Promise<Refusal | undefined> {
  if (isCardGone(error)) return { code: 'PAYMENT_METHOD_NOT_FOUND' };
  if (error instanceof CallError && error.code === 'CARD_DECLINED') return { code: error.code, text: error.message };
  return refusalOfOrder(error, opening.plan.subscription?.promotionCode, { customerId: opening.customerId, until });
}

/**
 * Removes the unpaid subscriptions that block the new one; throws SUBSCRIPTION_EXISTS if the shop has a paid one.
 * Returns whether the new one can have the free trial.
 */
async function clearWay(others: readonly ShopSubscription[], until: number): Promise<boolean> {
  const { exists, abandoned, trial } = decideSubscribing(others);
  if (exists) throw new CallError('SUBSCRIPTION_EXISTS');
  for (const one of abandoned)
    if (!(await takeBackSubscription(one, { until }))) throw new CallError('SUBSCRIPTION_EXISTS');
  return trial;
}

/**
 * Reads Stripe first, at every try: an earlier try whose response was lost may have begun the subscription, and the
 * shop may have got another one. The idempotency key includes how many subscriptions of this record expired unpaid,
 * because Stripe would repeat its old response under the old key.
 */
const begin: Step = async (work) => {
  const { until } = work;
  const wanted = wantedSubscription(work);
  const all = await subscriptionsOfShop(wanted.customerId, { until });
  const mine = all.filter((one) => one.opening === wanted.opening);
  const made = mine.find((one) => one.status !== 'incomplete_expired');
  if (made) return settle(work, await begunSubscription(made.id, { until }));
  const first = await clearWay(
    all.filter((one) => !mine.includes(one)),
    until,
  );
  const { trial = first } = work.opening.plan.subscription ?? {};
  // Never charge an owner for an order that was shown as free.
  if (trial && !first) return refuse(work, { code: 'TRIAL_CHANGED' });
  const options = writeOptions(work, `${trial ? 'trial' : 'paid'}-${mine.length}`);
  try {
    return await settle(work, await beginSubscription({ ...wanted, ...(trial && { trialDays }) }, options));
  } catch (error) {
    const refusal = await refusalFor(error, work);
    if (!refusal) throw error;
    return refuse(work, refusal);
  }
};

/** Removes a refused subscription, so that it cannot be charged; one that was paid after all stays. */
const undo: Step = async (work) => {
  const { until, opening } = work;
  const wanted = wantedSubscription(work);
  const mine = (await subscriptionsOfShop(wanted.customerId, { until })).filter(
    (one) => one.opening === wanted.opening && one.status === 'incomplete',
  );
  for (const one of mine) {
    if (await takeBackSubscription(one, { until })) continue;
    const { subscriptionId, firstPayment } = await begunSubscription(one.id, { until });
    if (firstPayment.status === 'paid') return end(work, 'done', { subscriptionId, charge: firstPayment });
    throw new Error(`The subscription ${one.id} of the opening ${opening.id} is neither paid nor gone`);
  }
  await releaseTrial(work.userId, opening);
  return end(work, 'refused');
};

/** The next step that gives a shop its subscription, for a record that is not done. */
export const nextSubscribeStep = ({ state }: Pick<OpeningItem, 'state'>): Step => (state === 'undoing' ? undo : begin);
