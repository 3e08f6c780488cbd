import { CallError } from '#shared/errors';
import { isChangeable, isOwing, isRunning, managedText } from '#shared/model/subscription';
import type { RequestBudget } from '#functions/platform/stripe/client';
import type { LiveSubscription } from '#functions/billing/live-subscription';
import type { RecentBilling } from '#functions/billing/recent-billing';
import { productNames } from '#functions/billing/catalogue';
import { sum } from '#shared/numbers';
import { splitIntoTiers, spreadOver, tiers, type Tier } from '#shared/model/pricing';
import { totalSchema, wrongTotal, type Quantities } from '#shared/model/quantities';

/** How long the amount of a preview is valid, and how far its date may lie ahead, in seconds. */
const previewHolds = 30 * 60;
const clockSlack = 60;

/** Throws if the price of a subscription cannot change: it ended, has not begun, is unpaid, or staff arranged it. */
export function checkChangeable(live: Pick<LiveSubscription, 'status' | 'arrangement'>): void {
  if (isOwing(live)) throw new CallError('SUBSCRIPTION_OVERDUE');
  if (!isRunning(live)) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
  if (!isChangeable(live)) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE', { text: managedText });
}

/**
 * The date as of which a change is charged (unix seconds): the preview's, so that the charge equals the amount shown,
 * otherwise now. Throws PREVIEW_EXPIRED for a date more than half an hour ago, in the future or before the current
 * period.
 */
export function prorationDateOf(
  given: number | undefined,
  { periodStart }: Pick<LiveSubscription, 'periodStart'>,
  now: number,
): number {
  if (given === undefined) return Math.max(now, periodStart);
  if (given < now - previewHolds || given > now + clockSlack || given < periodStart)
    throw new CallError('PREVIEW_EXPIRED');
  return given;
}

/** A subscription's items, each with the tier of its product in the catalogue. */
export async function toQuantityItems(
  { items }: Pick<LiveSubscription, 'items'>,
  options: RequestBudget,
): Promise<QuantityItem[]> {
  const products = await productNames(
    items.map((item) => item.productId),
    options,
  );
  return items.map(({ id, quantity, productId }) => ({ id, quantity, tier: products.get(productId)?.tier }));
}

/** An item of a subscription; `tier` if its product is in the catalogue. */
export interface QuantityItem {
  id: string;
  quantity: number;
  tier: Tier | undefined;
}

/** How many devices the items are: those in the catalogue. */
export const devicesIn = (items: readonly Pick<QuantityItem, 'quantity' | 'tier'>[]): number =>
  sum(items.map(({ quantity, tier }) => (tier ? quantity : 0)));

/** A request for other quantities; `quantities` may have the total as one more key (spec 7). */
export type AskedQuantities = Pick<Quantities, 'quantities' | 'total'>;

/** A quantity to change: of an item, or of a tier that has no item yet. `added`: see ItemTarget. */
export type QuantityTarget = ({ id: string; from: number } | { tier: Tier; from: 0 }) & { to: number; added?: number };

const texts = {
  total: wrongTotal,
  twoTotals: '台数の指定が一致していません',
  noTier: 'このご契約には台数の設定がありません',
  unknown: 'このご契約に含まれない商品です',
  split: '台数の内訳が正しくありません',
  nothingLeft: 'すべての商品を0にすることはできません。解約の手続きをご利用ください',
} as const;

export const refuse = (fields: Record<string, string>): CallError => new CallError('INVALID_INPUT', { fields });
const totalKey = 'total';

/** Separates the total from the items' quantities; it may be in either place. */
function readAsked({ quantities, total }: AskedQuantities): { byItem: Map<string, number>; total: number | undefined } {
  const byItem = new Map(Object.entries(quantities));
  const within = byItem.get(totalKey);
  byItem.delete(totalKey);
  if (within !== undefined && !totalSchema.safeParse(within).success) throw refuse({ 'quantities.total': texts.total });
  if (within !== undefined && total !== undefined && within !== total)
    throw refuse({ 'quantities.total': texts.twoTotals });
  return { byItem, total: total ?? within };
}

/** The requested split: from the total, otherwise from the named items; undefined if the request names neither. */
function askedSplit(
  items: readonly QuantityItem[],
  byItem: Map<string, number>,
  total: number | undefined,
): Record<Tier, number> | undefined {
  const named = items.filter(({ id, tier }) => tier && byItem.has(id));
  const wanted = (tier: Tier | undefined): number =>
    sum(items.map((item) => (item.tier === tier ? (byItem.get(item.id) ?? item.quantity) : 0)));
  const refuseNamed = (some: readonly QuantityItem[], text: string): CallError =>
    refuse(Object.fromEntries(some.map(({ id }) => [`quantities.${id}`, text])));
  if (total === undefined && named.every(({ id, quantity }) => byItem.get(id) === quantity)) return undefined;
  if (!items.some(({ tier }) => tier)) throw refuse({ total: texts.noTier });
  const asked = total ?? sum(tiers.map(wanted));
  if (!totalSchema.safeParse(asked).success) throw refuseNamed(named, texts.total);
  const split = splitIntoTiers(asked);
  // With a total, only the named tiers must agree with it; without a total, the named tiers together make the split.
  const legal = tiers.every((tier) => split[tier] === wanted(tier));
  const wrong = named.filter(({ tier }) => (total === undefined ? !legal : tier && split[tier] !== wanted(tier)));
  if (wrong.length > 0) throw refuseNamed(wrong, texts.split);
  return split;
}

