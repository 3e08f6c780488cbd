import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { takenText, takes } from '#shared/model/movement';
import type { Charge } from '#shared/model/pricing';
import type { QuantityChange } from '#shared/model/quantities';
import { clock } from '#functions/platform/clock';
import { readShopMovements } from '#functions/movements/movements-table';
import { recentBilling } from '#functions/billing/recent-billing';
import { cataloguePrices } from '#functions/billing/catalogue';
import { chargeBudget, type RequestBudget } from '#functions/platform/stripe/client';
import { type LiveSubscription, requireSubscription } from '#functions/billing/live-subscription';
import { corrected, correctionsOf, previewIncrease, type InvoicePreview } from '#functions/billing/preview-items';
import { newestChangeWrite, type QuantityPlan } from './quantity-changes-table';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { once, Waiting, type Work } from '#functions/platform/once';
import { devicesOfSubscription, isHeld } from '#functions/devices/shop-devices';
import type { ShopOwner } from '#functions/http/caller';
import { leaseShop } from '#functions/platform/leases';
import { readBack, readBackRefused, subscriptionChange } from '#functions/shops/read-back';
import { countedWrite, take, tooManyChanges, type Use } from '#functions/limits/limits';
import { carryOut, waitForInvoice } from './carry-out-change';
import {
  checkChangeable,
  prorationDateOf,
  toQuantityItems,
  decideTargets,
  devicesIn,
  type QuantityItem,
  wasShown,
} from './decide-quantities';
import { areMet, canGoOn, madeInvoice, planChange } from './quantity-plan';

/** How long a change is kept, in seconds: less than Stripe keeps idempotency keys (24 hours). */
const keptFor = 23 * 60 * 60;

const texts = {
  notHeld: 'お手元にないデバイスが選ばれています。画面を再読み込みして、もう一度お選びください。',
  noTotal: 'デバイスを選ぶときは、変更後の台数も指定してください。',
  tooMany: (fewer: number) => `減らす台数（${fewer}台）より多くのデバイスが選ばれています。`,
  lastDevice: 'ご契約の最後の1台です。返却とあわせて終了する場合は、解約の手続きをご利用ください。',
} as const;

/** One of the caller's subscriptions, while its shop's lease is held, and the time for it (unix milliseconds). */
export interface LeasedSubscription {
  userId: string;
  customerId: string;
  subscriptionId: string;
  until: number;
}

const refuse = (fields: Record<string, string>): CallError => new CallError('INVALID_INPUT', { fields });

/**
 * Refuses devices chosen for a lower quantity that its owner does not have, that go back already or are exchanged, or
 * that are more than it goes down by.
 */
async function checkChosen(
  { customerId, subscriptionId }: LeasedSubscription,
  { serials = [], total }: QuantityChange,
  devices: number,
): Promise<void> {
  if (serials.length === 0) return;
  if (total === undefined) throw refuse({ total: texts.noTotal });
  const [listed, movements] = await Promise.all([
    devicesOfSubscription(customerId, subscriptionId),
    readShopMovements(customerId),
  ]);
  const held = listed.filter(({ device }) => isHeld(device));
  for (const serialNumber of serials) {
    const takenBy = movements.find((one) => takes(one, { serialNumber, isOfItsSubscription: false }));
    if (takenBy) throw refuse({ serials: `${serialNumber}: ${takenText(takenBy)}` });
    if (!held.some(({ device }) => device.serialNumber === serialNumber)) throw refuse({ serials: texts.notHeld });
  }
  if (total < devices && new Set(serials).size > devices - total)
    throw refuse({ serials: texts.tooMany(devices - total) });
}

/** The plan of a change, decided from Stripe's current state; undefined if all quantities are already as asked. */
async function planAsked(
  live: LiveSubscription,
  items: QuantityItem[],
  asked: QuantityChange,
  options: RequestBudget,
): Promise<QuantityPlan | undefined> {
  // Checked before the targets, because an item that the caller saw and names may have been deleted.
  if (asked.seen && !wasShown(items, asked.seen)) throw new CallError('QUANTITY_CHANGED');
  const targets = decideTargets(items, asked);
  const prorationDate = prorationDateOf(asked.prorationDate, live, clock.seconds());
  if (targets.length === 0) return undefined;
  // A trial costs nothing today, so that without a card it would bring any number of devices (decisions/openings).
  if (live.status === 'trialing' && !live.hasCard && targets.some(({ from, to }) => to > from))
    throw new CallError('PAYMENT_METHOD_MISSING');
  const [prices, { billed, invoicedAt }] = await Promise.all([cataloguePrices(options), recentBilling(live, options)]);
  const plan = planChange(live, { targets, prices, billed, prorationDate });
  const wait = plan.increases.length > 0 ? waitForInvoice(invoicedAt, clock.seconds()) : 0;
  if (wait > 0) throw tooManyChanges(wait);
  const due = plan.increases.length > 0 && (await previewIncrease(live.id, plan.increases, prorationDate, options));
  const corrections = due ? correctionsOf(due, live, { ...plan, billed }) : [];
  checkCharge(live, due ? corrected(due, corrections, live.periodEnd) : undefined, asked.dueNow);
  return { ...plan, corrections };
}

