import { chargeBudget } from '#shared/constants';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import type { QuantityChange } from '#shared/model/quantities';
import { clock } from '#functions/platform/clock';
import { type LiveSubscription, requireSubscription } from '#functions/billing/live-subscription';
import { newestChange, newestChangeWrite, type QuantityPlan } from './quantity-changes-table';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { once, type Work } from '#functions/platform/once';
import type { ShopOwner } from '#functions/http/caller';
import { leaseShop } from '#functions/platform/leases';
import { readBack, readBackRefused, subscriptionChange } from '#functions/shops/read-back';
import { consumeWrite, consume, type Use } from '#functions/limits/limits';
import { carryOut, isUnconfirmed } from './carry-out-change';
import { type AskedOf, checkChargeAgain, checkNoneIsDue, type LeasedSubscription, planChangeOf } from './decide-change';
import { refuse } from './decide-quantities';
import { canGoOn } from './quantity-plan';

/** How long a change is kept, in seconds: less than Stripe keeps idempotency keys (24 hours). */
const keptFor = 23 * 60 * 60;

const lastDevice = 'ご契約の最後の1台です。返却とあわせて終了する場合は、解約の手続きをご利用ください。';

/**
 * What the work on a change notes: the plan that took the place of one which no longer fitted, and the how manieth. A
 * return that was cut off has to lower by one whatever the count is by then, and nobody else would refuse it.
 */
export interface ChangeMade {
  again?: { plan: QuantityPlan; nth: number };
}

/** A change among those that its subscription may have in an hour. */
const changeUse = (subscription: string): Use => ({ kind: 'quantities', of: { subscription } });

/** The work on a change in the parts of its record that count. */
type Running = Pick<Work<unknown, ChangeMade>, 'made' | 'note' | 'stripe'>;

/** Carries a plan out, or the one that took its place. */
export function carryOutPlan(
  work: Running,
  plan: QuantityPlan,
  live: LiveSubscription,
  until: number,
): Promise<Charge> {
  const nth = work.made.again?.nth ?? 0;
  const stripe = (step: string) => work.stripe(nth === 0 ? step : `${step}-${nth}`);
  return carryOut({ plan, options: { until }, stripe }, live);
}

/** A change as it was planned, what it is planned by if that no longer fits, and the amount that was shown (yen). */
interface Carried {
  change: QuantityPlan;
  askedOf: AskedOf;
  shown?: number | undefined;
  seen: LiveSubscription | undefined;
}

/**
 * Works on a change under the shop's lease. One that goes on is planned again if it no longer fits the subscription.
 * `seen`: the subscription as the plan was made by it; it is read otherwise.
 */
async function work(
  leased: LeasedSubscription,
  running: Running,
  { change, askedOf, shown, seen }: Carried,
): Promise<Charge> {
  const { until } = leased;
  const live = seen ?? (await requireSubscription(leased.subscriptionId, { until }));
  const known = running.made.again?.plan ?? change;
  if (seen) return carryOutPlan(running, known, live, until);
  if (canGoOn(known, live)) {
    await checkChargeAgain(known, live, shown, { until });
    return carryOutPlan(running, known, live, until);
  }
  const plan = await planChangeOf(leased, live, askedOf);
  if (!plan) return { status: 'none' };
  await consume(changeUse(live.id));
  await running.note({ again: { plan, nth: (running.made.again?.nth ?? 0) + 1 } });
  return carryOutPlan(running, plan, live, until);
}

/**
 * Changes the quantities of a subscription exactly once, even if the same request arrives twice, is retried or is cut
 * off (platform/once.ts). The shop's lease lets one request change it at a time. The plan has absolute quantities, so
 * that every retry does the same. The charge is read from the invoice, because Stripe's response may be lost. Returns
 * the changed shop and the charge. The devices that its owner chose for a lower quantity are in the collection that it
 * books.
 */
export async function changeQuantities(
  caller: ShopOwner,
  subscriptionId: string,
  asked: QuantityChange,
  identity: IdempotencyIdentity,
): Promise<{ shop: ShopRecord; charge: Charge }> {
  const refusedSince = clock.now();
  const shopChange = subscriptionChange(caller, subscriptionId, chargeBudget);
  const { userId, customerId, until } = shopChange;
  const leased = { userId, customerId, subscriptionId, until };
  const { serials = [] } = asked;
  const chosen = serials.length > 0 ? { subscriptionId, serials } : undefined;
  let seen: LiveSubscription | undefined;
  let shop: ShopRecord | undefined;
  let asksAgain = false;
  try {
    await using lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
    const charge = await once<{ change: QuantityPlan }, ChangeMade, Charge>({
      userId,
      identity,
      until,
      refusedSince,
      keptFor,
      atEnd: () => [lease.release()],
      stands: async () => (await newestChange(userId, subscriptionId)) === identity.key,
      async plan({ key, createdAt }) {
        seen = await requireSubscription(subscriptionId, { until });
        const change = await planChangeOf(leased, seen, () => asked);
        if (!change) return { plan: { change: unchanged }, result: { status: 'none' } };
        await checkNoneIsDue(leased);
        const newest = newestChangeWrite(userId, { subscriptionId, key, expiresAt: createdAt + keptFor });
        const use = changeUse(subscriptionId);
        if (!asksAgain) {
          asksAgain = true;
          return { plan: { change }, writes: [newest, consumeWrite(use)] };
        }
        await consume(use);
        return { plan: { change }, writes: [newest] };
      },
      async run(running) {
        const { change } = running.plan;
        const known = running.resumedFrom ? undefined : seen;
        const made = await work(leased, running, { change, askedOf: () => asked, shown: asked.dueNow, seen: known });
        // Before the record is done, so that a request that was cut off here names the devices when it is repeated.
        shop = await readBack(shopChange, chosen);
        return made;
      },
      waits: isUnconfirmed,
    });
    shop ??= await readBack(shopChange);
    return { shop, charge };
  } catch (error) {
    await readBackRefused(shopChange);
    throw error;
  }
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

const oneLess: AskedOf = (devices) => {
  if (devices < 2) throw refuse({ alsoReduce: lastDevice });
  return { quantities: {}, total: devices - 1 };
};

/**
 * Plans to lower a subscription by one device, for a return whose record keeps the plan. Throws INVALID_INPUT for the
 * last device, which its owner has to end, and as changeQuantities does.
 */
export async function planLowering(
  leased: LeasedSubscription,
): Promise<{ change: QuantityPlan; live: LiveSubscription }> {
  await checkNoneIsDue(leased);
  const live = await requireSubscription(leased.subscriptionId, { until: leased.until });
  const change = await planChangeOf(leased, live, oneLess);
  if (!change) throw new Error(`The subscription ${live.id} cannot go down by one`);
  await consume(changeUse(live.id));
  return { change, live };
}

/** Carries out what planLowering planned, once however often; `live`: as it was planned by. */
export const carryOutLowering = (
  leased: LeasedSubscription,
  running: Running,
  { change, live }: { change: QuantityPlan; live: LiveSubscription | undefined },
): Promise<Charge> => work(leased, running, { change, askedOf: oneLess, seen: live });
