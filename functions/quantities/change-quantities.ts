import { chargeBudget } from '#shared/constants';
import type { ShopRecord } from '#shared/model/customer';
import { CallError } from '#shared/errors';
import { isUnconfirmed, type Charge } from '#shared/model/pricing';
import type { QuantityChange } from '#shared/model/quantities';
import {
  increaseItems,
  type Increased,
  type LiveSubscription,
  readSubscription,
  requireSubscription,
  setItems,
} from '#functions/billing/live-subscription';
import { invoiceOutcome, voidInvoice } from '#functions/billing/owed-invoices';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { isOver } from '#shared/model/subscription';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { once, Refused, type Work } from '#functions/platform/once';
import type { ShopOwner } from '#functions/http/caller';
import { leaseShop } from '#functions/platform/leases';
import { refreshChanged, refreshAfter, subscriptionChange } from '#functions/shops/refresh-shop';
import {
  type ChangeFor,
  checkChargeAgain,
  type LeasedSubscription,
  planChange,
  areMet,
  canGoOn,
  madeInvoice,
  type QuantityPlan,
} from './plan-change';
import { newestChange, newestChangeWrite } from './changes-table';
import { refuse } from './decide-quantities';

/** How long a change is kept, in seconds: less than Stripe keeps idempotency keys (24 hours). */
const keptFor = 23 * 60 * 60;

const lastDevice = 'ご契約の最後の1台です。返却とあわせて終了する場合は、解約の手続きをご利用ください。';

type ChangeWork = Work<{ change?: QuantityPlan }, object, LiveSubscription>;

/** A declined card ends the change: its invoice is void, the quantities are as before. Others are tried again. */
function failed(error: unknown): never {
  if (error instanceof CallError && error.code === 'CARD_DECLINED') throw new Refused(error);
  throw error;
}

/** The outcome of the invoice for the increases; `none` if there is no such invoice. A declined invoice is voided. */
async function chargeOutcome(plan: QuantityPlan, live: Increased, options: RequestBudget): Promise<Charge> {
  const invoiceId = madeInvoice(plan, live);
  if (invoiceId === undefined || live.paid === 0) return { status: 'none' };
  if (live.paid !== undefined) return { status: 'paid', amount: live.paid };
  const outcome = await invoiceOutcome(invoiceId, options);
  if (outcome.status === 'over') throw new CallError('QUANTITY_CHANGED');
  if (outcome.status !== 'declined') return outcome;
  if (await voidInvoice(invoiceId, options)) throw new Refused(outcome.refusal);
  // It was paid at this very moment.
  return chargeOutcome(plan, live, options);
}

/**
 * Carries out a planned change from where it is; `live` is the subscription as it was just read. Increases come first,
 * and the rest after they are paid. Returns the charge: with `requires_action` the change waits for the card's holder.
 * A declined card leaves everything as it was, and refuses the change.
 */
export async function carryOut(
  work: Pick<Work<object>, 'stripe'>,
  plan: QuantityPlan,
  live: LiveSubscription,
  options: RequestBudget,
): Promise<Charge> {
  const { increases, rest } = plan;
  // An earlier change that waits for its payment: its invoice cannot be paid in addition to this one's. If it was paid
  // at this very moment, this plan is of other quantities.
  const pending = live.pendingInvoiceId === plan.latestInvoiceId ? live.pendingInvoiceId : null;
  if (pending !== null && !(await voidInvoice(pending, options))) throw new CallError('QUANTITY_CHANGED');
  let now: Increased = live;
  if (!areMet(increases, now) && madeInvoice(plan, now) === undefined)
    now = await increaseItems(live.id, plan, work.stripe('increase')).catch(failed);
  const charge = await chargeOutcome(plan, now, options);
  if (isUnconfirmed(charge)) return charge;
  // A payment that another request made meanwhile shows only when the subscription is read again.
  if (!areMet(increases, now)) now = (await readSubscription(live.id, options)) ?? now;
  if (!areMet(increases, now)) throw new Error(`A change of ${live.id} was paid but is not in effect`);
  // Of a subscription that ended after the charge nothing is left to change.
  if (!areMet(rest, now) && !isOver(now)) await setItems(live.id, rest, work.stripe('rest')).catch(failed);
  return charge;
}

