import { endsRequest, isReturned } from '#shared/model/device-request';
import { mapWithLimit } from '../../adapters/map-with-limit';
import type { DeviceItem, LockItem } from '../../adapters/devices-table/items';
import { isLater, putDevice } from '../../adapters/devices-table/mirror-writes';
import { findRequest, moveLock } from '../../adapters/devices-table/requests';
import { readDevices, readLocks } from '../../adapters/devices-table/read-items';
import { appOf } from '../../adapters/records/apps';
import type { KintoneRecord } from '../../adapters/records/read-page';
import { toDeviceItem } from '../../adapters/records/to-items';
import { endRequest } from '../device-requests/advance-request';
import { closeMovement } from '../movements/advance-movement';
import { parseRecords, type Applied } from './parse-records';

/** Writes at the same time. */
export const mostWrites = 16;

/**
 * Why records are read: `first` fills an empty mirror, `full` compares everything, `changes` reads changed records. It
 * decides which items are read beforehand, not the outcome.
 */
export type PassKind = 'first' | 'full' | 'changes';

/** Moves a lock to its device's new subscription, and ends it if the record system's device shows so. */
async function settleLock(lock: LockItem, device: DeviceItem): Promise<void> {
  if (device.subscriptionId !== undefined && device.subscriptionId !== lock.subscriptionId)
    await moveLock(lock, device.subscriptionId);
  if (lock.state === 'done' || !endsRequest(lock.kind, device)) return;
  const request = await findRequest(lock.serialNumber, lock.requestId);
  if (request) await closeMovement({ customerId: request.customerId, movementId: lock.requestId });
  await endRequest(lock);
}

/** Writes the devices that are newer than the mirror's. Returns which were written, and which were there before. */
async function writeLater(
  devices: readonly DeviceItem[],
  kind: PassKind,
): Promise<{ written: Set<DeviceItem>; replaced: Set<DeviceItem> }> {
  // In an empty mirror the condition of the write is enough.
  const known = kind === 'first' ? undefined : await readDevices(devices.map((device) => device.serialNumber));
  const written = new Set<DeviceItem>();
  const replaced = new Set<DeviceItem>();
  await mapWithLimit(mostWrites, devices, async (device) => {
    if (known && !isLater(device, known.get(device.serialNumber))) return;
    const outcome = await putDevice(device);
    if (outcome !== 'refused') written.add(device);
    if (outcome !== 'new') replaced.add(device);
  });
  return { written, replaced };
}

/**
 * Applies records of devices in any order; an unchanged device costs no write. Locks are read after the devices are
 * written: a request accepted in between was for the device as it was before, and is seen, or it is refused.
 */
export async function applyDevices(records: readonly KintoneRecord[], kind: PassKind): Promise<Applied> {
  const { codes } = appOf('devices');
  const { items, skipped, read } = parseRecords('devices', records, (record) => toDeviceItem(record, codes));
  const { written, replaced } = await writeLater(items, kind);
  // A lock may be out of date if its device changed, or if a run stopped between the two writes.
  const doubtful = items.filter(
    (device) => kind === 'changes' || replaced.has(device) || (kind === 'full' && isReturned(device)),
  );
  const locks = await readLocks(doubtful.map((device) => device.serialNumber));
  const locked = doubtful.filter((device) => locks.has(device.serialNumber));
  const current = await readDevices(locked.map((device) => device.serialNumber));
  await mapWithLimit(mostWrites, [...current.values()], async (device) => {
    const lock = locks.get(device.serialNumber);
    if (lock) await settleLock(lock, device);
  });
  return { changed: written.size, skipped, read };
}
