import { requestStates } from '#shared/model/device';
import type { requestStages } from '#shared/model/record-system';
import type { LockItem, RequestState } from '../../adapters/devices-table/items';

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

const stateOfStage = {
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
  stateOfStage[stage ?? '受付'];

/** Whether a request goes on. Both ends are final. */
export const isOpen = (state: RequestState): boolean => state !== 'done' && state !== 'cancelled';

/** The states before one. A request only moves forward, in whatever order its changes arrive. */
export const statesBefore = (state: RequestState): RequestState[] =>
  requestStates.filter((one, index) => isOpen(one) && index < requestStates.indexOf(state));
