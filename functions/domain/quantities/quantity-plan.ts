import type { TierPrices } from '#shared/model/price-for';
import type { ItemTarget } from '../../adapters/stripe/change-items';
import type { LiveItem, LiveSubscription } from '../../adapters/stripe/live-subscription';
import type { QuantityPlan } from '../../adapters/users-table/quantity-changes';
import type { QuantityTarget } from './decide-quantities';

const toItemTarget = (target: QuantityTarget, prices: TierPrices): ItemTarget =>
  'id' in target
    ? { id: target.id, quantity: target.to }
    : { priceId: prices[target.tier].priceId, quantity: target.to };

/** What a plan is made from: the change, and what is known of prices and of the period. */
export interface PlanFacts {
  targets: readonly QuantityTarget[];
  prices: TierPrices;
  /** What was billed for the period that runs, by item id. */
  billed: ReadonlyMap<string, number>;
  /** Unix seconds. */
  prorationDate: number;
}

/**
 * What is to be done in Stripe for a change. What lies above the quantity billed for this period is paid at once and
 * comes first, so that a card that fails leaves all as it was. Less gives nothing back, and going up again to what was
 * billed costs nothing: with a charge Stripe would credit what was billed (decision 033). During a trial nothing is due.
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
    rest: targets.filter((target) => !charged(target)).map((target) => toItemTarget(target, prices)),
    prorationDate,
  };
}

const meets = (target: ItemTarget, items: readonly LiveItem[]): boolean => {
  const item = items.find((one) => ('id' in target ? one.id === target.id : one.priceId === target.priceId));
  return (item?.quantity ?? 0) === target.quantity;
};

/** Whether the quantities are so already. */
export const areMet = (targets: readonly ItemTarget[], { items }: Pick<LiveSubscription, 'items'>): boolean =>
  targets.every((target) => meets(target, items));

/** Whether the newest invoice was made since the plan was: by a change that is due at once, it is the plan's own. */
export const madeInvoice = (plan: QuantityPlan, live: Pick<LiveSubscription, 'latestInvoiceId'>): string | undefined =>
  live.latestInvoiceId !== null && live.latestInvoiceId !== plan.latestInvoiceId && plan.increases.length > 0
    ? live.latestInvoiceId
    : undefined;

/**
 * Whether a plan that was left unfinished can go on: in the same period, every quantity is as before it or as it
 * wants it, and what was to be paid has not been voided or expired meanwhile. Else all is to be decided anew.
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
  const lost = madeInvoice(plan, live) !== undefined && live.pendingInvoiceId === null && !areMet(plan.increases, live);
  return untouched && !lost && live.periodStart <= plan.prorationDate;
}
