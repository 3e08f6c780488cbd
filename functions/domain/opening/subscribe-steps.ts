import { CallError } from '#shared/errors';
import { trialDays, type Charge } from '#shared/model/pricing';
import { clock } from '../../adapters/clock';
import {
  begunSubscription,
  beginSubscription,
  subscriptionsOfShop,
  takeBackSubscription,
  type BegunSubscription,
  type PaidSubscription,
  type ShopSubscription,
} from '../../adapters/stripe/shop-subscriptions';
import { isCardGone, isPromotionRefused } from '../../adapters/stripe/to-call-error';
import type { SubmitItem } from '../../adapters/users-table/openings';
import { decideSubscribing } from './decide-subscribing';
import { refusalOfCode } from '../promotions/refused-code';
import { submitName } from '../idempotency/identify';
import { record, writeOptions, type Step, type Work } from './work';

type Refused = Pick<SubmitItem, 'refusal' | 'refusalText'>;

function wanted({ userId, submit }: Work): PaidSubscription {
  const { customerId, plan } = submit;
  const { items, promotionCode, paymentMethodId } = plan.subscription ?? {};
  if (customerId === undefined || !items || paymentMethodId === undefined)
    throw new Error(`The submit ${submit.id} asks for no subscription of a shop`);
  return {
    customerId,
    userId,
    submit: submitName(submit),
    items,
    paymentMethodId,
    ...(promotionCode && { promotionCodeId: promotionCode.id }),
  };
}

const refuse = (work: Work, refused: Refused): Promise<SubmitItem> => record(work, { state: 'undoing', ...refused });

const end = (work: Work, subscriptionId: string, charge: Charge): Promise<SubmitItem> =>
  record(work, { state: 'done', subscriptionId, charge, endedAt: clock.seconds(), leaseUntil: 0 });

function settle(work: Work, { subscriptionId, firstPayment }: BegunSubscription): Promise<SubmitItem> {
  if (firstPayment.status === 'declined')
    return refuse(work, { refusal: 'CARD_DECLINED', refusalText: firstPayment.refusal.message });
  if (firstPayment.status === 'over') return refuse(work, { refusal: 'CARD_DECLINED' });
  return end(work, subscriptionId, firstPayment);
}

/** What a refusal of Stripe's means for the submit for good; undefined where another try may end otherwise. */
async function refusalFor(error: unknown, { submit, until }: Work): Promise<Refused | undefined> {
  const code = submit.plan.subscription?.promotionCode?.code;
  if (code !== undefined && isPromotionRefused(error)) return { refusal: await refusalOfCode(code, until) };
  if (isCardGone(error)) return { refusal: 'PAYMENT_METHOD_NOT_FOUND' };
  return error instanceof CallError && error.code === 'CARD_DECLINED'
    ? { refusal: error.code, refusalText: error.message }
    : undefined;
}

/**
 * What stood in the way of the subscription is gone, or the shop has one: SUBSCRIPTION_EXISTS. Answers whether this
 * one has the trial.
 */
async function clearWay(others: readonly ShopSubscription[], until: number): Promise<boolean> {
  const { exists, abandoned, trial } = decideSubscribing(others);
  if (exists) throw new CallError('SUBSCRIPTION_EXISTS');
  for (const one of abandoned)
    if (!(await takeBackSubscription(one, { until }))) throw new CallError('SUBSCRIPTION_EXISTS');
  return trial;
}

/**
 * Looks at Stripe first, at every try: whether the lost answer of an earlier one began something, and whether the
 * shop was subscribed otherwise. Those of this very submit that expired unpaid are counted into the key at Stripe,
 * for what it answered under the key before is over.
 */
const begin: Step = async (work) => {
  const { until } = work;
  const asked = wanted(work);
  const all = await subscriptionsOfShop(asked.customerId, { until });
  const mine = all.filter((one) => one.submit === asked.submit);
  const made = mine.find((one) => one.status !== 'incomplete_expired');
  if (made) return settle(work, await begunSubscription(made.id, { until }));
  const trial = await clearWay(
    all.filter((one) => !mine.includes(one)),
    until,
  );
  const options = writeOptions(work, `${trial ? 'trial' : 'paid'}-${mine.length}`);
  try {
    return await settle(work, await beginSubscription({ ...asked, ...(trial && { trialDays }) }, options));
  } catch (error) {
    const refused = await refusalFor(error, work);
    if (!refused) throw error;
    return refuse(work, refused);
  }
};

/** Nothing of a refused subscription stays that could be charged; one that was paid after all stays. */
const undo: Step = async (work) => {
  const { until, submit } = work;
  const { customerId, submit: name } = wanted(work);
  const mine = (await subscriptionsOfShop(customerId, { until })).filter(
    (one) => one.submit === name && one.status === 'incomplete',
  );
  for (const one of mine) {
    if (await takeBackSubscription(one, { until })) continue;
    const { subscriptionId, firstPayment } = await begunSubscription(one.id, { until });
    if (firstPayment.status === 'paid') return end(work, subscriptionId, firstPayment);
    throw new Error(`The subscription ${one.id} of the submit ${submit.id} is neither paid nor gone`);
  }
  return record(work, { state: 'refused', endedAt: clock.seconds(), leaseUntil: 0 });
};

/** What is to be done next for a submit that subscribes a shop and goes on. */
export const nextSubscribeStep = ({ state }: Pick<SubmitItem, 'state'>): Step => (state === 'undoing' ? undo : begin);