/**
 * Decides which quantities change, and to which values. The server splits the total: first 1, second min(T-1, 3), third
 * from the fifth (spec 9); the tiers in the request are checked against it. Refuses with INVALID_INPUT, by field:
 * unknown item ids, an illegal split, a total for a subscription without tiers, and a change that would leave nothing.
 */
export function decideTargets(items: readonly QuantityItem[], asked: AskedQuantities): QuantityTarget[] {
  const { byItem, total } = readAsked(asked);
  const unknown = [...byItem.keys()].filter((id) => !items.some((item) => item.id === id));
  if (unknown.length > 0) throw refuse(Object.fromEntries(unknown.map((id) => [`quantities.${id}`, texts.unknown])));
  const split = askedSplit(items, byItem, total);
  const wanted = new Map(items.map((item) => [item.id, byItem.get(item.id) ?? item.quantity]));
  const added: Tier[] = [];
  for (const tier of split ? tiers : []) {
    const ids = items.flatMap((item) => (item.tier === tier ? [item.id] : []));
    const quantities = ids.map((id) => wanted.get(id) ?? 0);
    for (const [at, quantity] of spreadOver(quantities, split?.[tier] ?? 0).entries()) {
      const id = ids[at];
      if (id !== undefined) wanted.set(id, quantity);
      else if (quantity > 0) added.push(tier);
    }
  }
  if (added.length === 0 && [...wanted.values()].every((quantity) => quantity === 0)) {
    throw refuse(Object.fromEntries([...byItem.keys()].map((id) => [`quantities.${id}`, texts.nothingLeft])));
  }
  return [
    ...items
      .map((item) => ({ id: item.id, from: item.quantity, to: wanted.get(item.id) ?? item.quantity }))
      .filter(({ from, to }) => from !== to),
    ...added.map((tier) => ({ tier, from: 0 as const, to: split?.[tier] ?? 0 })),
  ];
}

/**
 * The targets with the devices that each adds, if several devices, now or when they were billed for the period, had the
 * first one's price, as with one price of an old catalogue: those that only move to another tier are paid for.
 */
export function addedOnly(
  items: readonly QuantityItem[],
  targets: readonly QuantityTarget[],
  { billed, renewed, added: charged }: Pick<RecentBilling, 'billed' | 'renewed' | 'added'>,
): readonly QuantityTarget[] {
  const tierOf = (target: QuantityTarget): Tier | undefined =>
    'tier' in target ? target.tier : items.find(({ id }) => id === target.id)?.tier;
  const counted = (counts: ReadonlyMap<string, number>): QuantityItem[] =>
    items.map((item) => ({ ...item, quantity: counts.get(item.id) ?? 0 }));
  const first = (some: readonly QuantityItem[]): number => devicesIn(some.filter(({ tier }) => tier === 'FIRST_UNIT'));
  if (first(items) < 2 && first(counted(billed)) < 2) return targets;
  const wanted = devicesIn(items) + sum(targets.map((target) => (tierOf(target) ? target.to - target.from : 0)));
  let left = Math.max(0, wanted - Math.max(devicesIn(items), devicesIn(counted(renewed)) + charged));
  // The last tier first: the devices that are added are the last ones.
  const marked = targets.toReversed().map((target): QuantityTarget => {
    const tier = tierOf(target);
    if (!tier || target.to <= target.from) return target;
    const added = Math.min(left, Math.max(0, target.to - ('id' in target ? (billed.get(target.id) ?? 0) : 0)));
    left -= added;
    return { ...target, added };
  });
  return marked.toReversed();
}

/** Whether the quantities that a caller was shown are the current ones, with no other item; 0 is no item. */
export function wasShown(
  items: readonly Pick<QuantityItem, 'id' | 'quantity' | 'tier'>[],
  seen: Readonly<Record<string, number>>,
): boolean {
  const { [totalKey]: total, ...byItem } = seen;
  const same = items.every((item) => (Object.hasOwn(byItem, item.id) ? byItem[item.id] : 0) === item.quantity);
  const noneElse = Object.entries(byItem).every(
    ([id, quantity]) => quantity === 0 || items.some((item) => item.id === id),
  );
  return same && noneElse && (total === undefined || total === devicesIn(items));
}
