import { endsRequest, isReturned } from '#shared/model/device-request';
import { atOnce } from '../../adapters/at-once';
import type { DeviceItem, LockItem } from '../../adapters/devices-table/items';
import { isLater, putDevice } from '../../adapters/devices-table/mirror-writes';
import { moveLock } from '../../adapters/devices-table/requests';
import { readDevices, readLocks } from '../../adapters/devices-table/read-items';
import { appOf } from '../../adapters/records/apps';
import type { KintoneRecord } from '../../adapters/records/read-page';
import { toDeviceItem } from '../../adapters/records/to-items';
import { endRequest } from '../device-requests/advance-request';
import { parseRecords, type Applied } from './parse-records';

/** Writes under way at once. */
export const mostWrites = 16;

/**
 * What records are read for: `first` fills an empty mirror, `full` compares everything, `changes` is what changed. It
 * decides what is looked up beforehand, and nothing of the outcome.
 */
export type PassKind = 'first' | 'full' | 'changes';

/**
 * Brings a lock in line with its device as it is now: it follows to another subscription, and ends with what the
 * record system shows.
 */
async function settleLock(lock: LockItem, device: DeviceItem): Promise<void> {
  if (device.subscriptionId !== undefined && device.subscriptionId !== lock.subscriptionId)
    await moveLock(lock, device.subscriptionId);
  if (lock.state !== 'done' && endsRequest(lock.kind, device)) await endRequest(lock);
}

/**
 * Writes the devices that are later than the mirror's; which of them were, and which of those had been there before.
 */
async function writeLater(
  devices: readonly DeviceItem[],
  kind: PassKind,
): Promise<{ written: Set<DeviceItem>; replaced: Set<DeviceItem> }> {
  // Where nothing is expected to be there, the condition of the write alone tells what is.
  const known = kind === 'first' ? undefined : await readDevices(devices.map((device) => device.serialNumber));
  const written = new Set<DeviceItem>();
  const replaced = new Set<DeviceItem>();
  await atOnce(mostWrites, devices, async (device) => {
    if (known && !isLater(device, known.get(device.serialNumber))) return;
    const outcome = await putDevice(device);
    if (outcome !== 'refused') written.add(device);
    if (outcome !== 'new') replaced.add(device);
  });
  return { written, replaced };
}

/**
 * Brings the mirror in line with records of devices, in whatever order they come; a device that the mirror has
 * already costs no write. Locks are looked at after their devices are written: a request that comes in between is
 * accepted for the device as it was before, and seen, or refused.
 */
export async function applyDevices(records: readonly KintoneRecord[], kind: PassKind): Promise<Applied> {
  const { codes } = appOf('devices');
  const { items, skipped, read } = parseRecords('devices', records, (record) => toDeviceItem(record, codes));
  const { written, replaced } = await writeLater(items, kind);
  // Of all that are compared, a lock may be behind where the device changed, or a run ended between the two.
  const doubtful = items.filter(
    (device) => kind === 'changes' || replaced.has(device) || (kind === 'full' && isReturned(device)),
  );
  const locks = await readLocks(doubtful.map((device) => device.serialNumber));
  const locked = doubtful.filter((device) => locks.has(device.serialNumber));
  const current = await readDevices(locked.map((device) => device.serialNumber));
  await atOnce(mostWrites, [...current.values()], async (device) => {
    const lock = locks.get(device.serialNumber);
    if (lock) await settleLock(lock, device);
  });
  return { changed: written.size, skipped, read };
}
