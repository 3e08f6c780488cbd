import { CallError } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import type { QuantityChange } from '#shared/model/quantities';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { billedQuantities } from '../../adapters/stripe/billed-quantities';
import { cataloguePrices } from '../../adapters/stripe/catalogue-prices';
import { callBudget, type AskOptions } from '../../adapters/stripe/client';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { previewIncrease } from '../../adapters/stripe/preview-items';
import { isKeySpent } from '../../adapters/stripe/to-call-error';
import {
  putQuantityChange,
  readQuantityChange,
  type QuantityChangeItem,
  type QuantityPlan,
} from '../../adapters/users-table/quantity-changes';
import type { IdempotencyIdentity } from '../idempotency/identify';
import type { ChangeScope } from '../shops/answer-change';
import { carryOut } from './carry-out-change';
import { checkChangeable, prorationDateOf } from './changeable';
import { decideChange } from './decide-change';
import { decideTargets, wasShown } from './decide-quantities';
import { needSubscription } from '../subscriptions/require-subscription';
import { canGoOn, planChange } from './quantity-plan';
import { toQuantityItems } from './quantity-items';
import { withShopLease } from '../shops/with-shop-lease';

/** How long a change is remembered, in seconds: less than Stripe keeps idempotency keys (24 hours). */
const remembered = 23 * 60 * 60;

export interface ChangeRequest extends ChangeScope {
  subscriptionId: string;
  identity: IdempotencyIdentity;
  asked: QuantityChange;
}

/** What the request comes to, decided from what Stripe has now; nothing is written. Undefined: all is so already. */
async function decidePlan(
  live: LiveSubscription,
  asked: QuantityChange,
  options: AskOptions,
): Promise<QuantityPlan | undefined> {
  checkChangeable(live);
  const items = await toQuantityItems(live, options);
  // First: what a caller names by what they were shown may be gone.
  if (asked.seen && !wasShown(items, asked.seen)) throw new CallError('QUANTITY_CHANGED');
  const targets = decideTargets(items, asked);
  const prorationDate = prorationDateOf(asked.prorationDate, live, clock.seconds());
  if (targets.length === 0) return undefined;
  const [prices, billed] = await Promise.all([cataloguePrices(options), billedQuantities(live, options)]);
  const plan = planChange(live, { targets, prices, billed, prorationDate });
  if (plan.increases.length > 0 && !live.hasCard) {
    const { amountDue } = await previewIncrease(live.id, plan.increases, prorationDate, options);
    if (amountDue > 0) throw new CallError('PAYMENT_METHOD_MISSING');
  }
  return plan;
}

const none: Charge = { status: 'none' };
const identityOf = ({ key, fingerprint }: IdempotencyIdentity): string => `${key}.${fingerprint}`;

/**
 * Takes the steps that are left; where one fails the next try takes it again, under another key if Stripe has spent
 * this one.
 */
async function complete(
  userId: string,
  change: QuantityChangeItem,
  live: LiveSubscription,
  options: AskOptions,
): Promise<Charge> {
  try {
    return await carryOut({ userId, change, options }, live);
  } catch (error) {
    if (isKeySpent(error)) await putQuantityChange(userId, { ...change, spentKeys: change.spentKeys + 1 });
    throw error;
  }
}

async function begin(
  { userId, subscriptionId, identity, asked, options }: ChangeRequest,
  live: LiveSubscription,
): Promise<Charge> {
  const plan = await decidePlan(live, asked, options);
  if (!plan) return none;
  const change: QuantityChangeItem = {
    subscriptionId,
    id: newId(),
    identity: identityOf(identity),
    named: identity.named,
    state: 'working',
    plan,
    spentKeys: 0,
    expiresAt: clock.seconds() + remembered,
  };
  await putQuantityChange(userId, change);
  return complete(userId, change, live, options);
}

async function changeInTurn(request: ChangeRequest, askedAt: number): Promise<Charge> {
  const { userId, subscriptionId, identity, options } = request;
  const decision = decideChange(
    await readQuantityChange(userId, subscriptionId),
    identityOf(identity),
    askedAt,
    clock.now(),
  );
  if (decision.do === 'refuse') throw new CallError(decision.refusal.code, { text: decision.refusal.text });
  if (decision.do === 'answer') return decision.change.charge ?? none;
  const live = await needSubscription(subscriptionId, options);
  const goesOn = decision.do === 'resume' && canGoOn(decision.change.plan, live);
  return goesOn ? complete(userId, decision.change, live, options) : begin(request, live);
}

/**
 * Changes the quantities of a subscription once, however often the same request arrives, is retried or is cut off.
 * The shop's lease lets one change at a time; a record of the newest one remembers what was decided from a fresh
 * reading: absolute quantities, so that whoever completes it does the same, under idempotency keys made of the
 * record's own id. What was charged is read from the invoice that the change has made, not from an answer that may be
 * lost. Answers what became of the payment.
 */
export function changeQuantities(request: ChangeRequest): Promise<Charge> {
  const { userId, customerId } = request;
  const askedAt = clock.now();
  return withShopLease({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' }, () => changeInTurn(request, askedAt));
}

/**
 * Goes on with a change whose invoice was paid by 3-D Secure (customer.subscription.pending_update_applied): what
 * costs nothing follows then. Safe to repeat; nothing is done where no such change waits.
 */
export async function continueChange(userId: string, customerId: string, subscriptionId: string): Promise<void> {
  if ((await readQuantityChange(userId, subscriptionId))?.state !== 'awaiting') return;
  await withShopLease({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' }, async () => {
    const options: AskOptions = { until: clock.now() + callBudget };
    const [found, live] = [
      await readQuantityChange(userId, subscriptionId),
      await readSubscription(subscriptionId, options),
    ];
    const paid = found?.state === 'awaiting' && live?.pendingInvoiceId === null && canGoOn(found.plan, live);
    if (paid) await complete(userId, found, live, options);
  });
}
