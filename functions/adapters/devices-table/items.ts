import type { requestStates } from '#shared/model/device';
import type { DeviceRequestKind } from '#shared/model/device-request';

export type RequestState = (typeof requestStates)[number];

/**
 * Items of the devices table, without their keys (see keys.ts). Times are unix seconds; what the record system leaves
 * empty is null.
 */

/** A device as the record system has it. With `subscriptionId`, the item has `shelf` too and is in the index. */
export interface DeviceItem {
  serialNumber: string;
  /** `$id` and `$revision` in the record system: an older revision never replaces a newer one. */
  recordId: number;
  revision: number;
  status: string | null;
  statusUpdatedAt: number | null;
  /** Absent for a device that belongs to no contract. */
  subscriptionId?: string;
  deviceCategory: string | null;
  subscriptionRentalAvailability: string | null;
}

/**
 * The lock of a device and its newest request; it stays when the lock has ended, for screens show the last action.
 * Whoever writes it also writes `subscriptionId` (the device's) and `shelf` (keys.ts, `shelfOf(serial, 'LOCK')`),
 * under the condition that the device's item still names that subscription.
 */
export interface LockItem {
  serialNumber: string;
  kind: DeviceRequestKind;
  /** Locked before this time; a past one is no lock. */
  lockUntil: number;
  requestId: string;
  receiptNumber: string;
  requestedAt: number;
  state: RequestState;
  subscriptionId: string;
  /**
   * The subscription under which the request was made; it stays when the device moves. Only owners of that
   * subscription see the request and are bound by the lock.
   */
  askedUnder: string;
}

/** What the mirroring reads and writes of a request's item; the requests keep more in it. */
export interface RequestStateItem {
  requestId: string;
  state: RequestState;
}

/** A repair as the record system has it. */
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

/** Which device a repair is of. */
export interface RepairPointer {
  repairId: string;
  revision: number;
  serialNumber: string;
}

/** One step of a repair. */
export interface WorkItem {
  workId: string;
  revision: number;
  repairId: string;
  workedAt: number | null;
  item: string | null;
}
