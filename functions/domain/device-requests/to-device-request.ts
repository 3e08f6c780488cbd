import type { DeviceRequest } from '#shared/model/device';
import type { LockItem } from '../../adapters/devices-table/items';

/** A device's newest request as its owner sees it, with the time in ISO 8601. */
export const toDeviceRequest = ({
  receiptNumber,
  kind,
  state,
  requestedAt,
}: Pick<LockItem, 'receiptNumber' | 'kind' | 'state' | 'requestedAt'>): DeviceRequest => ({
  receiptNumber,
  kind,
  state,
  requestedAt: new Date(requestedAt * 1000).toISOString(),
});
