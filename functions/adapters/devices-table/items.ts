import type { requestStates } from '#shared/model/device';
import type { DeviceRequestKind } from '#shared/model/device-request';

export type RequestState = (typeof requestStates)[number];

/**
 * Items of the devices table, without their keys (see keys.ts). Times are unix seconds; null for fields that are empty
 * in the record system.
 */

/** A device of the record system. With `subscriptionId`, the item has `shelf` too and is in the index. */
export interface DeviceItem {
  serialNumber: string;
  /** `$id` and `$revision` in the record system: an older revision never replaces a newer one. */
  recordId: number;
  revision: number;
  status: string | null;
  statusUpdatedAt: number | null;
  /**
   * The subscription that it belongs to. A device without one (a bought one) has its shop's customer id here, if the
   * staff's record names it (decision 071), so that the index finds it too; absent for a device of nobody.
   */
  subscriptionId?: string;
  deviceCategory: string | null;
  subscriptionRentalAvailability: string | null;
}

/** Stripe's ids of customers begin so (spec 9). */
export const isCustomerId = (id: string): boolean => id.startsWith('cus_');

/** The subscription of a device, or of its request; empty if it belongs to its shop alone. */
export const subscriptionOf = ({ subscriptionId = '' }: { subscriptionId?: string }): string =>
  isCustomerId(subscriptionId) ? '' : subscriptionId;

/**
 * The device lock, with its device's newest request. The item stays when the lock has ended, because screens show the
 * last request. Every write of it also writes `subscriptionId` (the device's) and `shelf` (keys.ts,
 * `shelfOf(serial, 'LOCK')`), on the condition that the device's item still has that subscription.
 */
export interface LockItem {
  serialNumber: string;
  kind: DeviceRequestKind;
  /** Locked before this time; a past time means not locked. */
  lockUntil: number;
  requestId: string;
  receiptNumber: string;
  requestedAt: number;
  state: RequestState;
  subscriptionId: string;
  /**
   * The subscription under which the request was made; it stays when the device moves. Only owners of that subscription
   * see the request, and the lock applies only to them.
   */
  askedUnder: string;
}

/** The part of a request's item that the mirroring reads and writes; the item has more fields. */
export interface RequestStateItem {
  requestId: string;
  state: RequestState;
}

/** A repair of the record system. */
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

/** The device that a repair belongs to. */
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
