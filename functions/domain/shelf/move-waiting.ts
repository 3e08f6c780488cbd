import { listDevicesUnder } from '../../adapters/devices-table/devices';
import { isWaiting, type DeviceItem } from '../../adapters/devices-table/items';
import { moveToShop } from '../../adapters/devices-table/mirror-writes';
import { mapWithLimit } from '../../adapters/map-with-limit';
import { readShopLinks } from '../../adapters/users-table/shop-links';

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
