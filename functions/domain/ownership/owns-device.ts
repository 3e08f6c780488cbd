import { getDevice } from '../../adapters/devices-table/devices';
import { deviceOfRepair } from '../../adapters/devices-table/repairs';
import { ownsResource, subscriptionsOf, type Owns } from './owns-resource';

/**
 * As {@link ownsResource}, devices and repairs too: a device is the caller's when the mirror names one of their own
 * subscriptions for it, a repair when its device is. What is not in the mirror, or can be no id at all, is nobody's.
 */
export const ownsDevice: Owns = async (caller, kind, id) => {
  if (kind !== 'device' && kind !== 'repair') return ownsResource(caller, kind, id);
  const serialNumber = kind === 'repair' ? await deviceOfRepair(id) : id;
  const subscriptionId = serialNumber === undefined ? undefined : (await getDevice(serialNumber))?.subscriptionId;
  return (
    subscriptionId !== undefined && subscriptionsOf(caller).some((subscription) => subscription.id === subscriptionId)
  );
};
