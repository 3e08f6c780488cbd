import { requireEnv } from '#functions/platform/environment';

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
 *   SYNC             STATE, JOB#…, USER#<id>     the progress of the mirroring
 *
 * The index (shared/environment.ts, `devicesIndex`) holds the items that carry `subscriptionId` and `shelf`: devices
 * and locks, a device's two side by side, so that one query reads the devices of a shop with their locks. Since
 * decisions/devices its `subscriptionId` is the shop, as soon as the subscription's shop is known.
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
  requests: 'REQUEST#',
} as const;

export const shopKey = (customerId: string): string => `SHOP#${customerId}`;
export const movementSorts = {
  movement: (movementId: string) => `MOVEMENT#${movementId}`,
} as const;

/** Sort key of a repair's or request's pointer to its device. */
export const pointerSort = '-';
export const workSort = (workId: string): string => `WORK#${workId}`;

/** `shelf` of a device and of its lock: the index's sort key. */
export const shelfOf = (serialNumber: string, sort: 'LOCK' | 'RECORD'): string => `${serialNumber}#${sort}`;

/**
 * The longest serial number that is mirrored, in characters: DynamoDB's keys hold 2,048 bytes, those of an index 1,024.
 */
export const longestSerial = 200;

export const syncKey = 'SYNC';
export const syncSorts = {
  state: 'STATE',
  job: (name: string) => `JOB#${name}`,
} as const;

export const devicesTable = (): string => requireEnv('DEVICES_TABLE');