/**
 * Carries out the change that a request has planned, under the shop's lease. One that another request left is planned
 * again, by `changeFor`, if it no longer fits the subscription: a return lowers by one whatever the count is by then.
 * `shown`: the amount that its owner was shown, in yen.
 */
async function carryOutFor(
  leased: LeasedSubscription,
  work: Pick<ChangeWork, 'plan' | 'live' | 'replan' | 'stripe'>,
  { changeFor, shown }: { changeFor: ChangeFor; shown?: number | undefined },
): Promise<Charge> {
  const { until } = leased;
  const { change } = work.plan;
  if (change && work.live) return carryOut(work, change, work.live, { until });
  const live = await requireSubscription(leased.subscriptionId, { until });
  if (change && canGoOn(change, live)) {
    await checkChargeAgain(change, live, shown, { until });
    return carryOut(work, change, live, { until });
  }
  const another = await planChange(leased, live, changeFor, { isNew: false });
  if (!another) return { status: 'none' };
  await work.replan({ change: another });
  return carryOut(work, another, live, { until });
}

/**
 * Changes the quantities of a subscription exactly once (platform/once.ts), one request at a time by the shop's lease.
 * The plan has absolute quantities, and the charge is read from the invoice, because a response may be lost. Returns
 * the changed shop and the charge; chosen devices are in the collection that it books.
 */
export async function changeQuantities(
  caller: ShopOwner,
  subscriptionId: string,
  asked: QuantityChange,
  identity: IdempotencyIdentity,
): Promise<{ shop: ShopRecord; charge: Charge }> {
  const shopChange = subscriptionChange(caller, subscriptionId, chargeBudget);
  return refreshAfter(shopChange, changeOnce({ ...shopChange, subscriptionId }, asked, identity));
}

/** The change under the shop's lease, and the shop if it was read after it. */
async function changeOnce(
  leased: LeasedSubscription,
  asked: QuantityChange,
  identity: IdempotencyIdentity,
): Promise<{ shop?: ShopRecord | undefined; charge: Charge }> {
  const { userId, customerId, subscriptionId, until } = leased;
  let shop: ShopRecord | undefined;
  const chosen = asked.serials?.length ? { subscriptionId, serials: asked.serials } : undefined;
  await using lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
  const charge = await once<{ change: QuantityPlan }, object, Charge, LiveSubscription>({
    userId,
    identity,
    until,
    keptFor,
    atEnd: () => [lease.release()],
    // A refusal counts for those who waited for it: another press may come after another card.
    stands: async ({ result, waited }) =>
      result ? (await newestChange(userId, subscriptionId)) === identity.key : waited,
    async plan({ key, createdAt }) {
      const live = await requireSubscription(subscriptionId, { until });
      const change = await planChange(leased, live, () => asked, { isNew: true });
      if (!change) return { plan: { change: unchanged }, result: { status: 'none' } };
      const newest = newestChangeWrite(userId, { subscriptionId, key, expiresAt: createdAt + keptFor });
      return { plan: { change }, writes: [newest], live };
    },
    async run(work) {
      const made = await carryOutFor(leased, work, { changeFor: () => asked, shown: asked.dueNow });
      // Before the record is done, so that a request that was cut off here names the devices when it is repeated.
      shop = await refreshChanged(leased, chosen);
      return made;
    },
    isUnconfirmed,
  });
  return { shop, charge };
}

/** The plan of a change that changes nothing. */
const unchanged: QuantityPlan = {
  before: {},
  latestInvoiceId: null,
  increases: [],
  corrections: [],
  rest: [],
  prorationDate: 0,
};

const oneLess: ChangeFor = (devices) => {
  if (devices < 2) throw refuse({ alsoReduce: lastDevice });
  return { quantities: {}, total: devices - 1 };
};

/** Plans a subscription's lowering by one for a return. Throws INVALID_INPUT for the last device. */
export async function planOneLess(
  leased: LeasedSubscription,
): Promise<{ change: QuantityPlan; live: LiveSubscription }> {
  const live = await requireSubscription(leased.subscriptionId, { until: leased.until });
  const change = await planChange(leased, live, oneLess, { isNew: true });
  if (!change) throw new Error(`The subscription ${live.id} cannot go down by one`);
  return { change, live };
}

/** Carries out what planOneLess planned, once however often. */
export const carryOutOneLess = (leased: LeasedSubscription, work: Parameters<typeof carryOutFor>[1]): Promise<Charge> =>
  carryOutFor(leased, work, { changeFor: oneLess });
