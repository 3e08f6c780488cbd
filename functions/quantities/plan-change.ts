import { CallError } from '#shared/errors';
import { takenText, takes } from '#shared/model/movement';
import type { QuantityChange } from '#shared/model/quantities';
import { clock } from '#functions/platform/clock';
import { isDueReturn, type MovementItem, readShopMovements } from '#functions/movements/movements-table';
import { recentBilling, type RecentBilling } from '#functions/billing/recent-billing';
import { cataloguePrices } from '#functions/billing/catalogue';
import type { RequestBudget } from '#functions/platform/stripe/client';
import {
  type LiveSubscription,
  requireSubscription,
  type Increase,
  type ItemTarget,
  type LiveItem,
} from '#functions/billing/live-subscription';
import { corrected, correctionsOf, previewIncrease, type InvoicePreview } from '#functions/billing/preview-items';
import { listDevicesUnder } from '#functions/devices/devices-table';
import { isHeld } from '#shared/model/device-request';
import { tooManyFor } from '#functions/limits/limits';
import type { ShopChange } from '#functions/shops/refresh-shop';
import {
  checkChangeable,
  prorationDateOf,
  toQuantityItems,
  addedOnly,
  decideTargets,
  devicesIn,
  type QuantityItem,
  refuse,
  wasShown,
  type QuantityTarget,
} from './decide-quantities';
import type { TierPrices } from '#shared/model/pricing';
import { isChangeable } from '#shared/model/subscription';

/** The steps of a change. All quantities are absolute, so that repeating it changes nothing. */
export interface QuantityPlan extends Increase {
  /** Quantities by item before the change. */
  before: Record<string, number>;
  /** The subscription's newest invoice before the change; a newer invoice belongs to the change. */
  latestInvoiceId: string | null;
  /** Not charged. */
  rest: ItemTarget[];
}

const toItemTarget = (target: QuantityTarget, prices: TierPrices): ItemTarget => {
  const { to: quantity, added } = target;
  const { priceId, productId } = 'tier' in target ? prices[target.tier] : { priceId: '', productId: '' };
  return {
    ...('id' in target ? { id: target.id } : { priceId, productId }),
    quantity,
    ...(added !== undefined && { added }),
  };
};

interface PlanFacts extends Pick<RecentBilling, 'billed'>, Pick<QuantityPlan, 'prorationDate'> {
  targets: readonly QuantityTarget[];
  prices: TierPrices;
}

/**
 * The steps of a change in Stripe. A quantity above the billed one is paid at once and comes first: a declined card
 * changes nothing. A decrease gives no refund, and going back up to what was billed is free (decisions/subscriptions).
 *
 * For example, of a month of 31 days at 8,800 yen a device (the first one: 9,900), with 21 days left:
 * - 2 devices become 6: 4 x 8,800 x 21/31, which Stripe makes 23,846 yen of three lines; then they are there.
 * - The 6 become 3 on the same day: nothing is charged or paid back, and the next bill is of 3.
 * - The 3 become 5: nothing, because 6 were billed. The 5 become 7: one device's share.
 */
export function stepsOf(live: LiveSubscription, { targets, prices, billed, prorationDate }: PlanFacts): QuantityPlan {
  const paidFor = (target: QuantityTarget): number => ('id' in target ? (billed.get(target.id) ?? 0) : 0);
  const charged = (target: QuantityTarget): boolean =>
    target.to > target.from && target.to > paidFor(target) && target.added !== 0 && live.status !== 'trialing';
  return {
    before: Object.fromEntries(live.items.map((item) => [item.id, item.quantity])),
    latestInvoiceId: live.latestInvoiceId,
    increases: targets.filter(charged).map((target) => toItemTarget(target, prices)),
    corrections: [],
    rest: targets.filter((target) => !charged(target)).map((target) => toItemTarget(target, prices)),
    prorationDate,
  };
}

const meets = (target: ItemTarget, items: readonly LiveItem[]): boolean => {
  const item = items.find((one) => ('id' in target ? one.id === target.id : one.priceId === target.priceId));
  return (item?.quantity ?? 0) === target.quantity;
};

/** Whether the quantities are already as requested. */
export const areMet = (targets: readonly ItemTarget[], { items }: Pick<LiveSubscription, 'items'>): boolean =>
  targets.every((target) => meets(target, items));

/** The newest invoice if it was made after the plan: the change's own, if it is charged at once. */
export const madeInvoice = (plan: QuantityPlan, live: Pick<LiveSubscription, 'latestInvoiceId'>): string | undefined =>
  live.latestInvoiceId !== null && live.latestInvoiceId !== plan.latestInvoiceId && plan.increases.length > 0
    ? live.latestInvoiceId
    : undefined;

/**
 * Whether an unfinished plan can continue: the subscription may be changed, or the plan's charge was made or nothing
 * is left of it; it is the same period, every quantity is the one before the plan or the planned one, and the plan's
 * invoice has not been voided or expired. Otherwise the change is decided again.
 */
export function canGoOn(plan: QuantityPlan, live: LiveSubscription): boolean {
  const targets = [...plan.increases, ...plan.rest];
  const isOurs = (item: LiveItem): boolean =>
    plan.before[item.id] === item.quantity ||
    targets.some(
      (target) =>
        ('id' in target ? target.id === item.id : target.priceId === item.priceId) && target.quantity === item.quantity,
    );
  const isThere = (id: string): boolean => live.items.some((item) => item.id === id);
  const untouched = live.items.every(isOurs) && Object.keys(plan.before).every(isThere);
  const isOpen = isChangeable(live) || areMet(targets, live);
  const charged = madeInvoice(plan, live) !== undefined;
  const lost = charged && live.pendingInvoiceId === null && !areMet(plan.increases, live);
  return (isOpen || charged) && untouched && !lost && live.periodStart <= plan.prorationDate;
}

