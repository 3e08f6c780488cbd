import { mostDevices } from '#shared/constants';
import type { Subscription } from '#shared/model/customer';
import { splitIntoTiers, spreadOver, tiers, type Pricing, type Tier } from '#shared/model/pricing';
import type { Quantities } from '#shared/model/quantities';
import { deviceCount } from '#shared/model/subscription';
import type { PriceLine } from '../order/price-breakdown';

/** A month of one unit whose price is not known, in yen (spec 9, Missing-price fallback). */
export const missingPrice = 8800;

const tierNames: Record<Tier, string> = {
  FIRST_UNIT: '1台目',
  SECOND_TO_FOURTH: '2〜4台目',
  FIFTH_AND_MORE: '5台目以降',
};

type Item = Subscription['items'][number];

/** The known prices: the price list, the id of each item's price in it, and the catalogue's tiers; in yen a month. */
interface KnownPrices {
  list?: readonly { id: string; unit_amount: number }[] | undefined;
  ids?: Readonly<Record<string, string>> | undefined;
  catalogue?: Pricing['breakdown'] | undefined;
}

/** The current choice: the total of devices, and the quantity of every item beside the tiers. */
export interface QuantityDraft {
  total: number;
  others: Readonly<Record<string, number>>;
}

/** One product of the subscription before and after the change. A tier that is added has no item yet. */
export interface QuantityRow {
  key: string;
  itemId: string | undefined;
  tier: Tier | undefined;
  name: string;
  before: number;
  after: number;
  /** Yen a month for one. */
  unitAmount: number;
}

export const hasTiers = ({ items }: Pick<Subscription, 'items'>): boolean => items.some(({ product }) => product.tier);
export const otherItems = ({ items }: Pick<Subscription, 'items'>): Item[] =>
  items.filter(({ product }) => !product.tier);

/** The current quantities, with so many devices more. */
export const draftOf = (subscription: Pick<Subscription, 'items'>, more = 0): QuantityDraft => ({
  total: Math.min(deviceCount(subscription) + more, mostDevices),
  others: Object.fromEntries(
    otherItems(subscription).map(({ subscription_item_id, quantity }) => [subscription_item_id, quantity]),
  ),
});

const priceOf = (item: Item, { list, ids }: KnownPrices): number =>
  list?.find(({ id }) => id === ids?.[item.subscription_item_id])?.unit_amount ?? item.amount;

/** Every product with its quantity before and after; products with neither are left out. Prices may not be known. */
export function rowsOf(
  { items }: Pick<Subscription, 'items'>,
  draft: QuantityDraft,
  prices: KnownPrices = {},
): QuantityRow[] {
  const split = splitIntoTiers(draft.total);
  const tiered = hasTiers({ items })
    ? tiers.flatMap((tier): QuantityRow[] => {
        const ofTier = items.filter(({ product }) => product.tier === tier);
        const quantities = ofTier.map(({ quantity }) => quantity);
        const offered = prices.catalogue?.find((line) => line.tier === tier);
        return spreadOver(quantities, split[tier]).map((quantity, at) => {
          const item = ofTier[at];
          return {
            key: item?.subscription_item_id ?? tier,
            itemId: item?.subscription_item_id,
            tier,
            name: item?.product.name ?? offered?.name ?? tierNames[tier],
            before: item?.quantity ?? 0,
            after: quantity,
            unitAmount: item ? priceOf(item, prices) : (offered?.unitAmount ?? missingPrice),
          };
        });
      })
    : [];
  const others = otherItems({ items }).map((item): QuantityRow => {
    const itemId = item.subscription_item_id;
    return {
      key: itemId,
      itemId,
      tier: undefined,
      name: item.product.name,
      before: item.quantity,
      after: draft.others[itemId] ?? item.quantity,
      unitAmount: priceOf(item, prices),
    };
  });
  return [...tiered, ...others].filter(({ before, after }) => before > 0 || after > 0);
}

/** Products whose quantity becomes 0 are shown as removed, except the first unit (spec 4). */
export const isRemoved = ({ before, after, tier }: QuantityRow): boolean =>
  before > 0 && after === 0 && tier !== 'FIRST_UNIT';
export const isChanged = ({ before, after }: QuantityRow): boolean => before !== after;

/** The rows as lines of a monthly price. */
export const priceLines = (rows: readonly QuantityRow[]): PriceLine[] =>
  rows.map(({ tier, name, after, unitAmount }) => ({
    tier,
    name,
    quantity: after,
    unitAmount,
    amount: unitAmount * after,
  }));

/**
 * The change in the server's form: new quantities by item, the total of devices, and the quantities on the screen when
 * it was chosen.
 */
export function quantitiesOf(subscription: Pick<Subscription, 'items'>, draft: QuantityDraft): Quantities {
  const rows = rowsOf(subscription, draft);
  return {
    quantities: Object.fromEntries(rows.flatMap(({ itemId, after }) => (itemId ? [[itemId, after]] : []))),
    ...(hasTiers(subscription) && { total: draft.total }),
    seen: Object.fromEntries(
      subscription.items.map(({ subscription_item_id, quantity }) => [subscription_item_id, quantity]),
    ),
  };
}
