import { queryRange } from '../dynamodb/query';
import { devicesTable } from './table';
import type { DeviceItem, LockItem, RepairItem } from './items';
import { deviceKey, deviceSortKeys } from './keys';

/** The stored facts of a device that decide about a request of its owner. */
export interface DeviceFacts {
  device: DeviceItem | undefined;
  lock: LockItem | undefined;
  repairs: RepairItem[];
}

/** A device with its lock and repairs, strongly consistent; one query for each megabyte. */
export async function readDeviceFacts(serialNumber: string): Promise<DeviceFacts> {
  const items = await queryRange<(DeviceItem | LockItem | RepairItem) & { sk: string }>(devicesTable(), {
    pk: deviceKey(serialNumber),
    from: deviceSortKeys.lock,
    to: deviceSortKeys.repair('\uffff'),
  });
  const at = (sort: string) => items.find(({ sk }) => sk === sort);
  return {
    device: at(deviceSortKeys.record) as DeviceItem | undefined,
    lock: at(deviceSortKeys.lock) as LockItem | undefined,
    repairs: items.filter(({ sk }) => sk.startsWith(deviceSortKeys.repair(''))) as RepairItem[],
  };
}
