import type { DeviceRequestKind } from '#shared/model/device-request';
import { isNew, getItem, updateItemIf } from '#functions/platform/dynamodb/items';
import { checkWrite, putWrite, transact, updateWrite, type Write } from '#functions/platform/dynamodb/transaction';
import {
  type DeviceItem,
  type LockItem,
  type RequestState,
  deviceKey,
  deviceSortKeys,
  devicesTable,
  pointerSort,
  requestKey,
  recordKeyOf,
  lockKeyOf,
} from './items';
import { clock } from '#functions/platform/clock';
import { isRequestOpen, statesBefore } from './request-states';

/** A device request. Times are unix seconds. */
export interface RequestItem {
  requestId: string;
  state: RequestState;
  serialNumber: string;
  /** The number that people use to name it. */
  receiptNumber: string;
  kind: DeviceRequestKind;
  requestedAt: number;
  /** Its device's `subscriptionId` when it was made. */
  requestedUnder: string;
  customerId: string;
  /** Only for a return. */
  reason?: string;
  /** Only for an exchange or a repair. */
  issues?: string[];
}

/** How long a request is kept, in seconds: owners may ask about it for about that long. */
export const requestKeptFor = 400 * 24 * 60 * 60;

/** The keys that a request is found by. */
export type RequestName = Pick<RequestItem, 'serialNumber' | 'requestedAt' | 'requestId'>;
export const nameOf = ({ serialNumber, requestedAt, requestId }: RequestName): RequestName => ({
  serialNumber,
  requestedAt,
  requestId,
});

const requestPointerKey = (requestId: string) => ({ pk: requestKey(requestId), sk: pointerSort });
const requestKeyOf = ({ serialNumber, requestedAt, requestId }: RequestName) => ({
  pk: deviceKey(serialNumber),
  sk: deviceSortKeys.request(requestedAt, requestId),
});

export const readRequest = (named: RequestName): Promise<RequestItem | undefined> =>
  getItem(devicesTable(), requestKeyOf(named));

/**
 * A request by its id alone, whatever serial number the staff wrote into its record; undefined if it was removed.
 * `consistent`: also one that was accepted a moment ago. An unknown id takes the same reads, so that the time does not
 * tell which ids exist.
 */
export async function findRequest(requestId: string, { consistent = false } = {}): Promise<RequestItem | undefined> {
  const pointer = await getItem<RequestName>(devicesTable(), requestPointerKey(requestId), { consistent });
  return readRequest(pointer ?? { serialNumber: '-', requestedAt: 0, requestId });
}

export interface Acceptance {
  /** The device at the time of the decision: if the mirror changed since, the acceptance is refused. */
  device: Required<Pick<DeviceItem, 'recordId' | 'revision' | 'subscriptionId'>>;
  request: RequestItem;
  /** Unix seconds. */
  lockUntil: number;
  /** The id of the request whose lock on the device does not apply to this owner; undefined if there is none. */
  insteadOfLock: string | undefined;
}

/** The writes that accept a request and lock its device; they fail if it was locked or changed meanwhile. */
export function acceptanceWrites({ device, request, lockUntil, insteadOfLock }: Acceptance): Write[] {
  const { requestId, receiptNumber, serialNumber, kind, requestedAt, state, requestedUnder } = request;
  const { subscriptionId } = device;
  const lock: LockItem = { ...nameOf(request), kind, lockUntil, receiptNumber, state, subscriptionId, requestedUnder };
  return [
    checkWrite(devicesTable(), recordKeyOf(serialNumber), {
      if: 'recordId = :recordId AND revision = :revision AND subscriptionId = :subscriptionId',
      values: { recordId: device.recordId, revision: device.revision, subscriptionId },
    }),
    putWrite(devicesTable(), lockKeyOf(serialNumber), lock, {
      if: 'attribute_not_exists(pk) OR lockUntil <= :now OR requestId = :instead',
      values: { now: requestedAt, instead: insteadOfLock ?? '-' },
    }),
    putWrite(devicesTable(), requestKeyOf(request), { ...request, expiresAt: requestedAt + requestKeptFor }, isNew),
    putWrite(devicesTable(), requestPointerKey(requestId), {
      ...nameOf(request),
      expiresAt: requestedAt + requestKeptFor,
    }),
  ];
}

/**
 * Moves a request on to another state, never back, and its device's lock too if that is still this request's; with the
 * request's end the lock ends. `also` is written in the same transaction. Safe to repeat. Returns whether anything
 * changed. Throws if other transactions keep working on it.
 */
export async function moveRequest(
  named: RequestName,
  state: RequestState,
  also: readonly Write[] = [],
): Promise<boolean> {
  const from = statesBefore(state);
  const request = updateWrite(devicesTable(), requestKeyOf(named), {
    set: { state },
    if: `#state IN (${from.map((before) => `:${before}`).join(', ')})`,
    values: Object.fromEntries(from.map((before) => [before, before])),
  });
  const lock = updateWrite(devicesTable(), lockKeyOf(named.serialNumber), {
    set: { state, ...(!isRequestOpen(state) && { lockUntil: clock.seconds() }) },
    if: 'requestId = :requestId',
    values: { requestId: named.requestId },
  });
  let outcome = await transact([request, lock, ...also]);
  if (!outcome.written) {
    const standing = await getItem<LockItem>(devicesTable(), lockKeyOf(named.serialNumber));
    if (standing?.requestId !== named.requestId) outcome = await transact([request, ...also]);
  }
  return outcome.written;
}

/** Gives a lock its device's subscription, unless the lock belongs to another request by now. */
export async function moveLock(
  { serialNumber, requestId }: Pick<LockItem, 'serialNumber' | 'requestId'>,
  subscriptionId: string,
): Promise<void> {
  await updateItemIf(devicesTable(), lockKeyOf(serialNumber), {
    set: { subscriptionId },
    if: 'requestId = :requestId',
    values: { requestId },
  });
}
