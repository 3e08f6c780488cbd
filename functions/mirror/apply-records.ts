import { deviceRequestKinds, endsRequest, isMoving, isReturned } from '#shared/model/device-request';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import type { DeviceItem, LockItem } from '#functions/devices/items';
import { findRequest, moveLock, moveRequest } from '#functions/devices/requests-table';
import { readDevices, readLocks, readPointers, readRepairs, readWork } from '#functions/devices/devices-table';
import { shopsOfDevices } from '#functions/devices/shop-devices';
import type { SyncKind } from './mirror-jobs-table';
import type { KintoneRecord } from '#functions/platform/kintone/client';
import {
  type RequestRecord,
  toDeviceItem,
  toRepairItem,
  toRequestRecord,
  toWorkItem,
} from '#functions/devices/to-items';
import { putRepair, putWork } from './mirror-table';
import type { NewsNotice } from '#functions/mails/notices-table';
import type { Write } from '#functions/platform/dynamodb/transaction';
import { isRequestOpen, meaningOf, statesBefore } from '#functions/devices/request-states';
import { applyMovements, followDevices } from '#functions/movements/advance';
import { newsNotice } from '#functions/mails/shop-notices';
import { type Applied, isNewer, mostWrites, parseRecords, writeDevices } from './write-devices';

/** Moves a lock to its device's subscription, or ends it. Returns the shop whose movement follows. */
async function followDevice(lock: LockItem, device: DeviceItem): Promise<string | undefined> {
  if (device.subscriptionId !== undefined && device.subscriptionId !== lock.subscriptionId)
    await moveLock(lock, device.subscriptionId);
  const ends = endsRequest(lock.kind, device);
  if (!isRequestOpen(lock.state) || (!ends && lock.requestedUnder === device.subscriptionId)) return undefined;
  const request = await findRequest(lock.requestId);
  if (ends) await moveRequest(lock, 'done');
  return request?.customerId;
}

/**
 * Applies records of devices in any order; an unchanged device costs no write. Locks are read after the devices are
 * written: a request accepted in between was for the device as it was before, and is seen, or it is refused. `until` in
 * unix milliseconds.
 */
export async function applyDevices(records: readonly KintoneRecord[], kind: SyncKind, until: number): Promise<Applied> {
  const { items, skipped, read } = parseRecords('devices', records, toDeviceItem);
  const { written, replaced, displaced, left, twins } = await writeDevices(items, kind, until);
  const doubted = twins.map((id) => `devices/${id}`);
  // A lock may be out of date if its device changed, or if a run stopped between the two writes.
  const doubtful = [...items, ...written].filter(
    (device) => kind === 'changes' || replaced.has(device) || isReturned(device),
  );
  const locks = await readLocks([...new Set(doubtful.map((device) => device.serialNumber))]);
  const returned = doubtful.filter(isReturned).map(({ serialNumber }) => serialNumber);
  const current = await readDevices([...new Set([...locks.keys(), ...returned])]);
  const followed = await mapWithLimit(mostWrites, [...current.values()], async (device) => {
    const lock = locks.get(device.serialNumber);
    return lock && (await followDevice(lock, device));
  });
  const shops = await shopsOfDevices([...[...current.values()].filter(isReturned), ...left]);
  const concerned = [...followed, ...shops.values()].filter((shop) => shop !== undefined);
  await mapWithLimit(mostWrites, [...new Set(concerned)], followDevices);
  return {
    changed: written.size,
    skipped: [...skipped, ...doubted],
    read: read.filter((record) => !doubted.includes(record)),
    displaced,
  };
}

/** Applies records of repairs; an unchanged one costs no write. */
export async function applyRepairs(records: readonly KintoneRecord[], kind: SyncKind): Promise<Applied> {
  const { items, skipped, read } = parseRecords('repairs', records, toRepairItem);
  const known = await readPointers(items.map((repair) => repair.repairId));
  const present = await readRepairs(known.values());
  const written = await mapWithLimit(mostWrites, items, async (repair) => {
    const pointer = known.get(repair.repairId);
    const isOld = pointer && !isNewer(kind, repair, { ...present.get(repair.repairId), ...pointer });
    return !isOld && putRepair(repair, pointer);
  });
  return { changed: written.filter(Boolean).length, skipped, read, displaced: [] };
}

/** Applies records of the steps of repairs. */
export async function applyWork(records: readonly KintoneRecord[], kind: SyncKind): Promise<Applied> {
  const { items, skipped, read } = parseRecords('workRecords', records, toWorkItem);
  const known = await readWork(items);
  const displaced = items.filter(({ workId, revision }) => !known.has(workId) && revision > 1);
  const written = await mapWithLimit(mostWrites, items, async (work) => {
    const present = known.get(work.workId);
    return (!present || isNewer(kind, work, present)) && putWork(work, present);
  });
  return {
    changed: written.filter(Boolean).length,
    skipped,
    read,
    displaced: displaced.map(({ workId }) => Number(workId)),
  };
}

/** The notice that the staff moved a request on; of returns and exchanges the movement tells all but the beginning. */
async function noticeOf(requestId: string, told: NewsNotice['kind'] | undefined): Promise<Write[]> {
  const request = told && (await findRequest(requestId));
  if (!request || (isMoving(request.kind) && told !== 'request-in-work')) return [];
  const { receiptNumber, serialNumber, customerId } = request;
  const what = deviceRequestKinds[request.kind].label;
  return newsNotice(customerId, told, { what, receiptNumber, count: 1, serialNumbers: [serialNumber] });
}

/** Moves a request on by the staff's record of it, read in any order; nothing is written if its state is known. */
async function moveByRecord({ requestId, stage }: RequestRecord, lock: LockItem | undefined): Promise<boolean> {
  const request = lock?.requestId === requestId ? lock : await findRequest(requestId);
  const { request: state, told } = meaningOf(stage);
  if (!request || !statesBefore(state).includes(request.state)) return false;
  return moveRequest(request, state, await noticeOf(requestId, told));
}

/** Applies the staff's records of requests; returns how many states changed. */
export async function applyRequests(records: readonly KintoneRecord[]): Promise<Applied> {
  const { items, skipped, read } = parseRecords('requests', records, toRequestRecord);
  const locks = await readLocks(items.map(({ serialNumber }) => serialNumber).filter((name) => name !== ''));
  const requests = await mapWithLimit(mostWrites, items, (record) =>
    moveByRecord(record, locks.get(record.serialNumber)),
  );
  const moved = await applyMovements(items);
  return { changed: requests.filter(Boolean).length + moved, skipped, read, displaced: [] };
}
