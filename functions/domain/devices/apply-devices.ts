import { endsRequest, isReturned } from '#shared/model/device-request';
import { clock } from '../../adapters/clock';
import { mapWithLimit } from '../../adapters/map-with-limit';
import type { DeviceItem, LockItem } from '../../adapters/devices-table/items';
import { findRequest, moveLock } from '../../adapters/devices-table/requests';
import { readDevices, readLocks } from '../../adapters/devices-table/read-items';
import type { PassKind } from '../../adapters/devices-table/sync-jobs';
import { appOf, type KintoneRecord } from '../../adapters/records/apps';
import { toDeviceItem } from '../../adapters/records/to-items';
import { endRequest } from '../device-requests/advance-request';
import { endMovement } from '../movements/advance-movement';
import { isOpen } from '../device-requests/device-lock';
import { closeCollections } from './close-collections';
import { parseRecords, type Applied } from './parse-records';
import { mostWrites, placeDevices } from './place-devices';

/** Time for asking who has a serial number, unless the caller has less, in milliseconds. */
const budget = 30_000;

/** Moves a lock to its device's new subscription, and ends it if the record system's device shows so. */
async function settleLock(lock: LockItem, device: DeviceItem): Promise<void> {
  if (device.subscriptionId !== undefined && device.subscriptionId !== lock.subscriptionId)
    await moveLock(lock, device.subscriptionId);
  if (!isOpen(lock.state) || !endsRequest(lock.kind, device)) return;
  const request = await findRequest(lock.requestId);
  if (request) await endMovement({ customerId: request.customerId, movementId: lock.requestId }, 'closed');
  await endRequest(lock, 'done');
}

/**
 * Applies records of devices in any order; an unchanged device costs no write. Locks are read after the devices are
 * written: a request accepted in between was for the device as it was before, and is seen, or it is refused.
 */
export async function applyDevices(
  records: readonly KintoneRecord[],
  kind: PassKind,
  until = clock.now() + budget,
): Promise<Applied> {
  const { codes } = appOf('devices');
  const { items, skipped, read } = parseRecords('devices', records, (record) => toDeviceItem(record, codes));
  const { written, replaced, unplaced } = await placeDevices(items, kind, until);
  // A lock may be out of date if its device changed, or if a run stopped between the two writes.
  const doubtful = [...items, ...written].filter(
    (device) => kind === 'changes' || replaced.has(device) || (kind !== 'first' && isReturned(device)),
  );
  const locks = await readLocks([...new Set(doubtful.map((device) => device.serialNumber))]);
  const returned = doubtful.filter(isReturned).map(({ serialNumber }) => serialNumber);
  const current = await readDevices([...new Set([...locks.keys(), ...returned])]);
  await mapWithLimit(mostWrites, [...current.values()], async (device) => {
    const lock = locks.get(device.serialNumber);
    if (lock) await settleLock(lock, device);
  });
  await closeCollections([...current.values()]);
  return { changed: written.size, skipped, read, unplaced };
}
