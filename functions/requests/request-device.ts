import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import {
  type DeviceRequestKind,
  deviceRequestKindNames,
  deviceRequestKinds,
  isMoving,
  rulesOf,
  whyNot,
} from '#shared/model/device-request';
import { movementCauses, promisedBy, takenText, takes } from '#shared/model/movement';
import { type DeviceRequest, lockDays } from '#shared/model/device';
import { type DeviceFacts, readDeviceFacts } from '#functions/devices/devices-table';
import type { DeviceItem } from '#functions/devices/items';
import { isPaidFor } from '#functions/devices/shop-devices';
import { type MovementItem, movementWrite, readShopMovements } from '#functions/movements/movements-table';
import {
  acceptanceWrites,
  nameOf,
  readRequest,
  requestKeptFor,
  type RequestItem,
  type RequestName,
} from '#functions/devices/requests-table';
import type { Write } from '#functions/platform/dynamodb/transaction';
import type { SnapshotItem } from '#functions/platform/users-table';
import type { LiveSubscription } from '#functions/billing/live-subscription';
import type { QuantityPlan } from '#functions/quantities/plan-change';
import { logger } from '#functions/platform/logger';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { type Accepted, once, type Work } from '#functions/platform/once';
import { isLocked, lockFor, toDeviceRequest } from '#functions/devices/request-states';
import { newReceiptNumber } from '#functions/movements/staff-words';
import type { ShopOwner } from '#functions/http/caller';
import { ownAmong, shopOfDevice } from '#functions/shops/ownership';
import { contactOf } from '#functions/shops/describe-shop';
import { versionWrite, readSnapshot } from '#functions/shops/shops-table';
import { staffWritesOfRequest } from '#functions/movements/staff-tasks';

export interface RequestInput {
  kind: DeviceRequestKind;
  serialNumber: string;
  /** The resource of the caller that the request names besides the device, if any. */
  subscriptionId?: string;
  customerId?: string;
  reason?: string;
  issues?: string[];
  notes: string;
}
export type RequestTarget = Pick<RequestInput, 'kind' | 'subscriptionId' | 'customerId'>;

export interface DeviceShop {
  customerId: string;
  record: Pick<ShopRecord, 'subscriptions'>;
  movements: readonly MovementItem[];
}

/** The labels of the kinds for rented devices, 返却・交換, or for sold ones. */
const kindsFor = (of: 'rented' | 'sold'): string =>
  deviceRequestKindNames
    .filter((kind) => isMoving(kind) === (of === 'rented'))
    .map((kind) => rulesOf(kind).label)
    .join('・');

const texts: Record<NonNullable<ReturnType<typeof whyNot>>, (device: DeviceItem) => string> = {
  returned: () => '返却済みのデバイスのため、この操作はできません。',
  'not-shipped': ({ status }) => `状態が「${status}」のデバイスのため、この操作はできません。`,
  'not-rented': ({ deviceCategory }) =>
    `${deviceCategory ?? 'サブスク以外'}のデバイスのため、${kindsFor('rented')}の操作はできません。`,
  'not-sold': () => `${kindsFor('sold')}を申請できるのは、販売済のデバイスのみです。`,
};

const ended = 'ご契約が終了しているため、交換は申し込めません。お手元のデバイスは、ご返却をお願いします。';

/** Why a request is refused, if it is; a device elsewhere than it names is not found. `now` in unix seconds. */
export function whyRefused(
  asked: RequestTarget,
  { device, lock, repairs }: DeviceFacts,
  shop: DeviceShop | undefined,
  now: number,
): CallError | undefined {
  const elsewhere =
    (asked.subscriptionId !== undefined && (!device || asked.subscriptionId !== device.subscriptionId)) ||
    (asked.customerId !== undefined && asked.customerId !== shop?.customerId);
  if (!device || !shop || elsewhere) return new CallError('DEVICE_NOT_FOUND');
  const { serialNumber } = device;
  const takenBy = shop.movements.find((one) =>
    takes(one, { serialNumber, isOfItsSubscription: one.subscriptionId === device.subscriptionId }),
  );
  const reason = whyNot(asked.kind, device);
  if (reason) return new CallError('DEVICE_NOT_ELIGIBLE', { text: texts[reason](device) });
  if (asked.kind === 'repair' && repairs.some((repair) => !repair.completed))
    return new CallError('REPAIR_IN_PROGRESS');
  if (lock && isLocked(lock, now)) {
    return new CallError('DEVICE_LOCKED', {
      details: { lockUntil: new Date(lock.lockUntil * 1000).toISOString(), lastActionType: lock.kind },
    });
  }
  if (isMoving(asked.kind) && takenBy)
    return new CallError(movementCauses[takenBy.cause].requested ? 'DEVICE_LOCKED' : 'DEVICE_NOT_ELIGIBLE', {
      text: takenText(takenBy),
    });
  if (asked.kind === 'exchange' && !isPaidFor(device, shop.record))
    return new CallError('DEVICE_NOT_ELIGIBLE', { text: ended });
  return undefined;
}

/** The caller's shop of a device with its movements. The snapshot comes first: later bookings fail the acceptance. */
async function readDeviceShop(
  caller: ShopOwner,
  device: DeviceItem,
): Promise<(DeviceShop & { snapshot: SnapshotItem }) | undefined> {
  const owned = (await shopOfDevice(caller, device))?.snapshot;
  const snapshot = owned && (await readSnapshot(caller.userId, owned.customerId));
  if (!snapshot) return undefined;
  const { customerId, record } = snapshot;
  return { customerId, record, snapshot, movements: await readShopMovements(customerId) };
}

