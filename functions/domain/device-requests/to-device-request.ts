import type { DeviceRequest } from '#shared/model/device';
import type { LockItem } from '../../adapters/devices-table/items';

/** A device's newest request as its owner sees it; `requestedAt` is unix seconds in the item, ISO 8601 in the result. */
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
