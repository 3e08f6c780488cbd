import { isRented, isShipped } from '#shared/model/device-request';
import { type DeviceWithLock, listDevicesUnder, listDevicesUnderAll } from './devices-table';
import { updateItemIf } from '#functions/platform/dynamodb/items';
import { type DeviceItem, devicesTable, holderOf, isWaiting, lockKeyOf, recordKeyOf, subscriptionOf } from './items';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import type { SnapshotItem } from '#functions/platform/users-table';
import { readShopLinks } from '#functions/shops/shops-table';

/** Whether a rented device is with its owner; substitutes and sold ones are not counted. */
export const isHeld = (device: Pick<DeviceItem, 'deviceCategory' | 'status'>): boolean =>
  isRented(device) && isShipped(device);

const queriesAtOnce = 2;

/** Each device once: one that is just moving to its shop is found in both places. */
const once = (listed: readonly DeviceWithLock[]): DeviceWithLock[] => [
  ...new Map(listed.map((one) => [one.device.serialNumber, one])).values(),
];

const listUnder = async (ids: readonly string[]): Promise<DeviceWithLock[]> =>
  once((await mapWithLimit(queriesAtOnce, ids, listDevicesUnder)).flat());

type Shop = Pick<SnapshotItem, 'customerId' | 'record' | 'shelved'>;

/** Where the devices of a shop are found: under it, and under subscriptions whose devices may not have moved yet. */
const placesOf = ({ customerId, record, shelved }: Shop): string[] => [
  customerId,
  ...record.subscriptions.flatMap(({ id }) => (shelved.includes(id) ? [] : [id])),
];

/** Whether a device is of a shop: its own subscription must be one of the snapshot's. */
function isOf({ customerId, record }: Shop): (one: DeviceWithLock) => boolean {
  const own = new Set([customerId, ...record.subscriptions.map(({ id }) => id)]);
  return ({ device }) => own.has(holderOf(device) ?? '');
}

/**
 * The devices of a shop with their locks: those of its subscriptions, ended ones too, because their devices are still
 * to be returned, and those that belong to the shop alone. One query, and another one for each subscription whose
 * devices may not have moved to the shop yet (decisions/devices). Where a device is found does not make it the shop's:
 * its own subscription must be one of the snapshot's.
 */
export const devicesOfShop = async (shop: Shop): Promise<DeviceWithLock[]> =>
  (await listUnder(placesOf(shop))).filter(isOf(shop));

/** The same for many shops at once, read together. */
export async function devicesOfShops<S extends Shop>(
  shops: readonly S[],
): Promise<{ shop: S; devices: DeviceWithLock[] }[]> {
  const listed = once(await listDevicesUnderAll(shops.flatMap(placesOf)));
  return shops.map((shop) => ({ shop, devices: listed.filter(isOf(shop)) }));
}

/** The devices of one subscription with their locks, wherever they are found: two queries. */
export async function devicesOfSubscription(customerId: string, subscriptionId: string): Promise<DeviceWithLock[]> {
  const listed = await listUnder([customerId, subscriptionId]);
  return listed.filter(({ device }) => subscriptionOf(device) === subscriptionId);
}

/**
 * Moves a device that waits under its subscription to the shop, and its lock with it. Safe to repeat, and without
 * effect if the device has moved on. The lock goes last: a request is accepted only for a device that has not moved
 * since.
 */
async function moveToShop(serialNumber: string, subscriptionId: string, customerId: string): Promise<void> {
  const waits = { if: 'subscriptionId = :waiting', values: { waiting: subscriptionId } };
  const device = { subscriptionId: customerId, ofSubscription: subscriptionId };
  await updateItemIf(devicesTable(), recordKeyOf(serialNumber), { set: device, ...waits });
  await updateItemIf(devicesTable(), lockKeyOf(serialNumber), { set: { subscriptionId: customerId }, ...waits });
}

const mostMoves = 10;

/**
 * Moves the devices that wait under these subscriptions to their shop, which is known from now on: a query for each
 * subscription, once in its life.
 */
export async function moveWaiting(customerId: string, subscriptionIds: readonly string[]): Promise<void> {
  for (const subscriptionId of subscriptionIds) {
    const waiting = await listDevicesUnder(subscriptionId);
    await mapWithLimit(mostMoves, waiting, ({ device }) => moveToShop(device.serialNumber, subscriptionId, customerId));
  }
}

/**
 * Moves those of the devices that wait under a subscription to its shop, if that is known. It is looked up after they
 * were written: of a shop that becomes known meanwhile either this finds the link, or the shop finds the devices.
 */
export async function moveToKnownShops(devices: readonly DeviceItem[]): Promise<void> {
  const waiting = devices.filter(isWaiting);
  if (waiting.length === 0) return;
  const shops = await readShopLinks(waiting.map(({ subscriptionId }) => subscriptionId));
  await mapWithLimit(mostMoves, waiting, async ({ serialNumber, subscriptionId }) => {
    const shop = shops.get(subscriptionId);
    if (shop !== undefined) await moveToShop(serialNumber, subscriptionId, shop);
  });
}
