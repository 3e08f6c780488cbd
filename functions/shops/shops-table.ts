import { getItems } from '#functions/platform/dynamodb/batch';
import { exists, getItem, isNew, putItem, putItemIf, updateItemIf } from '#functions/platform/dynamodb/items';
import { queryPage } from '#functions/platform/dynamodb/query';
import {
  checkWrite,
  deleteWrite,
  putWrite,
  updateWrite,
  writeAll,
  type Write,
} from '#functions/platform/dynamodb/transaction';
import {
  usersTable,
  type ShopItem,
  type SnapshotItem,
  customerKey,
  onlyItem,
  placeKey,
  sortKeys,
  userKey,
  shopLinkKey,
} from '#functions/platform/users-table';
import { clock } from '#functions/platform/clock';
import type { ShopRecord } from '#shared/model/customer';
import { mapWithLimit } from '#functions/platform/map-with-limit';

const ownerKey = (customerId: string) => ({ pk: customerKey(customerId), sk: onlyItem });
const formerOwnerKey = (customerId: string) => ({ pk: customerKey(customerId), sk: 'former' });
/** Longer than money of a deleted shop's payments may go back: disputes come months later. Seconds. */
const formerKept = 2 * 365 * 24 * 60 * 60;
const shopOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.shop(customerId) });
const snapshotOf = (userId: string, customerId: string) => ({ pk: userKey(userId), sk: sortKeys.snapshot(customerId) });

/** The writes that make a customer a user's shop, by its record and a pointer. Safe to repeat. */
export const ownershipWrites = (userId: string, shop: ShopItem): Write[] => [
  putWrite(usersTable(), shopOf(userId, shop.customerId), shop),
  putWrite(
    usersTable(),
    ownerKey(shop.customerId),
    { userId },
    { if: 'attribute_not_exists(pk) OR userId = :userId', values: { userId } },
  ),
];

/** The user whose shop a customer is; undefined for customers that belong to no user. */
export const ownerOf = async (customerId: string): Promise<string | undefined> =>
  (await getItem<{ userId: string }>(usersTable(), ownerKey(customerId)))?.userId;

/** The user whose shop a customer was until it was deleted, for its documents. */
export const formerOwnerOf = async (customerId: string): Promise<string | undefined> =>
  (await getItem<{ userId: string }>(usersTable(), formerOwnerKey(customerId)))?.userId;

/** Keeps the proven invoice address of a shop; false if the user does not have the shop any more. */
export const keepInvoiceAddress = async (userId: string, customerId: string, invoiceEmail: string): Promise<boolean> =>
  (await updateItemIf(usersTable(), shopOf(userId, customerId), { set: { invoiceEmail }, ...exists })) !== undefined;

/** Keeps when a shop was compared with Stripe as a whole, in unix milliseconds, unless it is gone. */
export async function keepReconciled(userId: string, customerId: string, reconciledAtMs: number): Promise<void> {
  await updateItemIf(usersTable(), shopOf(userId, customerId), { set: { reconciledAtMs }, ...exists });
}

export const ownershipCheck = (userId: string, customerId: string): Write =>
  checkWrite(usersTable(), ownerKey(customerId), { if: 'userId = :userId', values: { userId } });

export interface OwnedShop {
  shop: ShopItem;
  snapshot: SnapshotItem | undefined;
}

/** One shop of a user by its key; undefined if it is not theirs. Strongly consistent. */
export async function readOwnedShop(userId: string, customerId: string): Promise<OwnedShop | undefined> {
  const key = shopOf(userId, customerId);
  const snapshotKey = snapshotOf(userId, customerId);
  const items = await getItems<(ShopItem | SnapshotItem) & { sk: string }>(usersTable(), [key, snapshotKey]);
  const of = (sk: string) => items.find((item) => item.sk === sk);
  const shop = of(key.sk) as ShopItem | undefined;
  return shop && { shop, snapshot: of(snapshotKey.sk) as SnapshotItem | undefined };
}

/**
 * Removes a shop whose customer was deleted: ownership and snapshot. The links of its subscriptions stay, by which
 * devices that come back close its collections. Safe to repeat.
 */
export async function forgetShop(userId: string, customerId: string): Promise<void> {
  const keys = [shopOf(userId, customerId), snapshotOf(userId, customerId), ownerKey(customerId)];
  await writeAll([
    ...keys.map((key) => deleteWrite(usersTable(), key)),
    putWrite(usersTable(), formerOwnerKey(customerId), { userId, expiresAt: clock.seconds() + formerKept }),
  ]);
}

/** The first of a user's shops in the order of their ids, at most `most`. Strongly consistent. */
export const readFirstShops = (userId: string, most: number): Promise<ShopItem[]> =>
  queryPage(usersTable(), { pk: userKey(userId), from: sortKeys.shop(''), to: sortKeys.shop('\uffff') }, most);