const texts = {
  due: '前に申し込まれた返却と台数の変更を処理しています。数分待ってから、もう一度お試しください。',
  notHeld: 'お手元にないデバイスが選ばれています。画面を再読み込みして、もう一度お選びください。',
  price: '金額が変わりました。台数の変更や請求は行われていません。新しい金額をご確認のうえ、もう一度お試しください。',
  noTotal: 'デバイスを選ぶときは、変更後の台数も指定してください。',
  tooMany: (fewer: number) => `減らす台数（${fewer}台）より多くのデバイスが選ばれています。`,
} as const;

/**
 * New invoices that a subscription may get within so many seconds before another increase is refused. Stripe takes 10 a
 * minute and 20 a day (docs.stripe.com/rate-limits, "Subscriptions API"); the rest is for renewals and for staff.
 */
const limits = [
  { seconds: 60, invoices: 8 },
  { seconds: 24 * 60 * 60, invoices: 15 },
];

/** Seconds until a subscription may get another invoice. `invoicedAt`: when its others were made, in unix seconds. */
export function waitForInvoice(invoicedAt: readonly number[], now: number): number {
  const waits = limits.map(({ seconds, invoices }) => {
    const within = invoicedAt.filter((time) => time > now - seconds).toSorted((one, other) => one - other);
    const leaving = within[within.length - invoices];
    return leaving === undefined ? 0 : leaving + seconds - now;
  });
  return Math.max(...waits);
}

/** A change of one of the caller's subscriptions, while its shop's lease is held. */
export type LeasedSubscription = ShopChange & { subscriptionId: string };

/** Refuses devices chosen for a lower quantity that go back already, are exchanged or are not held, or too many. */
async function checkChosen(
  subscriptionId: string,
  { serials = [], total }: QuantityChange,
  devices: number,
  movements: readonly MovementItem[],
): Promise<void> {
  if (serials.length === 0) return;
  if (total === undefined) throw refuse({ total: texts.noTotal });
  const held = (await listDevicesUnder([subscriptionId])).filter(({ device }) => isHeld(device));
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
  { items, prices }: { items: QuantityItem[]; prices: TierPrices },
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
  const recent = await recentBilling(live, options);
  const { billed, invoicedAt } = recent;
  const plan = stepsOf(live, { targets: addedOnly(items, targets, recent), prices, billed, prorationDate });
  const wait = plan.increases.length > 0 ? waitForInvoice(invoicedAt, clock.seconds()) : 0;
  if (wait > 0) throw tooManyFor(wait, 'TOO_MANY_CHANGES');
  const due = plan.increases.length > 0 && (await previewIncrease(live.id, plan.increases, prorationDate, options));
  const corrections = due ? correctionsOf(due, live, { ...plan, billed }) : [];
  checkCharge(live, due ? corrected(due, corrections, live) : undefined, asked.dueNow);
  return { ...plan, corrections };
}

/** Refuses what would be charged at once (`due`) if it is not the amount `shown` (yen), or if there is no card. */
function checkCharge(live: LiveSubscription, due: InvoicePreview | undefined, shown: number | undefined): void {
  const amount = due?.amountDue ?? 0;
  if (shown !== undefined && shown !== amount) throw new CallError('PRICE_CHANGED', { text: texts.price });
  if (!live.hasCard && amount > 0) throw new CallError('PAYMENT_METHOD_MISSING');
}

/** The same for a change that goes on: one without an invoice of its own would charge only now. */
export async function checkChargeAgain(
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
    checkCharge(live, corrected(due, plan.corrections, live), shown);
  } catch (error) {
    if (!isCharged(await requireSubscription(live.id, options))) throw error;
  }
}

/** The change to make of a subscription with so many devices. */
export type ChangeFor = (devices: number) => QuantityChange;

/**
 * Plans a change; null if there is nothing to change. A new one is refused while a return that lowers the subscription
 * was cut off: its task finishes it within minutes. Otherwise a count that went down by one would be taken for both,
 * and one of the two would never lower it; or the return would lower a higher quantity that was paid for.
 */
export async function planChange(
  { customerId, subscriptionId, until }: LeasedSubscription,
  live: LiveSubscription,
  changeFor: ChangeFor,
  { isNew }: { isNew: boolean },
): Promise<QuantityPlan | null> {
  const options = { until };
  checkChangeable(live);
  // They come with the catalogue's products, which the items would ask for otherwise.
  const prices = await cataloguePrices(options);
  const items = await toQuantityItems(live, options);
  const devices = devicesIn(items);
  const asked = changeFor(devices);
  const plan = await planAsked(live, { items, prices }, asked, options);
  if (!plan) return null;
  const movements = isNew || asked.serials?.length ? await readShopMovements(customerId) : [];
  await checkChosen(subscriptionId, asked, devices, movements);
  if (isNew && movements.some((one) => one.subscriptionId === subscriptionId && isDueReturn(one)))
    throw new CallError('IDEMPOTENCY_KEY_IN_USE', { text: texts.due });
  return plan;
}