/** The movement of a return or exchange, with the request's id. */
function movementOf(request: RequestItem, lowers: MovementItem['lowers']): MovementItem | undefined {
  const { kind } = request;
  if (!isMoving(kind)) return undefined;
  const { requestId, receiptNumber, customerId, requestedUnder, serialNumber, requestedAt } = request;
  return {
    movementId: requestId,
    receiptNumber,
    customerId,
    subscriptionId: requestedUnder,
    kind: deviceRequestKinds[kind].moves,
    cause: kind,
    count: 1,
    serialNumbers: [serialNumber],
    promisedBy: promisedBy(kind, requestedAt),
    orderedAt: requestedAt,
    state: 'ordered',
    movedAt: requestedAt,
    version: 0,
    ...(lowers && { lowers }),
  };
}

/** What a request's record keeps: its names, and the plan of the lower quantity that a return asks for. */
export interface RequestPlan extends RequestName {
  customerId: string;
  change?: QuantityPlan;
}

export type RequestWork = Work<RequestPlan, object, LiveSubscription>;

/** What a return does beside its acceptance: it lowers its subscription (return-device.ts). */
interface Lowering {
  /** Unix milliseconds. */
  until: number;
  /** The plan of the lower quantity, and what is written with it; throws if the subscription cannot be lowered. */
  plan: () => Promise<{ change: QuantityPlan; live: LiveSubscription; writes: readonly Write[] }>;
  /** Carries it out, also for a request that was cut off. */
  run: (work: RequestWork) => Promise<void>;
}

/** What a return that lowers nothing itself changes of the shop's movements: none, or it counts as lowered. */
type Fill = (subscriptionId: string, shop: Pick<DeviceShop, 'movements'> & { snapshot: SnapshotItem }) => Write[];

/** What only a return does: so exchanges and repairs need no right to change movements. */
interface Beside {
  lowering?: Lowering;
  fill?: Fill;
}

/** Decides about a request: the request, and the writes that accept it. Throws its refusal. */
async function decideOn(
  caller: ShopOwner,
  asked: RequestInput,
  { id: requestId, createdAt: now }: Accepted,
  { lowering, fill }: Beside,
): Promise<{ request: RequestItem; writes: Write[] }> {
  const facts = await readDeviceFacts(asked.serialNumber);
  const shop = facts.device?.subscriptionId ? await readDeviceShop(caller, facts.device) : undefined;
  const lock = lockFor(facts.lock, await ownAmong(caller, facts.lock ? [facts.lock.requestedUnder] : []));
  const refusal = whyRefused(asked, { ...facts, lock }, shop, now);
  if (refusal) throw refusal;
  const subscriptionId = facts.device?.subscriptionId;
  if (!facts.device || !subscriptionId || !shop) throw new CallError('DEVICE_NOT_FOUND');
  const { kind, serialNumber } = asked;
  const request: RequestItem = {
    requestId,
    receiptNumber: newReceiptNumber(now),
    kind,
    state: 'accepted',
    serialNumber,
    requestedAt: now,
    requestedUnder: subscriptionId,
    customerId: shop.customerId,
    ...(asked.reason !== undefined && { reason: asked.reason }),
    ...(asked.issues && { issues: asked.issues }),
  };
  const told = { ...request, notes: asked.notes, shop: contactOf(shop.snapshot.record) };
  const writes = acceptanceWrites({
    device: { ...facts.device, subscriptionId },
    request,
    lockUntil: now + lockDays * 24 * 60 * 60,
    insteadOfLock: lock ? undefined : facts.lock?.requestId,
  });
  const filled = fill?.(subscriptionId, shop) ?? [];
  const movement = movementOf(request, lowering ? 'due' : filled.length > 0 ? 'done' : undefined);
  const moving = movement ? [movementWrite(movement), ...filled, versionWrite(caller.userId, shop.snapshot)] : [];
  return { request, writes: [...writes, ...moving, ...staffWritesOfRequest(told)] };
}

/**
 * Accepts a request for one of the caller's devices, once (platform/once.ts); tasks tell the staff. Refuses as
 * whyRefused does, with IDEMPOTENCY_KEY_REUSED for another request's key, and IDEMPOTENCY_KEY_IN_USE after too many at
 * once. A failure after the acceptance does not fail the call, but for one of `lowering`.
 */
export async function requestDevice(
  caller: ShopOwner,
  asked: RequestInput,
  identity: IdempotencyIdentity,
  beside: Beside = {},
): Promise<DeviceRequest> {
  const { lowering } = beside;
  const accepted = await once<RequestPlan, object, RequestName, LiveSubscription>({
    userId: caller.userId,
    identity,
    // Without one, all is done by the acceptance.
    until: lowering?.until ?? 0,
    async plan(begun) {
      const { request, writes } = await decideOn(caller, asked, begun, beside);
      const lowered = await lowering?.plan();
      logger.info('request accepted', { deviceRequest: request.requestId, kind: request.kind });
      const named = nameOf(request);
      const plan = { ...named, customerId: request.customerId, ...(lowered && { change: lowered.change }) };
      if (!lowered) return { plan, writes, result: named };
      return { plan, writes: [...writes, ...lowered.writes], live: lowered.live };
    },
    // A return waits for its lower quantity while a payment is late, or a schedule of the staff lasts.
    ...(lowering && { keptFor: requestKeptFor }),
    stands: async ({ result, waited }) => (result ? (await readRequest(result))?.state !== 'cancelled' : waited),
    async run(work) {
      await lowering?.run(work);
      return nameOf(work.plan);
    },
  });
  const request = await readRequest(accepted);
  if (!request) throw new Error(`The request ${accepted.requestId} is not there`);
  return toDeviceRequest(request);
}
