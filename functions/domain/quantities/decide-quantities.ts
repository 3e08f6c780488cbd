import { CallError } from '#shared/errors';
import { splitIntoTiers, tiers, type Tier } from '#shared/model/pricing';
import { totalSchema } from '#shared/model/quantities';

/** An item of a subscription; `tier` where its product is one of the catalogue. */
export interface QuantityItem {
  id: string;
  quantity: number;
  tier: Tier | undefined;
}

/**
 * What a request asks for. `quantities` may carry the total too, as one more key (spec 7: "map of item id to
 * quantity, plus total").
 */
export interface AskedQuantities {
  quantities: Readonly<Record<string, number>>;
  total?: number | undefined;
}

/** A quantity that is to change: of an item, or of a tier that the subscription has no item of yet. */
export type QuantityTarget = { id: string; from: number; to: number } | { tier: Tier; from: 0; to: number };

const texts = {
  total: '台数は1〜99台で入力してください',
  twoTotals: '台数の指定が一致していません',
  noTier: 'このご契約には台数の設定がありません',
  unknown: 'このご契約に含まれない商品です',
  split: '台数の内訳が正しくありません',
  nothingLeft: 'すべての商品を0にすることはできません。解約の手続きをご利用ください',
} as const;

const refuse = (fields: Record<string, string>): CallError => new CallError('INVALID_INPUT', { fields });
const totalKey = 'total';

/** Tells the total from the items' quantities, wherever it stands. */
function readAsked({ quantities, total }: AskedQuantities): { byItem: Map<string, number>; total: number | undefined } {
  const byItem = new Map(Object.entries(quantities));
  const within = byItem.get(totalKey);
  byItem.delete(totalKey);
  if (within !== undefined && !totalSchema.safeParse(within).success) throw refuse({ 'quantities.total': texts.total });
  if (within !== undefined && total !== undefined && within !== total)
    throw refuse({ 'quantities.total': texts.twoTotals });
  return { byItem, total: total ?? within };
}

/** The first item of each tier; a subscription has one of each at most. */
const tierItems = (items: readonly QuantityItem[]): Partial<Record<Tier, QuantityItem>> =>
  Object.fromEntries(
    tiers.flatMap((tier) =>
      items
        .filter((item) => item.tier === tier)
        .slice(0, 1)
        .map((item) => [tier, item]),
    ),
  );

/**
 * The tiers' quantities that are asked for: by the total, else by the items named where these make a legal split;
 * undefined where none is touched.
 */
function askedSplit(
  items: readonly QuantityItem[],
  byItem: Map<string, number>,
  total: number | undefined,
): Record<Tier, number> | undefined {
  const known = tierItems(items);
  const named = tiers.flatMap((tier) => {
    const item = known[tier];
    const quantity = item && byItem.get(item.id);
    return quantity === undefined ? [] : [{ tier, field: `quantities.${item?.id}`, quantity }];
  });
  const wanted = (tier: Tier): number => named.find((one) => one.tier === tier)?.quantity ?? known[tier]?.quantity ?? 0;
  if (total === undefined && named.every(({ tier, quantity }) => known[tier]?.quantity === quantity)) return undefined;
  if (Object.keys(known).length === 0) throw refuse({ total: texts.noTier });
  const sum = total ?? tiers.reduce((all, tier) => all + wanted(tier), 0);
  if (!totalSchema.safeParse(sum).success)
    throw refuse(Object.fromEntries(named.map(({ field }) => [field, texts.total])));
  const split = splitIntoTiers(sum);
  // Beside a total only what is named must agree with it; without one the tiers make it up together.
  const legal = tiers.every((tier) => split[tier] === wanted(tier));
  const wrong = named.filter(({ tier, quantity }) => (total === undefined ? !legal : split[tier] !== quantity));
  if (wrong.length > 0) throw refuse(Object.fromEntries(wrong.map(({ field }) => [field, texts.split])));
  return split;
}

/**
 * Which quantities are to change, and to what. The total is split by the server: first 1, second min(T-1, 3), third
 * from the fifth (spec 9); what a caller says of the tiers is checked against it. Refuses with INVALID_INPUT, by
 * field: ids that are no item's, a split that is not legal, a total where there is no tier, and what would leave
 * nothing.
 */
export function decideTargets(items: readonly QuantityItem[], asked: AskedQuantities): QuantityTarget[] {
  const { byItem, total } = readAsked(asked);
  const unknown = [...byItem.keys()].filter((id) => !items.some((item) => item.id === id));
  if (unknown.length > 0) throw refuse(Object.fromEntries(unknown.map((id) => [`quantities.${id}`, texts.unknown])));
  const known = tierItems(items);
  const split = askedSplit(items, byItem, total);
  const wanted = new Map(items.map((item) => [item.id, byItem.get(item.id) ?? item.quantity]));
  if (split) for (const tier of tiers) if (known[tier]) wanted.set(known[tier].id, split[tier]);
  const added = tiers.filter((tier) => split && split[tier] > 0 && !known[tier]);
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
 * Whether what a caller was shown is what there is: every item with its quantity, and none beside them (an item that
 * another tab added counts too). 0 is as good as not there.
 */
export function wasShown(
  items: readonly Pick<QuantityItem, 'id' | 'quantity' | 'tier'>[],
  seen: Readonly<Record<string, number>>,
): boolean {
  const { [totalKey]: total, ...byItem } = seen;
  const devices = items.reduce((sum, item) => sum + (item.tier ? item.quantity : 0), 0);
  const same = items.every((item) => (Object.hasOwn(byItem, item.id) ? byItem[item.id] : 0) === item.quantity);
  const noneElse = Object.entries(byItem).every(
    ([id, quantity]) => quantity === 0 || items.some((item) => item.id === id),
  );
  return same && noneElse && (total === undefined || total === devices);
}
