import { CallError } from '#shared/errors';
import { trialDays } from '#shared/model/pricing';
import { clock } from '../../adapters/clock';
import { createCustomer, deleteCustomer, findCustomerOfSubmit } from '../../adapters/stripe/customers';
import {
  createSubscription,
  findSubscriptionOfSubmit,
  type NewSubscription,
} from '../../adapters/stripe/subscriptions';
import { isPromotionRefused } from '../../adapters/stripe/to-call-error';
import { forgetShop } from '../../adapters/users-table/shops';
import { deleteSubmit, recordCustomer, type SubmitItem } from '../../adapters/users-table/openings';
import { logger } from '../../runtime/logger';
import { refreshSnapshot } from '../shops/refresh-shop';
import type { SubmitStep } from '../idempotency/decide';
import { refusalOfCode } from '../promotions/refused-code';
import { submitName } from '../idempotency/identify';
import { record, writeOptions, type Step } from './work';

/** Stripe's clock and ours may differ by that much, in seconds. */
const clockSlack = 300;

/**
 * The account is gone or being deleted: what was made for its submit is taken back, and nobody completes it any more.
 * Safe to repeat.
 */
export async function dropSubmit(
  userId: string,
  submit: Pick<SubmitItem, 'key'>,
  customerId: string,
  until?: number,
): Promise<void> {
  await deleteCustomer(customerId, { until });
  await deleteSubmit(userId, submit.key);
}

const makeCustomer: Step = async (work) => {
  const { submit, userId, until } = work;
  const { customer, acceptance } = submit.plan;
  if (!customer) throw new Error(`The submit ${submit.id} opens no shop`);
  const made = work.resumed
    ? await findCustomerOfSubmit(customer, submit.createdAt - clockSlack, { until })
    : undefined;
  const customerId = made ?? (await createCustomer(customer, writeOptions(work, 'customer')));
  const recorded = await recordCustomer(userId, submit, {
    customerId,
    createdAt: submit.createdAt,
    ...(acceptance && { acceptance }),
  });
  if (recorded === 'no-user') {
    await dropSubmit(userId, submit, customerId, until);
    throw new CallError('NOT_SIGNED_IN');
  }
  if (recorded === 'taken') throw new CallError('IDEMPOTENCY_KEY_IN_USE');
  return { ...submit, customerId };
};

const makeSubscription: Step = async (work) => {
  const { submit, userId, until } = work;
  const { customerId, plan } = submit;
  if (!plan.subscription || customerId === undefined)
    throw new Error(`The submit ${submit.id} asks for no subscription`);
  const { items, promotionCode } = plan.subscription;
  const wanted: NewSubscription = {
    customerId,
    userId,
    submit: submitName(submit),
    items,
    trialDays,
    ...(promotionCode && { promotionCodeId: promotionCode.id }),
  };
  const made = work.resumed ? await findSubscriptionOfSubmit(customerId, wanted.submit, { until }) : undefined;
  try {
    return await record(work, { ...(made ?? (await createSubscription(wanted, writeOptions(work, 'subscription')))) });
  } catch (error) {
    if (!promotionCode || !isPromotionRefused(error)) throw error;
    return record(work, { state: 'undoing', refusal: await refusalOfCode(promotionCode.code, until) });
  }
};

/** Nothing of a refused submit stays: no customer, no shop. */
const undo: Step = async (work) => {
  const { customerId } = work.submit;
  if (customerId !== undefined) {
    await deleteCustomer(customerId, { until: work.until });
    await forgetShop(work.userId, customerId);
  }
  return record(work, { state: 'refused', endedAt: clock.seconds(), leaseUntil: 0 });
};

/**
 * The shop is read back for the projection. Where Stripe fails now, the next look at the shop reads it: nothing is
 * lost.
 */
const finish: Step = async (work) => {
  const { customerId } = work.submit;
  if (customerId === undefined) throw new Error(`The submit ${work.submit.id} has no customer`);
  await refreshSnapshot(work.userId, customerId, { until: work.until }).catch((error: unknown) => {
    if (!(error instanceof CallError && error.code === 'PAYMENTS_UNAVAILABLE')) throw error;
    logger.warn('a new shop could not be read back', { customerId, error });
  });
  return record(work, { state: 'done', endedAt: clock.seconds(), leaseUntil: 0 });
};

export const steps: Record<SubmitStep, Step> = {
  'make-customer': makeCustomer,
  'make-subscription': makeSubscription,
  undo,
  finish,
};
