import { endsRequest, isReturned } from '#shared/model/device-request';
import { clock } from '../../adapters/clock';
import { mapWithLimit } from '../../adapters/map-with-limit';
import { holderOf, isCustomerId, type DeviceItem, type LockItem } from '../../adapters/devices-table/items';
import { findRequest, moveLock } from '../../adapters/devices-table/requests';
import { readDevices, readLocks } from '../../adapters/devices-table/read-items';
import type { PassKind } from '../../adapters/devices-table/sync-jobs';
import { appOf, type KintoneRecord } from '../../adapters/records/apps';
import { toDeviceItem } from '../../adapters/records/to-items';
import { endRequest, isOpen } from '../movements/request-states';
import { settleMovements } from '../movements/advance';
import { parseRecords, type Applied } from './parse-records';
import { mostWrites, placeDevices } from './place-devices';

/** Time for asking who has a serial number, unless the caller has less, in milliseconds. */
const budget = 30_000;

/**
 * Moves a lock to its device's new place, and ends it if the record system's device shows so. Returns the shop of its
 * request if that may be settled: the device is back, or with another shop.
 */
async function settleLock(lock: LockItem, device: DeviceItem): Promise<string | undefined> {
  if (device.subscriptionId !== undefined && device.subscriptionId !== lock.subscriptionId)
    await moveLock(lock, device.subscriptionId);
  const ends = endsRequest(lock.kind, device);
  if (!isOpen(lock.state) || (!ends && lock.askedUnder === holderOf(device))) return undefined;
  const request = await findRequest(lock.requestId);
  if (ends) await endRequest(lock, 'done');
  return request?.customerId;
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
  const { written, replaced, unplaced, left } = await placeDevices(items, kind, until);
  // A lock may be out of date if its device changed, or if a run stopped between the two writes.
  const doubtful = [...items, ...written].filter(
    (device) => kind === 'changes' || replaced.has(device) || (kind !== 'first' && isReturned(device)),
  );
  const locks = await readLocks([...new Set(doubtful.map((device) => device.serialNumber))]);
  const returned = doubtful.filter(isReturned).map(({ serialNumber }) => serialNumber);
  const current = await readDevices([...new Set([...locks.keys(), ...returned])]);
  const shops = await mapWithLimit(mostWrites, [...current.values()], async (device) => {
    const lock = locks.get(device.serialNumber);
    const asked = lock && (await settleLock(lock, device));
    return [asked, isReturned(device) ? device.subscriptionId : undefined];
  });
  const unsettled = [...shops.flat(), ...left].flatMap((shop) =>
    shop !== undefined && isCustomerId(shop) ? [shop] : [],
  );
  await mapWithLimit(mostWrites, [...new Set(unsettled)], settleMovements);
  return { changed: written.size, skipped, read, unplaced };
}