/** The smallest key after a shop's own: no id has a space. */
const keyAfter = (customerId: string): string => `${sortKeys.shop(customerId)} `;

/** A page of a user's shops with snapshots, by id from after `after`; snapshots of a moment ago cost half. */
export async function readShopPage(
  userId: string,
  after: string | undefined,
  most: number,
  { consistent = true }: { consistent?: boolean } = {},
): Promise<{ shops: ShopItem[]; snapshots: SnapshotItem[] }> {
  const pk = userKey(userId);
  const from = after === undefined ? sortKeys.shop('') : keyAfter(after);
  const shops = await queryPage<ShopItem>(usersTable(), { pk, from, to: sortKeys.shop('\uffff') }, most);
  const keys = shops.map(({ customerId }) => snapshotOf(userId, customerId));
  return { shops, snapshots: await getItems<SnapshotItem>(usersTable(), keys, { consistent }) };
}

type Before = Pick<SnapshotItem, 'version' | 'readAtMs'> | undefined;

/** A newer reading, if nothing was kept, booked or changed in its movements since `before`. */
const isNewest = (readAtMs: number, before: Before) =>
  before
    ? {
        if:
          'readAtMs = :before AND :before <= :readAtMs AND #version = :version AND ' +
          '(attribute_not_exists(changedAtMs) OR changedAtMs <= :readAtMs)',
        values: { readAtMs, before: before.readAtMs, version: before.version },
      }
    : isNew;

/** Keeps a reading with its booked counts, if none is newer or booked since; returns whether it was kept. */
export const putSnapshot = (userId: string, snapshot: SnapshotItem, before?: Before): Promise<boolean> =>
  putItemIf(usersTable(), snapshotOf(userId, snapshot.customerId), snapshot, isNewest(snapshot.readAtMs, before));

/** The same as a write of the transaction that orders the movements. */
export const snapshotWrite = (userId: string, snapshot: SnapshotItem, before?: Before): Write =>
  putWrite(usersTable(), snapshotOf(userId, snapshot.customerId), snapshot, isNewest(snapshot.readAtMs, before));

/** Raises the version for a change of movements without a reading; of two at once, one fails and decides again. */
export const versionWrite = (
  userId: string,
  { customerId, version }: Pick<SnapshotItem, 'customerId' | 'version'>,
): Write =>
  updateWrite(usersTable(), snapshotOf(userId, customerId), {
    set: { version: version + 1 },
    if: '#version = :version',
    values: { version },
  });

export const readSnapshot = (userId: string, customerId: string): Promise<SnapshotItem | undefined> =>
  getItem(usersTable(), snapshotOf(userId, customerId));

/** Marks a shop as changed (unix ms), so that no earlier reading counts. Returns its last snapshot, if any. */
export async function markChanged(
  userId: string,
  customerId: string,
  changedAtMs: number,
): Promise<ShopRecord | undefined> {
  const snapshot = await updateItemIf<SnapshotItem>(usersTable(), snapshotOf(userId, customerId), {
    set: { changedAtMs },
    ...exists,
  });
  return snapshot?.record;
}

/** The longest id at Stripe, in characters (docs.stripe.com/upgrades, "object IDs"). */
const longestId = 255;
const writesAtOnce = 10;

const keyOf = (id: string) => ({ pk: shopLinkKey(id), sk: onlyItem });

export const linkedIds = ({ subscriptions }: Pick<ShopRecord, 'subscriptions'>): string[] =>
  subscriptions.flatMap(({ id, items }) => [id, ...items.map((item) => item.subscription_item_id)]);

/** The shop to which a subscription or an item leads, if any; says nothing about its owner. */
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
  await mapWithLimit(writesAtOnce, [...new Set(ids)], (id) => putItem(usersTable(), keyOf(id), { customerId }));
}

/** The same for a few ids, as writes of a transaction. */
export const linkWrites = (customerId: string, ids: readonly string[]): Write[] =>
  ids.map((id) => putWrite(usersTable(), keyOf(id), { customerId }));

/** The shop that had a free trial at a place last; `expiresAt` (unix seconds) is also the item's TTL. */
interface TrialPlace {
  customerId: string;
  expiresAt: number;
}

const placeOf = (place: string) => ({ pk: placeKey(place), sk: onlyItem });

/** `place`: the keyed hash of its address. */
export const readTrialPlace = (place: string): Promise<TrialPlace | undefined> => getItem(usersTable(), placeOf(place));

/** Remembers a trial's place, unless another shop's was booked since it was read `before`. */
export const trialPlaceWrite = (place: string, trial: TrialPlace, before: TrialPlace | undefined): Write =>
  putWrite(
    usersTable(),
    placeOf(place),
    trial,
    before
      ? {
          // An expired one may be removed meanwhile.
          if: 'attribute_not_exists(pk) OR (customerId = :customerId AND expiresAt = :expiresAt)',
          values: { customerId: before.customerId, expiresAt: before.expiresAt },
        }
      : isNew,
  );
