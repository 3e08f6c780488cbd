import { CallError, type ErrorCode } from '../../../shared/errors';
import { trialDays } from '../../../shared/model/pricing';
import { clock } from '../../adapters/clock';
import type { AskOptions } from '../../adapters/stripe/client';
import { createCustomer, deleteCustomer, findCustomerOfSubmit } from '../../adapters/stripe/customers';
import { findPromotionCode } from '../../adapters/stripe/promotion-codes';
import { createSubscription, findSubscriptionOfSubmit, type NewSubscription } from '../../adapters/stripe/subscriptions';
import { isPromotionRefused } from '../../adapters/stripe/to-call-error';
import { forgetShop } from '../../adapters/users-table/shops';
import { changeSubmit, recordCustomer, type SubmitItem } from '../../adapters/users-table/submits';
import { logger } from '../../runtime/logger';
import { judgePromoCode } from '../billing/judge-promo-code';
import { refreshSnapshot } from '../billing/refresh-snapshot';
import type { SubmitStep } from './decide-submit';
import { submitName } from './submit-key';

/** A submit being worked on. `resumed`: somebody was at it before, and what they asked Stripe for last may have been done. */
export interface Work {
  userId: string;
  submit: SubmitItem;
  resumed: boolean;
  /** Unix milliseconds. */
  until: number;
}

/** A step does one thing outside, writes it down, and gives the submit as it is then. Doing it again changes nothing. */
type Step = (work: Work) => Promise<SubmitItem>;

/** Stripe's clock and ours may differ by that much, in seconds. */
const clockSlack = 300;

/** Writes down what a step did; refuses where another has taken the submit over. */
async function record(work: Work, change: Parameters<typeof changeSubmit>[2]): Promise<SubmitItem> {
  if (!(await changeSubmit(work.userId, work.submit, change))) throw new CallError('SUBMIT_IN_PROGRESS');
  return { ...work.submit, ...change };
}

/** The same write of a submit has the same key at Stripe, so that it is done once; another one after Stripe has failed on it. */
const writeOptions = ({ submit, until }: Work, what: string): AskOptions & { idempotencyKey: string } => ({ until, idempotencyKey: `${submit.id}:${what}:${submit.spentKeys}` });

const makeCustomer: Step = async (work) => {
  const { submit, userId, until } = work;
  const { customer, acceptance } = submit.plan;
  const made = work.resumed ? await findCustomerOfSubmit(customer, submit.createdAt - clockSlack, { until }) : undefined;
  const customerId = made ?? (await createCustomer(customer, writeOptions(work, 'customer')));
  const recorded = await recordCustomer(userId, submit, { customerId, createdAt: submit.createdAt, ...(acceptance && { acceptance }) });
  if (!recorded) throw new CallError('SUBMIT_IN_PROGRESS');
  return { ...submit, customerId };
};

/** Why Stripe refuses a promotion code that was good when the submit was accepted. */
async function refusalOf(code: string, until: number): Promise<ErrorCode> {
  const promotion = await findPromotionCode(code, { until });
  return judgePromoCode(promotion, { now: clock.seconds(), products: promotion?.products ?? [], subtotal: Number.MAX_SAFE_INTEGER }) ?? 'PROMO_CODE_NOT_APPLICABLE';
}

const makeSubscription: Step = async (work) => {
  const { submit, userId, until } = work;
  const { customerId, plan } = submit;
  if (!plan.subscription || customerId === undefined) throw new Error(`The submit ${submit.id} asks for no subscription`);
  const { items, promotionCode } = plan.subscription;
  const wanted: NewSubscription = { customerId, userId, submit: submitName(submit), items, trialDays, ...(promotionCode && { promotionCodeId: promotionCode.id }) };
  const made = work.resumed ? await findSubscriptionOfSubmit(customerId, wanted.submit, { until }) : undefined;
  try {
    return await record(work, { ...(made ?? (await createSubscription(wanted, writeOptions(work, 'subscription')))) });
  } catch (error) {
    if (!promotionCode || !isPromotionRefused(error)) throw error;
    return record(work, { state: 'undoing', refusal: await refusalOf(promotionCode.code, until) });
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

/** The shop is read back for the projection. Where Stripe fails now, the next look at the shop reads it: nothing is lost. */
const finish: Step = async (work) => {
  const { customerId } = work.submit;
  if (customerId === undefined) throw new Error(`The submit ${work.submit.id} has no customer`);
  await refreshSnapshot(work.userId, customerId, { until: work.until }).catch((error: unknown) => {
    if (!(error instanceof CallError && error.code === 'PAYMENTS_UNAVAILABLE')) throw error;
    logger.warn('a new shop could not be read back', { customerId, error });
  });
  return record(work, { state: 'done', endedAt: clock.seconds(), leaseUntil: 0 });
};

export const steps: Record<SubmitStep, Step> = { 'make-customer': makeCustomer, 'make-subscription': makeSubscription, undo, finish };
