import { type DeviceRequest, requestStates } from '#shared/model/device';
import type { requestStages } from '#shared/model/record-system';
import type { MovementState } from '#shared/model/movement';
import type { NewsNotice } from '#functions/mails/notices-table';
import type { LockItem, RequestState } from './items';

/** Whether a device is locked at a time (unix seconds). */
export const isLocked = (lock: Pick<LockItem, 'lockUntil'> | undefined, now: number): boolean =>
  lock !== undefined && lock.lockUntil > now;

/** The lock if it applies to an owner of these subscription ids: not that of a former owner's request. */
export const lockFor = <L extends Pick<LockItem, 'requestedUnder'>>(
  lock: L | undefined,
  subscriptionIds: ReadonlySet<string>,
): L | undefined => (lock && subscriptionIds.has(lock.requestedUnder) ? lock : undefined);

/** What a stage means; one without a movement's state leaves a movement as it is. */
interface StageMeaning {
  request: RequestState;
  movement?: MovementState;
  told?: Extract<NewsNotice['kind'], `request-${string}`>;
}

/** What the staff's stage in a record means for its owner's device request, and for the movement. */
const meanings: Readonly<Record<(typeof requestStages)[number], StageMeaning>> = {
  受付: { request: 'delivered' },
  対応中: { request: 'in_work', told: 'request-in-work' },
  箱発送: { request: 'in_work', movement: 'box-sent' },
  輸送中: { request: 'in_work', movement: 'on-its-way' },
  到着: { request: 'in_work', movement: 'arrived' },
  完了: { request: 'done', movement: 'closed', told: 'request-done' },
  取消: { request: 'cancelled', movement: 'withdrawn', told: 'request-cancelled' },
};

/** The meaning of a record's stage. An empty one means that the record arrived. */
export const meaningOf = (stage: (typeof requestStages)[number] | null): StageMeaning => meanings[stage ?? '受付'];

/** Whether a request goes on. Both ends are final. */
export const isRequestOpen = (state: RequestState): boolean => state !== 'done' && state !== 'cancelled';

/** The states before one. A request only moves forward, in whatever order its changes arrive. */
export const statesBefore = (state: RequestState): RequestState[] =>
  requestStates.filter((one, index) => isRequestOpen(one) && index < requestStates.indexOf(state));

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
