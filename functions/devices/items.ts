import type { requestStates } from '#shared/model/device';
import type { DeviceRequestKind } from '#shared/model/device-request';
import { requireEnv } from '#functions/platform/environment';

export type RequestState = (typeof requestStates)[number];

/** Items of the devices table without keys. Times in unix seconds; null for what is empty in the record system. */

/** A device of the record system. With `subscriptionId` it is in the index. */
export interface DeviceItem {
  serialNumber: string;
  /** `$id` and `$revision` in the record system: an older revision never replaces a newer one. */
  recordId: number;
  revision: number;
  status: string | null;
  statusUpdatedAt: number | null;
  /** Its subscription, or the shop's customer id if bought without one; absent for a device of nobody. */
  subscriptionId?: string;
  deviceCategory: string | null;
  subscriptionRentalAvailability: string | null;
}

/** Stripe's ids of customers begin so (spec 9). */
export const isCustomerId = (id: string): boolean => id.startsWith('cus_');

/** The subscription of a device, or of its request; empty if it belongs to its shop alone. */
export const subscriptionOf = ({ subscriptionId = '' }: Pick<DeviceItem, 'subscriptionId'>): string =>
  isCustomerId(subscriptionId) ? '' : subscriptionId;

/** The lock with its device's newest request; stays when the lock ends, because screens show the last request. */
export interface LockItem {
  serialNumber: string;
  kind: DeviceRequestKind;
  /** Locked before this time; a past time means not locked. */
  lockUntil: number;
  requestId: string;
  receiptNumber: string;
  requestedAt: number;
  state: RequestState;
  /** Its device's. */
  subscriptionId: string;
  /** What that was at the request, whose owner alone sees it and is locked; it stays when the device moves. */
  requestedUnder: string;
}

export interface RepairItem {
  repairId: string;
  revision: number;
  serialNumber: string;
  reportedAt: number | null;
  item: string | null;
  completed: boolean;
  /** Yen, tax included. */
  amount: number | null;
  underWarranty: string | null;
}

export interface RepairPointer {
  repairId: string;
  revision: number;
  serialNumber: string;
}

export interface WorkItem {
  workId: string;
  revision: number;
  repairId: string;
  workedAt: number | null;
  item: string | null;
}

/**
 * The devices table: the mirror of the record system, and the device requests. All items of one device are in one
 * partition:
 *
 *   DEVICE#<serial>  LOCK                        its lock and newest request; never written by the mirroring
 *   DEVICE#<serial>  RECORD                      the device in the record system
 *   DEVICE#<serial>  REPAIR#<id>                 a repair in the record system
 *   DEVICE#<serial>  REQUEST#<requestedAt>#<id>  a request of its owner
 *   REPAIR#<id>      -                           a mirrored repair's device and revision
 *   REPAIR#<id>      WORK#<id>                   a step of the repair
 *   REQUEST#<id>     -                           the device and time of a request, to find it by its id
 *   SHOP#<customer>  MOVEMENT#<id>               a movement of the shop's devices
 *   SYNC             STATE, JOB#…                the progress of the mirroring
 *
 * The index (shared/environment.ts, `devicesIndex`) holds the items that have `subscriptionId` and `serialNumber`:
 * devices and locks, a device's two side by side, so that one query reads the devices of a subscription with their
 * locks.
 */
export const deviceKey = (serialNumber: string): string => `DEVICE#${serialNumber}`;
export const requestKey = (requestId: string): string => `REQUEST#${requestId}`;
export const repairKey = (repairId: string): string => `REPAIR#${repairId}`;

export const deviceSortKeys = {
  lock: 'LOCK',
  record: 'RECORD',
  repair: (repairId: string) => `REPAIR#${repairId}`,
  /** `requestedAt` in unix seconds: ten digits, so that they sort by time. */
  request: (requestedAt: number, requestId: string) => `REQUEST#${requestedAt}#${requestId}`,
} as const;

export const movementSort = (movementId: string): string => `MOVEMENT#${movementId}`;
/** Sort key of a repair's or request's pointer to its device. */
export const pointerSort = '-';
export const workSort = (workId: string): string => `WORK#${workId}`;

export const recordKeyOf = (serialNumber: string) => ({ pk: deviceKey(serialNumber), sk: deviceSortKeys.record });
export const lockKeyOf = (serialNumber: string) => ({ pk: deviceKey(serialNumber), sk: deviceSortKeys.lock });
export const repairKeyOf = ({ serialNumber, repairId }: Pick<RepairPointer, 'serialNumber' | 'repairId'>) => ({
  pk: deviceKey(serialNumber),
  sk: deviceSortKeys.repair(repairId),
});
export const pointerKeyOf = (repairId: string) => ({ pk: repairKey(repairId), sk: pointerSort });
export const workKeyOf = ({ repairId, workId }: Pick<WorkItem, 'repairId' | 'workId'>) => ({
  pk: repairKey(repairId),
  sk: workSort(workId),
});

/** The longest serial number that is mirrored: DynamoDB's keys hold 2,048 bytes, those of an index 1,024. */
export const longestSerial = 200;

export const devicesTable = (): string => requireEnv('DEVICES_TABLE');
