import type { OwnedKind } from '#shared/contract/call';
import type { Subscription } from '#shared/model/customer';
import type { SnapshotItem } from '#functions/platform/users-table';
import { CallError } from '#shared/errors';
import { linkedIds, readFirstShops, readShopLink, readOwnedShop, type OwnedShop } from './shops-table';
import type { ShopOwner } from '#functions/http/caller';
import { deviceOfRepair, getDevice } from '#functions/devices/devices-table';
import { readMovement, shopOfMovement, type MovementItem } from '#functions/movements/movements-table';
import type { DeviceItem } from '#functions/devices/items';

type Shops = Omit<ShopOwner, 'userId'>;
type KnownShop = Required<OwnedShop> & { snapshot: SnapshotItem };

const knownShops = ({ shops, snapshots }: Shops): KnownShop[] =>
  snapshots.flatMap((snapshot) => {
    const shop = shops.find(({ customerId }) => customerId === snapshot.customerId);
    return shop ? [{ shop, snapshot }] : [];
  });

/** The subscriptions of the caller's shops that were read, ended ones too, from the snapshots. */
export const subscriptionsOf = (caller: Shops): Subscription[] =>
  knownShops(caller).flatMap(({ snapshot }) => snapshot.record.subscriptions);

/** One of the caller's subscriptions with its shop, by the snapshots. Refuses with SUBSCRIPTION_NOT_FOUND. */
export function ownSubscription(caller: Shops, subscriptionId: string) {
  for (const { snapshot } of knownShops(caller)) {
    const { customerId, record } = snapshot;
    const subscription = record.subscriptions.find(({ id }) => id === subscriptionId);
    if (subscription) return { customerId, record, subscription };
  }
  throw new CallError('SUBSCRIPTION_NOT_FOUND');
}

/** The shop and subscription that a request names; each was checked by itself. */
export interface NamedShop {
  customerId?: string | undefined;
  subscriptionId?: string | undefined;
}

/** The shop of a request; undefined if it names none. A subscription of another of the caller's shops is refused. */
export function namedShop(caller: Shops, { customerId, subscriptionId }: NamedShop): string | undefined {
  if (subscriptionId === undefined) return customerId;
  const own = ownSubscription(caller, subscriptionId);
  if (customerId !== undefined && customerId !== own.customerId) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return own.customerId;
}

/** The shop of a user with only one; undefined if they have none or several. */
export async function onlyShop(userId: string): Promise<string | undefined> {
  const [only, ...others] = await readFirstShops(userId, 2);
  return others.length === 0 ? only?.customerId : undefined;
}

const holds = (owned: OwnedShop | undefined, id: string): owned is KnownShop =>
  owned?.snapshot !== undefined && linkedIds(owned.snapshot.record).includes(id);

/** Looked up for an id that leads nowhere, so that response times do not tell which ids exist; nothing has this id. */
const nobody = '-';

const ownShop = async (owner: ShopOwner, customerId: string): Promise<OwnedShop | undefined> =>
  knownShops(owner).find(({ shop }) => shop.customerId === customerId) ?? readOwnedShop(owner.userId, customerId);

/** The caller's shop of a subscription or item: one that was read, or by its link and their own records. */
async function shopHolding(owner: ShopOwner, id: string): Promise<KnownShop | undefined> {
  const known = knownShops(owner).find((owned) => holds(owned, id));
  if (known) return known;
  const customerId = await readShopLink(id);
  const owned = await readOwnedShop(owner.userId, customerId ?? nobody);
  return holds(owned, id) ? owned : undefined;
}

/** The caller's shop of a device, by its subscription or the shop's customer id; undefined if it is not theirs. */
export const shopOfDevice = async (
  owner: ShopOwner,
  { subscriptionId = nobody }: Pick<DeviceItem, 'subscriptionId'>,
): Promise<OwnedShop | undefined> => (await shopHolding(owner, subscriptionId)) ?? ownShop(owner, subscriptionId);

/** Which of these subscriptions and shops are the caller's: those that were read, and others by their key. */
export async function ownAmong(owner: ShopOwner, ids: readonly string[]): Promise<Set<string>> {
  const own = new Set(
    [...subscriptionsOf(owner), ...owner.shops.map(({ customerId: id }) => ({ id }))].map(({ id }) => id),
  );
  for (const subscriptionId of new Set(ids))
    if (!own.has(subscriptionId) && (await shopOfDevice(owner, { subscriptionId }))) own.add(subscriptionId);
  return own;
}

/** The caller's shop that the named resource belongs to; undefined if it is not theirs. `id` is unchecked. */
export type Owns = (caller: ShopOwner, kind: OwnedKind, id: string) => Promise<OwnedShop | undefined>;

/**
 * Finds shops by their ownership record, subscriptions and items by their link and the caller's own snapshot, so
 * another owner's id is not found. Devices, repairs and movements are not known here.
 */
export const ownsResource: Owns = async (caller, kind, id) => {
  if (kind === 'shop') return ownShop(caller, id);
  if (kind !== 'subscription' && kind !== 'subscriptionItem') return undefined;
  const owned = await shopHolding(caller, id);
  const isSubscription = owned?.snapshot.record.subscriptions.some((subscription) => subscription.id === id);
  return isSubscription === (kind === 'subscription') ? owned : undefined;
};

/**
 * Like {@link ownsResource}, and for devices, repairs and movements too: a device belongs to the caller if the mirror
 * has it under one of the caller's subscriptions or shops, a repair if its device does, and a movement if it is of one
 * of their shops. An id that the mirror does not have, or that cannot be an id, belongs to no user.
 */
export const ownsDevice: Owns = async (caller, kind, id) => {
  if (kind === 'movement') return (await findMovement(caller.userId, id))?.owned;
  if (kind !== 'device' && kind !== 'repair') return ownsResource(caller, kind, id);
  const serialNumber = kind === 'repair' ? await deviceOfRepair(id) : id;
  return shopOfDevice(caller, (await getDevice(serialNumber ?? nobody)) ?? {});
};

/** The longest id of a movement, in characters. */
const longestId = 200;

/** A movement of one of the user's shops by its id, with the shop; undefined if there is none. */
export async function findMovement(
  userId: string,
  movementId: string,
): Promise<{ movement: MovementItem; owned: OwnedShop } | undefined> {
  if (movementId === '' || movementId.length > longestId) return undefined;
  const customerId = await shopOfMovement(movementId);
  const owned = await readOwnedShop(userId, customerId ?? nobody);
  const movement = owned && (await readMovement({ customerId: owned.shop.customerId, movementId }));
  return movement && { movement, owned };
}
