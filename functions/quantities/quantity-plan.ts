import { getItem } from '#functions/platform/dynamodb/items';
import { putWrite, type Write } from '#functions/platform/dynamodb/transaction';
import { usersTable, sortKeys, userKey } from '#functions/platform/users-table';
import type { TierPrices } from '#shared/model/pricing';
import { isChangeable } from '#shared/model/subscription';
import type { Increase, ItemTarget, LiveItem, LiveSubscription } from '#functions/billing/live-subscription';
import type { RecentBilling } from '#functions/billing/recent-billing';
import type { QuantityTarget } from './decide-quantities';

/** The steps of a change. All quantities are absolute, so that repeating it changes nothing. */
export interface QuantityPlan extends Increase {
  /** Quantities by item before the change. */
  before: Record<string, number>;
  /** The subscription's newest invoice before the change; a newer invoice belongs to the change. */
  latestInvoiceId: string | null;
  /** Not charged. */
  rest: ItemTarget[];
}

const toItemTarget = (target: QuantityTarget, prices: TierPrices): ItemTarget =>
  'id' in target
    ? { id: target.id, quantity: target.to }
    : { priceId: prices[target.tier].priceId, quantity: target.to };

interface PlanFacts extends Pick<RecentBilling, 'billed'>, Pick<QuantityPlan, 'prorationDate'> {
  targets: readonly QuantityTarget[];
  prices: TierPrices;
}

/**
 * The steps of a change in Stripe. A quantity above the one billed for this period is paid at once and comes first, so
 * that a declined card leaves everything as it was. A decrease gives no refund, and increasing again up to the billed
 * quantity costs nothing: with a charge Stripe would credit the billed quantity (decisions/subscriptions). During a
 * trial nothing is due.
 */
export function planChange(
  live: LiveSubscription,
  { targets, prices, billed, prorationDate }: PlanFacts,
): QuantityPlan {
  const paidFor = (target: QuantityTarget): number => ('id' in target ? (billed.get(target.id) ?? 0) : 0);
  const charged = (target: QuantityTarget): boolean =>
    target.to > target.from && target.to > paidFor(target) && live.status !== 'trialing';
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

/**
 * The newest invoice if it was made after the plan. If the change is charged at once, it is the change's own invoice.
 */
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

/** Names the newest change of a subscription's quantities, by the key of its record (platform/once.ts). */
interface NewestChange {
  subscriptionId: string;
  key: string;
  /** Unix seconds; also the item's TTL. */
  expiresAt: number;
}

const keyOf = (userId: string, subscriptionId: string) => ({
  pk: userKey(userId),
  sk: sortKeys.quantityChange(subscriptionId),
});

/** The key of the newest change: an event of Stripe names a subscription alone. Undefined if there is none. */
export const newestChange = async (userId: string, subscriptionId: string): Promise<string | undefined> =>
  (await getItem<NewestChange>(usersTable(), keyOf(userId, subscriptionId)))?.key;

/** The write that names the newest change, for the transaction that keeps its record. */
export const newestChangeWrite = (userId: string, newest: NewestChange): Write =>
  putWrite(usersTable(), keyOf(userId, newest.subscriptionId), newest);
