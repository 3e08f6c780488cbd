import { type DeviceWithLock, listDevicesUnder } from './devices-table';
import { hasNotBegun, isOver } from '#shared/model/subscription';
import { type DeviceItem, isCustomerId, subscriptionOf } from './items';
import type { SnapshotItem } from '#functions/platform/users-table';
import { readShopLinks } from '#functions/shops/shops-table';

type Shop = Pick<SnapshotItem, 'customerId' | 'record'>;

/** What the devices of a shop stand under: its subscriptions, and the shop itself. */
const partitionsOf = ({ customerId, record }: Shop): string[] => [
  customerId,
  ...record.subscriptions.map(({ id }) => id),
];

/**
 * The devices of shops with their locks, in no order: those of their subscriptions, ended ones too, because their
 * devices are still to be returned, and those that belong to the shop alone. One request for each fifty of both.
 */
export async function devicesOfShops<S extends Shop>(
  shops: readonly S[],
): Promise<{ shop: S; devices: DeviceWithLock[] }[]> {
  const listed = await listDevicesUnder(shops.flatMap(partitionsOf));
  return shops.map((shop) => {
    const own = new Set(partitionsOf(shop));
    return { shop, devices: listed.filter(({ device }) => own.has(device.subscriptionId ?? '')) };
  });
}

export const devicesOfShop = (shop: Shop): Promise<DeviceWithLock[]> => listDevicesUnder(partitionsOf(shop));

/** The shops that these devices belong to, as far as they are known, by the `subscriptionId` of a device. */
export async function shopsOfDevices(
  devices: readonly Pick<DeviceItem, 'subscriptionId'>[],
): Promise<Map<string, string>> {
  const ids = [...new Set(devices.flatMap(({ subscriptionId }) => subscriptionId ?? []))];
  const links = await readShopLinks(ids.filter((id) => !isCustomerId(id)));
  return new Map([...links, ...ids.filter(isCustomerId).map((id) => [id, id] as const)]);
}

/** Whether a subscription of the shop that has begun pays for a device; for one under the shop alone, any of them. */
export function isPaidFor(
  device: Pick<DeviceItem, 'subscriptionId'>,
  { subscriptions }: Pick<Shop['record'], 'subscriptions'>,
): boolean {
  const own = subscriptionOf(device);
  return subscriptions.some((one) => (own === '' || one.id === own) && !isOver(one) && !hasNotBegun(one));
}
