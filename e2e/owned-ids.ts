import type { OwnedKind } from '#shared/contract/call';
import type { Portal } from './portal';

/**
 * The ids of an owner's shop with a subscription, a device and its repair, by the kind of resource that a call owns.
 */
export async function ownedIds(portal: Portal, cookie: string): Promise<Record<OwnedKind, string>> {
  const read = async <T>(path: string): Promise<T> =>
    (await portal.request({ method: 'GET', path }, { cookie })).body as T;
  const groups = await read<{ id: string; devices: { serialNumber: string }[] }[]>('/api/devices');
  const shops =
    await read<
      { customer: { id: string }; subscriptions: { id: string; items: { subscription_item_id: string }[] }[] }[]
    >('/api/stripe/customer');
  for (const { id, devices } of groups) {
    for (const { serialNumber } of devices) {
      const [repair] = await read<{ $id: { value: string } }[]>(`/api/devices/${serialNumber}/repair-history`);
      const subscription = shops.find(({ customer }) => customer.id === id)?.subscriptions[0];
      const item = subscription?.items[0]?.subscription_item_id;
      const { movements } = await read<{ movements: { id: string }[] }>(`/api/stores/${id}/movements`);
      const [movement] = movements;
      if (repair && subscription && item && movement)
        return {
          shop: id,
          subscription: subscription.id,
          subscriptionItem: item,
          device: serialNumber,
          repair: repair.$id.value,
          movement: movement.id,
        };
    }
  }
  throw new Error('The seed has no repaired device');
}
