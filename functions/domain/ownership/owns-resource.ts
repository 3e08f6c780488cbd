import type { OwnedKind } from '#shared/contract/call';
import type { Subscription } from '#shared/model/customer';
import type { SnapshotItem } from '../../adapters/users-table/items';
import { linkedIds, readShopLink } from '../../adapters/users-table/shop-links';
import { readOwnedShop, type OwnedShop } from '../../adapters/users-table/shops';
import type { Caller } from '../caller';

/** The subscriptions of the caller's shops that were read, ended ones too, from the snapshots. */
export function subscriptionsOf(caller: Pick<Caller, 'shops' | 'snapshots'>): Subscription[] {
  const owned = new Set(caller.shops.map((shop) => shop.customerId));
  return caller.snapshots
    .filter((snapshot) => owned.has(snapshot.customerId))
    .flatMap((snapshot) => snapshot.record.subscriptions);
}

/** The ids of the subscriptions and shops that a device of the caller may belong to. */
const holdersOf = (caller: Pick<Caller, 'shops' | 'snapshots'>): Set<string> =>
  new Set([...subscriptionsOf(caller).map(({ id }) => id), ...caller.shops.map(({ customerId }) => customerId)]);

/** An owned shop with its snapshot. */
type KnownShop = Required<OwnedShop> & { snapshot: SnapshotItem };

const holds = (owned: OwnedShop | undefined, id: string): owned is KnownShop =>
  owned?.snapshot !== undefined && linkedIds(owned.snapshot.record).includes(id);

/**
 * Looked up in place of an id that leads nowhere, so that another owner's id and an unknown one take the same reads:
 * the time then does not tell which ids exist. No shop, subscription or device has this id.
 */
export const nobody = '-';

type Owner = Pick<Caller, 'userId' | 'shops' | 'snapshots'>;

/** One of the caller's shops that was read already, with its snapshot. */
function readAlready({ shops, snapshots }: Owner, is: (owned: KnownShop) => boolean): KnownShop | undefined {
  return snapshots
    .flatMap((snapshot) => {
      const shop = shops.find(({ customerId }) => customerId === snapshot.customerId);
      return shop ? [{ shop, snapshot }] : [];
    })
    .find(is);
}

/** One of the caller's shops by its id. */
const ownShop = async (owner: Owner, customerId: string): Promise<OwnedShop | undefined> =>
  readAlready(owner, ({ shop }) => shop.customerId === customerId) ?? readOwnedShop(owner.userId, customerId);

/**
 * The caller's shop that a subscription or one of its items belongs to: one that was read already, otherwise by its
 * link and the caller's own ownership record and snapshot; undefined if it is not theirs.
 */
async function shopHolding(owner: Owner, id: string): Promise<KnownShop | undefined> {
  const known = readAlready(owner, (owned) => holds(owned, id));
  if (known) return known;
  const customerId = await readShopLink(id);
  const owned = await readOwnedShop(owner.userId, customerId ?? nobody);
  return holds(owned, id) ? owned : undefined;
}

/** The caller's shop that a device belongs to, by its subscription or by the shop alone; undefined if not theirs. */
export const shopOfHolder = async (owner: Owner, holder: string): Promise<OwnedShop | undefined> =>
  (await shopHolding(owner, holder)) ?? ownShop(owner, holder);

/** Which of these subscriptions and shops are the caller's: those that were read, and others by their key. */
export async function ownAmong(owner: Owner, holders: readonly string[]): Promise<Set<string>> {
  const own = holdersOf(owner);
  for (const id of new Set(holders)) if (!own.has(id) && (await shopOfHolder(owner, id))) own.add(id);
  return own;
}

/**
 * The caller's shop that the named resource belongs to; undefined if it is not theirs. `id` is the unchecked value from
 * the request.
 */
export type Owns = (caller: Owner, kind: OwnedKind, id: string) => Promise<OwnedShop | undefined>;

/**
 * Finds shops by their ownership record, subscriptions and items by their link and the caller's own snapshot, so
 * another owner's id is not found. Devices, repairs and movements are not known here (owns-device.ts).
 */
export const ownsResource: Owns = async (caller, kind, id) => {
  if (kind === 'shop') return ownShop(caller, id);
  if (kind !== 'subscription' && kind !== 'subscriptionItem') return undefined;
  const owned = await shopHolding(caller, id);
  const isSubscription = owned?.snapshot.record.subscriptions.some((subscription) => subscription.id === id);
  return isSubscription === (kind === 'subscription') ? owned : undefined;
};