/**
 * Refuses what would be charged at once (`due`) if it is another amount than was `shown` (yen; undefined if none was),
 * or if there is no card for it.
 */
function checkCharge(live: LiveSubscription, due: InvoicePreview | undefined, shown: number | undefined): void {
  const amount = due?.amountDue ?? 0;
  if (shown !== undefined && shown !== amount) throw priceChanged();
  if (!live.hasCard && amount > 0) throw new CallError('PAYMENT_METHOD_MISSING');
}

/** What waits for an invoice is charged with an increase, a discount may have ended, the balance may have changed. */
const priceChanged = (): CallError =>
  new CallError('PRICE_CHANGED', {
    text: '金額が変わりました。台数の変更や請求は行われていません。新しい金額をご確認のうえ、もう一度お試しください。',
  });

/**
 * The same for a change that goes on: without an invoice of its own it would charge only now. If its first request
 * charges at this very moment, the charge is the one that was shown.
 */
async function checkChargeAgain(
  plan: QuantityPlan,
  live: LiveSubscription,
  shown: number | undefined,
  options: RequestBudget,
): Promise<void> {
  const isCharged = (now: LiveSubscription): boolean =>
    areMet(plan.increases, now) || madeInvoice(plan, now) !== undefined;
  if (isCharged(live)) return;
  try {
    const due = await previewIncrease(live.id, plan.increases, plan.prorationDate, options);
    checkCharge(live, corrected(due, plan.corrections, live.periodEnd), shown);
  } catch (error) {
    if (!isCharged(await requireSubscription(live.id, options))) throw error;
  }
}

/** What the work on a change notes: the plan that took the place of one which no longer fitted, and the how manieth. */
export interface ChangeMade {
  again?: { plan: QuantityPlan; nth: number };
}

/** What is asked of a subscription with so many devices. */
type AskedOf = (devices: number) => QuantityChange;

/** Plans a change; null if there is nothing to change. */
async function planChangeOf(
  leased: LeasedSubscription,
  live: LiveSubscription,
  askedOf: AskedOf,
): Promise<QuantityPlan | null> {
  const options = { until: leased.until };
  checkChangeable(live);
  const items = await toQuantityItems(live, options);
  const devices = devicesIn(items);
  const asked = askedOf(devices);
  const plan = await planAsked(live, items, asked, options);
  if (!plan) return null;
  await checkChosen(leased, asked, devices);
  return plan;
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
  await take(changeUse(live.id));
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
      async plan({ key, createdAt }) {
        seen = await requireSubscription(subscriptionId, { until });
        const change = await planChangeOf(leased, seen, () => asked);
        if (!change) return { plan: { change: unchanged }, result: { status: 'none' } };
        const newest = newestChangeWrite(userId, { subscriptionId, key, expiresAt: createdAt + keptFor });
        const use = changeUse(subscriptionId);
        if (!asksAgain) {
          asksAgain = true;
          return { plan: { change }, writes: [newest, countedWrite(use)] };
        }
        await take(use);
        return { plan: { change }, writes: [newest] };
      },
      async run(running) {
        const { change } = running.plan;
        const known = running.resumed ? undefined : seen;
        const made = await work(leased, running, { change, askedOf: () => asked, shown: asked.dueNow, seen: known });
        // Before the record is done, so that a request that was cut off here names the devices when it is repeated.
        shop = await readBack(shopChange, chosen);
        return made.status === 'requires_action' ? new Waiting(made) : made;
      },
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
  if (devices < 2) throw refuse({ alsoReduce: texts.lastDevice });
  return { quantities: {}, total: devices - 1 };
};

/**
 * Plans to lower a subscription by one device, for a return whose record keeps the plan. Throws INVALID_INPUT for the
 * last device, which its owner has to end, and as changeQuantities does.
 */
export async function planLowering(
  leased: LeasedSubscription,
): Promise<{ change: QuantityPlan; live: LiveSubscription }> {
  const live = await requireSubscription(leased.subscriptionId, { until: leased.until });
  const change = await planChangeOf(leased, live, oneLess);
  if (!change) throw new Error(`The subscription ${live.id} cannot go down by one`);
  await take(changeUse(live.id));
  return { change, live };
}

/** Carries out what planLowering planned, once however often; `live`: as it was planned by. */
export const carryOutLowering = (
  leased: LeasedSubscription,
  running: Running,
  { change, live }: { change: QuantityPlan; live: LiveSubscription | undefined },
): Promise<Charge> => work(leased, running, { change, askedOf: oneLess, seen: live });
