import type { ShopRecord } from '#shared/model/customer';
import { getItems, putItems } from '../dynamodb/batch';
import { putWrite, type Write } from '../dynamodb/transaction';
import { deleteItem, getItem } from '../dynamodb/items';
import { mapWithLimit } from '../map-with-limit';
import { onlyItem, shopLinkKey } from './keys';
import { usersTable } from './table';

/** The longest id at Stripe, in characters (docs.stripe.com/upgrades, "object IDs"). */
const longestId = 255;
const writesAtOnce = 10;

const keyOf = (id: string) => ({ pk: shopLinkKey(id), sk: onlyItem });

/** The ids of a shop's subscriptions and of their items. */
export const linkedIds = ({ subscriptions }: Pick<ShopRecord, 'subscriptions'>): string[] =>
  subscriptions.flatMap(({ id, items }) => [id, ...items.map((item) => item.subscription_item_id)]);

/**
 * The shop to which a subscription or an item leads; undefined if it has no link. It says nothing about the owner: the
 * caller's own ownership record and snapshot do.
 */
export const readShopLink = async (id: string): Promise<string | undefined> =>
  id === '' || id.length > longestId
    ? undefined
    : (await getItem<{ customerId: string }>(usersTable(), keyOf(id)))?.customerId;

/** The shops to which subscriptions lead, by the subscription's id; those without a link are left out. */
export async function readShopLinks(ids: readonly string[]): Promise<Map<string, string>> {
  const keys = new Map(ids.filter((id) => id.length <= longestId).map((id) => [shopLinkKey(id), id]));
  if (keys.size === 0) return new Map();
  const places = Array.from(keys.keys(), (pk) => ({ pk, sk: onlyItem }));
  const links = await getItems<{ pk: string; customerId: string }>(usersTable(), places);
  return new Map(links.map(({ pk, customerId }) => [keys.get(pk) ?? '', customerId]));
}

/** Links subscriptions and items to their shop. Safe to repeat. */
export async function linkToShop(customerId: string, ids: readonly string[]): Promise<void> {
  const links = [...new Set(ids)].map((id) => ({ ...keyOf(id), customerId }));
  await putItems(usersTable(), links);
}

/** The same for a few ids, as writes of a transaction. */
export const linkWrites = (customerId: string, ids: readonly string[]): Write[] =>
  ids.map((id) => putWrite(usersTable(), keyOf(id), { customerId }));

export async function forgetShopLinks(ids: readonly string[]): Promise<void> {
  await mapWithLimit(writesAtOnce, ids, (id) => deleteItem(usersTable(), keyOf(id)));
}
