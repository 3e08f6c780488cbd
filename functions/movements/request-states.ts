import { type DeviceRequest, requestStates } from '#shared/model/device';
import type { requestStages } from '#shared/model/record-system';
import { movementCauses } from '#shared/model/movement';
import { clock } from '#functions/platform/clock';
import type { Write } from '#functions/platform/dynamodb/transaction';
import type { LockItem, RequestState } from '#functions/devices/items';
import type { MovementItem } from './movements-table';
import { moveRequest } from '#functions/requests/requests-table';
import type { RequestRecord } from '#functions/devices/to-items';

/** Whether a device is locked at a time (unix seconds). */
export const isLocked = (lock: Pick<LockItem, 'lockUntil'> | undefined, now: number): boolean =>
  lock !== undefined && lock.lockUntil > now;

/**
 * The lock if it applies to an owner, by the ids of their subscriptions. Requests of the device's former owner do not.
 */
export const lockFor = <L extends Pick<LockItem, 'askedUnder'>>(
  lock: L | undefined,
  subscriptionIds: ReadonlySet<string>,
): L | undefined => (lock && subscriptionIds.has(lock.askedUnder) ? lock : undefined);

const requestStateOfStage = {
  受付: 'delivered',
  対応中: 'in_work',
  箱発送: 'in_work',
  輸送中: 'in_work',
  到着: 'in_work',
  完了: 'done',
  取消: 'cancelled',
} as const satisfies Record<(typeof requestStages)[number], RequestState>;

/** What the staff's stage in a request's record means for its owner. An empty one means that it arrived. */
export const stateAtStage = (stage: (typeof requestStages)[number] | null): RequestState =>
  requestStateOfStage[stage ?? '受付'];

/** Whether a request goes on. Both ends are final. */
export const isRequestOpen = (state: RequestState): boolean => state !== 'done' && state !== 'cancelled';

/** The states before one. A request only moves forward, in whatever order its changes arrive. */
export const statesBefore = (state: RequestState): RequestState[] =>
  requestStates.filter((one, index) => isRequestOpen(one) && index < requestStates.indexOf(state));

type RequestKey = Pick<LockItem, 'serialNumber' | 'requestedAt' | 'requestId'>;

/**
 * Ends a request and, if the device's lock is still this request's, the lock (see endsRequest for when a mirrored
 * device does so). Safe to repeat. Returns whether anything changed.
 */
export const endRequest = (
  named: RequestKey,
  state: 'done' | 'cancelled',
  also: readonly Write[] = [],
): Promise<boolean> => moveRequest(named, { state, from: statesBefore(state), unlockAt: clock.seconds(), also });

/**
 * Ends the device request of a return or exchange that was withdrawn or is closed, and so frees its device, together
 * with `also`. Returns whether that was written: not for other movements, and not if the request has ended.
 */
export async function endRequestOf(
  movement: Pick<MovementItem, 'movementId' | 'cause' | 'orderedAt' | 'serialNumbers'>,
  state: 'done' | 'cancelled',
  also: readonly Write[] = [],
): Promise<boolean> {
  const { movementId: requestId, cause, orderedAt: requestedAt } = movement;
  const [serialNumber] = movement.serialNumbers;
  if (serialNumber === undefined || !movementCauses[cause].requested) return false;
  return endRequest({ serialNumber, requestedAt, requestId }, state, also);
}

/**
 * Moves a request to the stage that the staff set in its record: 対応中 is in_work; 完了 and 取消 end it and the lock. It
 * never moves back, so the order in which the records are read does not matter. Safe to repeat. Returns whether
 * anything changed. `also` is written in the same transaction.
 */
export async function moveToStage(
  named: RequestKey,
  stage: RequestRecord['stage'],
  also: readonly Write[] = [],
): Promise<boolean> {
  const state = stateAtStage(stage);
  if (state === 'done' || state === 'cancelled') return endRequest(named, state, also);
  // The delivery itself sets `delivered`, once the staff's app has the request.
  return state === 'delivered' ? false : moveRequest(named, { state, from: statesBefore(state), also });
}

/** A device's newest request as its owner sees it, with the time in ISO 8601. */
export const toDeviceRequest = ({
  receiptNumber,
  kind,
  state,
  requestedAt,
}: Pick<LockItem, 'receiptNumber' | 'kind' | 'state' | 'requestedAt'>): DeviceRequest => ({
  receiptNumber,
  kind,
  state,
  requestedAt: new Date(requestedAt * 1000).toISOString(),
});
