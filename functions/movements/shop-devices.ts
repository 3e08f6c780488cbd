import { isRented, isShipped } from '#shared/model/device-request';
import { type DeviceWithLock, listDevicesUnder } from '#functions/devices/devices-table';
import { type DeviceItem, holderOf, isWaiting, subscriptionOf } from '#functions/devices/items';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import type { SnapshotItem } from '#functions/platform/users-table';
import { moveToShop } from '#functions/devices/mirror';
import { readShopLinks } from '#functions/shops/shops-table';

/** Whether a rented device is with its owner; substitutes and sold ones are not counted. */
export const isHeld = (device: Pick<DeviceItem, 'deviceCategory' | 'status'>): boolean =>
  isRented(device) && isShipped(device);

/** Queries for one shop at the same time. */
const queriesAtOnce = 2;

/** Each device once: one that is just moving to its shop is found in both places. */
async function listUnder(ids: readonly string[]): Promise<DeviceWithLock[]> {
  const listed = (await mapWithLimit(queriesAtOnce, ids, listDevicesUnder)).flat();
  return [...new Map(listed.map((one) => [one.device.serialNumber, one])).values()];
}

/**
 * The devices of a shop with their locks: those of its subscriptions, ended ones too, because their devices are still
 * to be returned, and those that belong to the shop alone. One query, and another one for each subscription whose
 * devices may not have moved to the shop yet (decisions/devices). Where a device is found does not make it the shop's:
 * its own subscription must be one of the snapshot's.
 */
export async function devicesOfShop({
  customerId,
  record,
  shelved,
}: Pick<SnapshotItem, 'customerId' | 'record' | 'shelved'>): Promise<DeviceWithLock[]> {
  const subscriptions = record.subscriptions.map(({ id }) => id);
  const own = new Set([customerId, ...subscriptions]);
  const listed = await listUnder([customerId, ...subscriptions.filter((id) => !shelved.includes(id))]);
  return listed.filter(({ device }) => own.has(holderOf(device) ?? ''));
}

/** The devices of one subscription with their locks, wherever they are found: two queries. */
export async function devicesOfSubscription(customerId: string, subscriptionId: string): Promise<DeviceWithLock[]> {
  const listed = await listUnder([customerId, subscriptionId]);
  return listed.filter(({ device }) => subscriptionOf(device) === subscriptionId);
}

/** Devices moved at the same time. */
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
