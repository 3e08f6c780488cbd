import { deviceOfRepair, getDevice } from '../../adapters/devices-table/devices';
import { holderOf } from '../../adapters/devices-table/items';
import { findMovement } from './find-movement';
import { nobody, type Owns, ownsResource, shopOfHolder } from './owns-resource';

/**
 * Like {@link ownsResource}, and for devices, repairs and movements too: a device belongs to the caller if the mirror
 * has it under one of the caller's subscriptions or shops, a repair if its device does, and a movement if it is of one
 * of their shops. An id that the mirror does not have, or that cannot be an id, belongs to no user.
 */
export const ownsDevice: Owns = async (caller, kind, id) => {
  if (kind === 'movement') return (await findMovement(caller.userId, id))?.owned;
  if (kind !== 'device' && kind !== 'repair') return ownsResource(caller, kind, id);
  const serialNumber = kind === 'repair' ? await deviceOfRepair(id) : id;
  const device = await getDevice(serialNumber ?? nobody);
  const holder = serialNumber === undefined || !device ? undefined : holderOf(device);
  return shopOfHolder(caller, holder ?? nobody);
};
