import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { isRented, isReturned } from '#shared/model/device-request';
import { takenText, takes } from '#shared/model/movement';
import type { Charge } from '#shared/model/pricing';
import type { QuantityChange } from '#shared/model/quantities';
import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import { readShopMovements } from '../../adapters/devices-table/movements';
import { recentBilling } from '../../adapters/stripe/recent-billing';
import { cataloguePrices } from '../../adapters/stripe/catalogue-prices';
import { chargeBudget, type RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { previewIncrease } from '../../adapters/stripe/preview-items';
import {
  putQuantityChange,
  readQuantityChange,
  type QuantityChangeItem,
  type QuantityPlan,
} from '../../adapters/users-table/quantity-changes';
import { devicesOfSubscription } from '../shelf/devices-of-shop';
import type { ShopOwner } from '../shops/find-shop';
import { leaseShop } from '../shops/lease-shop';
import { readBack, readBackRefused, subscriptionChange } from '../shops/read-back';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { requireSubscription } from '../subscriptions/require-subscription';
import { carryOut } from './carry-out-change';
import { checkChangeable, prorationDateOf, toQuantityItems } from './changeable';
import { decideChange } from './decide-change';
import { decideTargets, devicesIn, wasShown } from './decide-quantities';
import { take, tooManyChanges } from '../limits/limits';
import { waitForInvoice } from './invoice-limit';
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

/** A plan, with the number of devices before it. */
interface Planned {
  plan: QuantityPlan;
  devices: number;
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
  const [listed, { movements }] = await Promise.all([
    devicesOfSubscription(customerId, subscriptionId),
    readShopMovements(customerId),
  ]);
  const held = listed.filter(({ device }) => isRented(device) && !isReturned(device));
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
  asked: QuantityChange,
  options: RequestBudget,
): Promise<Planned | undefined> {
  checkChangeable(live);
  const items = await toQuantityItems(live, options);
  // Checked before the targets, because an item that the caller saw and names may have been deleted.
  if (asked.seen && !wasShown(items, asked.seen)) throw new CallError('QUANTITY_CHANGED');
  const targets = decideTargets(items, asked);
  const prorationDate = prorationDateOf(asked.prorationDate, live, clock.seconds());
  if (targets.length === 0) return undefined;
  // A trial costs nothing today, so that without a card it would bring any number of devices (decision 048).
  if (live.status === 'trialing' && !live.hasCard && targets.some(({ from, to }) => to > from))
    throw new CallError('PAYMENT_METHOD_MISSING');
  const [prices, { billed, invoicedAt }] = await Promise.all([cataloguePrices(options), recentBilling(live, options)]);
  const plan = planChange(live, { targets, prices, billed, prorationDate });
  await checkCharge(live, { ...plan, shown: asked.dueNow }, invoicedAt, options);
  return { plan, devices: devicesIn(items) };
}

/**
 * Refuses what would be charged at once if it is another amount than was `shown` (yen; undefined if none was), if there
 * is no card for it, or if the subscription has had too many invoices (`invoicedAt`: unix seconds).
 */
async function checkCharge(
  live: LiveSubscription,
  { increases, prorationDate, shown }: QuantityPlan & { shown: number | undefined },
  invoicedAt: readonly number[],
  options: RequestBudget,
): Promise<void> {
  if (increases.length === 0) {
    if (shown) throw priceChanged();
    return;
  }
  const wait = waitForInvoice(invoicedAt, clock.seconds());
  if (wait > 0) throw tooManyChanges(wait);
  if (live.hasCard && shown === undefined) return;
  const { amountDue } = await previewIncrease(live.id, increases, prorationDate, options);
  if (shown !== undefined && shown !== amountDue) throw priceChanged();
  if (!live.hasCard && amountDue > 0) throw new CallError('PAYMENT_METHOD_MISSING');
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
  { plan }: QuantityChangeItem,
  live: LiveSubscription,
  shown: number | undefined,
  options: RequestBudget,
): Promise<void> {
  const isCharged = (now: LiveSubscription): boolean =>
    areMet(plan.increases, now) || madeInvoice(plan, now) !== undefined;
  if (isCharged(live)) return;
  try {
    await checkCharge(live, { ...plan, shown }, [], options);
  } catch (error) {
    if (!isCharged(await requireSubscription(live.id, options))) throw error;
  }
}

/** A planned change as it is kept before Stripe is asked. */
const newChange = (
  { subscriptionId }: LeasedSubscription,
  { key, fingerprint }: Pick<IdempotencyIdentity, 'key' | 'fingerprint'>,
  plan: QuantityPlan,
): QuantityChangeItem => ({
  subscriptionId,
  id: newId(),
  key,
  fingerprint,
  state: 'working',
  plan,
  spentKeys: 0,
  expiresAt: clock.seconds() + keptFor,
});

/** Plans a change and records the plan; undefined if there is nothing to change. */
async function beginChange(
  leased: LeasedSubscription,
  identity: IdempotencyIdentity,
  live: LiveSubscription,
  asked: QuantityChange,
): Promise<QuantityChangeItem | undefined> {
  const planned = await planAsked(live, asked, { until: leased.until });
  if (!planned) return undefined;
  await checkChosen(leased, asked, planned.devices);
  await take({ kind: 'quantities', of: { subscription: live.id } });
  const change = newChange(leased, identity, planned.plan);
  await putQuantityChange(leased.userId, change);
  return change;
}

/**
 * Changes the quantities of a subscription exactly once, even if the same request arrives twice, is retried or is cut
 * off. The shop's lease lets one request change it at a time. The record keeps the plan as absolute quantities, so that
 * every retry does the same, under idempotency keys made of the record's id. The charge is read from the invoice,
 * because Stripe's response may be lost. Returns the changed shop and the charge. The devices that its owner chose for
 * a lower quantity are in the collection that it books.
 */
export async function changeQuantities(
  caller: ShopOwner,
  subscriptionId: string,
  asked: QuantityChange,
  identity: IdempotencyIdentity,
): Promise<{ shop: ShopRecord; charge: Charge }> {
  const askedAt = clock.now();
  const shopChange = subscriptionChange(caller, subscriptionId, chargeBudget);
  const { userId, customerId, until } = shopChange;
  const leased = { userId, customerId, subscriptionId, until };
  let charge: Charge = { status: 'none' };
  const { serials = [] } = asked;
  try {
    await using _lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
    const newest = await readQuantityChange(userId, subscriptionId);
    const decision = decideChange(newest, identity, askedAt, clock.now());
    if (decision.do === 'refuse') throw decision.refusal;
    if (decision.do === 'return') charge = decision.record.charge ?? charge;
    else {
      const live = await requireSubscription(subscriptionId, { until });
      const goesOn = decision.do === 'resume' && canGoOn(decision.record.plan, live);
      if (goesOn) await checkChargeAgain(decision.record, live, asked.dueNow, { until });
      const change = goesOn ? decision.record : await beginChange(leased, identity, live, asked);
      if (change) charge = await carryOut({ userId, change, options: { until } }, live);
    }
  } catch (error) {
    await readBackRefused(shopChange);
    throw error;
  }
  return { shop: await readBack(shopChange, serials.length > 0 ? { subscriptionId, serials } : undefined), charge };
}

/** A change that a return asks for; `live` as it was read. */
export interface PlannedLowering {
  change: QuantityChangeItem;
  live: LiveSubscription;
}

/**
 * Plans to lower a subscription by one device, for a return whose acceptance keeps the plan. `key` names the return.
 * Throws INVALID_INPUT for the last device, which its owner has to end, and as changeQuantities does.
 */
export async function planLowering(leased: LeasedSubscription, key: string): Promise<PlannedLowering> {
  const options = { until: leased.until };
  const live = await requireSubscription(leased.subscriptionId, options);
  checkChangeable(live);
  const devices = devicesIn(await toQuantityItems(live, options));
  if (devices < 2) throw refuse({ alsoReduce: texts.lastDevice });
  const planned = await planAsked(live, { quantities: {}, total: devices - 1 }, options);
  if (!planned) throw new Error(`The subscription ${live.id} cannot go down by one`);
  await take({ kind: 'quantities', of: { subscription: live.id } });
  return { change: newChange(leased, { key, fingerprint: key }, planned.plan), live };
}

/**
 * Carries out what planLowering planned, also if it was cut off; does nothing if it was done. A plan that no longer
 * fits the subscription is made anew.
 */
export async function carryOutLowering(
  leased: LeasedSubscription,
  key: string,
  planned?: PlannedLowering,
): Promise<void> {
  const { userId, subscriptionId, until } = leased;
  const known = planned?.change ?? (await readQuantityChange(userId, subscriptionId));
  const own = known?.key === key ? known : undefined;
  if (own?.state === 'done') return;
  const live = planned?.live ?? (await requireSubscription(subscriptionId, { until }));
  if (own && own.state !== 'refused' && canGoOn(own.plan, live)) {
    await carryOut({ userId, change: own, options: { until } }, live);
    return;
  }
  const again = await planLowering(leased, key);
  await putQuantityChange(userId, again.change);
  await carryOut({ userId, change: again.change, options: { until } }, again.live);
}
