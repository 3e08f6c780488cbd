import { legalTexts } from '../../../shared/model/legal-texts';
import { CallError } from '../../../shared/errors';
import type { Acceptance } from '../../../shared/model/store-form';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { callBudget } from '../../adapters/stripe/client';
import { isKeySpent } from '../../adapters/stripe/to-call-error';
import { beginSubmit, changeSubmit, readSubmit, type SubmitItem, type SubmitPlan } from '../../adapters/users-table/submits';
import { logger } from '../../runtime/logger';
import { decideSubmit, nextStep } from './decide-submit';
import type { ShopCustomer } from './shop-plan';
import { submitName, type SubmitIdentity } from './submit-key';
import { steps, type Work } from './submit-steps';

/** Nobody else works on a submit for so long: longer than a function lives (15 s), so that its holder is gone then. Milliseconds. */
const lease = 20_000;
/** How long a second request waits for the first one's answer, and how often it looks, in milliseconds. */
const patience = 6_000;
const pause = 250;
/** How long a submit is remembered, in seconds. */
const remembered = 7 * 24 * 60 * 60;

export interface ShopRequest {
  userId: string;
  identity: SubmitIdentity;
  acceptance: Acceptance | undefined;
  /** What is to be made, asked for once when the submit is accepted; refuses what cannot be. `until` in unix milliseconds. */
  plan: (until: number) => Promise<{ customer: ShopCustomer; subscription?: NonNullable<SubmitPlan['subscription']> }>;
}

/** The answer to a submit, the same at every repetition. */
export interface OpenedShop {
  customerId: string;
  subscriptionId: string | undefined;
  clientSecret: string | undefined;
}

function toOpened({ id, customerId, subscriptionId, clientSecret }: SubmitItem): OpenedShop {
  if (customerId === undefined) throw new Error(`The submit ${id} is done without a customer`);
  return { customerId, subscriptionId, clientSecret };
}

async function newSubmit({ userId, identity, acceptance, plan }: ShopRequest, holder: string, until: number): Promise<SubmitItem> {
  const { customer, subscription } = await plan(until);
  const named = { key: identity.key, id: newId() };
  const createdAt = clock.seconds();
  return {
    ...named,
    fingerprint: identity.fingerprint,
    createdAt,
    state: 'working',
    plan: {
      customer: { ...customer, userId, submit: submitName(named) },
      ...(acceptance && { acceptance: { ...acceptance, termsHash: legalTexts.terms.sha256, privacyHash: legalTexts.privacy.sha256, acceptedAt: createdAt } }),
      ...(subscription && { subscription }),
    },
    holder,
    leaseUntil: clock.now() + lease,
    spentKeys: 0,
    expiresAt: createdAt + remembered,
  };
}

/** Takes the steps that are left. What fails lets go of the submit, so that the next try goes on at once; a crash frees it when its lease ends. */
async function complete(work: Work): Promise<OpenedShop> {
  let { submit } = work;
  try {
    while (submit.state === 'working' || submit.state === 'undoing') submit = await steps[nextStep(submit)]({ ...work, submit });
  } catch (error) {
    const spentKeys = submit.spentKeys + (isKeySpent(error) ? 1 : 0);
    await changeSubmit(work.userId, submit, { leaseUntil: 0, spentKeys }).catch((failure: unknown) => logger.warn('a submit stays held until its lease ends', { submit: submit.id, failure }));
    throw error;
  }
  if (submit.state === 'refused') throw new CallError(submit.refusal ?? 'INTERNAL');
  return toOpened(submit);
}

/**
 * Opens a shop once, however often the same submit arrives, is retried or is cut off: the first accepts and records what is to be made,
 * each step writes down what it did, and whoever comes next completes what is missing or gets the first one's answer.
 */
export async function openShop(request: ShopRequest): Promise<OpenedShop> {
  const { userId, identity } = request;
  const startedAt = clock.now();
  const until = startedAt + callBudget;
  const holder = newId();
  for (let waited = 0; ; ) {
    const decision = decideSubmit(await readSubmit(userId, identity.key), identity, holder, clock.now());
    switch (decision.do) {
      case 'answer':
        return toOpened(decision.submit);
      case 'refuse':
        throw new CallError(decision.code);
      case 'wait':
        if (waited >= patience) throw new CallError('SUBMIT_IN_PROGRESS', { details: { retryAfter: lease / 1000 } });
        await clock.wait(pause);
        waited += pause;
        break;
      case 'begin': {
        const submit = await newSubmit(request, holder, until);
        if (await beginSubmit(userId, submit, decision.instead)) return complete({ userId, submit, resumed: false, until });
        break;
      }
      case 'resume': {
        const held = { holder, leaseUntil: clock.now() + lease };
        const taken = await changeSubmit(userId, decision.submit, held);
        if (taken) return complete({ userId, submit: { ...decision.submit, ...held }, resumed: true, until });
        break;
      }
    }
  }
}
