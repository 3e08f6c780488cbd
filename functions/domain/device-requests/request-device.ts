import { CallError } from '#shared/errors';
import { leaseSeconds, withinCall } from '#shared/limits';
import { lockDays, type DeviceRequest } from '#shared/model/device';
import { deviceRequestKinds, isMoving, type DeviceRequestKind } from '#shared/model/device-request';
import { promisedBy } from '#shared/model/movement';
import { clock } from '../../adapters/clock';
import { newDelivery } from '../../adapters/devices-table/deliveries';
import { readDeviceFacts } from '../../adapters/devices-table/device-facts';
import { holderOf } from '../../adapters/devices-table/items';
import { readShopMovements, type MovementItem } from '../../adapters/devices-table/movements';
import {
  acceptRequest,
  readReceipt,
  readRequest,
  type KeptRequest,
  type ReceiptItem,
  type RequestItem,
} from '../../adapters/devices-table/requests';
import type { Write } from '../../adapters/dynamodb/transaction';
import { newId } from '../../adapters/ids';
import type { SnapshotItem } from '../../adapters/users-table/items';
import { bookingWrite, readSnapshot } from '../../adapters/users-table/snapshots';
import { logger } from '../../runtime/logger';
import { contactOf } from '../booking/describe-shop';
import { newReceiptNumber } from '../booking/receipt-number';
import type { Caller } from '../caller';
import { decide, type Decision } from '../idempotency/decide';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { ownAmong, shopOfHolder } from '../ownership/owns-resource';
import { refusalOf, type DeviceHolder } from './decide-request';
import { deliverRequest } from './deliver-request';
import { lockFor } from '../movements/request-states';
import { toDeviceRequest } from './to-device-request';

/** How long the receipt is returned to a retry with the same idempotency key, in seconds. */
const remembered = 7 * 24 * 60 * 60;
/** How long the call tries to deliver the request, and how long its response waits for that, in milliseconds. */
const tryFor = withinCall(1_000);
const patience = 4_000;
/** How often acceptance is tried again while others request the same device, and the pause in milliseconds. */
const looks = 5;
const pause = 100;

export interface DeviceRequested {
  kind: DeviceRequestKind;
  serialNumber: string;
  /** The resource that the request names besides the device, if any. */
  subscriptionId?: string;
  customerId?: string;
  reason?: string;
  issues?: string[];
  notes: string;
}

export type Asking = Pick<Caller, 'userId' | 'shops' | 'snapshots'>;

/** The caller's shop that has a device, also after the device has moved to another of their shops. */
type Holding = DeviceHolder & { snapshot: SnapshotItem };

/**
 * The shop with its movements; undefined if it is not the caller's. The snapshot is read first: what is booked after it
 * fails the acceptance, and what was booked before is among the movements.
 */
async function readHolding(caller: Asking, holder: string | undefined): Promise<Holding | undefined> {
  const owned = holder ? (await shopOfHolder(caller, holder))?.snapshot : undefined;
  const snapshot = owned && (await readSnapshot(caller.userId, owned.customerId));
  if (!snapshot) return undefined;
  const { customerId, record } = snapshot;
  return { customerId, record, snapshot, movements: (await readShopMovements(customerId)).movements };
}

/**
 * The movement of a return or exchange. It has the request's id, so that both are one record for the staff. `lowers`:
 * the return also lowers the subscription.
 */
function movementOf(request: RequestItem, lowers: boolean): MovementItem | undefined {
  const { kind } = request;
  if (!isMoving(kind)) return undefined;
  const { requestId, receiptNumber, customerId, subscriptionId, serialNumber, requestedAt } = request;
  return {
    movementId: requestId,
    receiptNumber,
    customerId,
    subscriptionId,
    kind: deviceRequestKinds[kind].moves,
    cause: kind,
    count: 1,
    serialNumbers: [serialNumber],
    promisedBy: promisedBy(kind, requestedAt),
    orderedAt: requestedAt,
    state: 'ordered',
    movedAt: requestedAt,
    ...(lowers && { lowers: 'due' }),
  };
}

/** Decides by the receipt. It is written together with the request, so a request that has one is done. */
const decideByReceipt = (
  receipt: ReceiptItem | undefined,
  identity: IdempotencyIdentity,
  now: number,
): Decision<ReceiptItem> =>
  decide(receipt && { ...receipt, state: 'done', endedAt: receipt.requestedAt * 1000 }, { identity, now: now * 1000 });

async function earlierRequest(receipt: ReceiptItem): Promise<KeptRequest> {
  const request = await readRequest(receipt);
  if (!request) throw new Error(`The receipt of the request ${receipt.requestId} leads nowhere`);
  return request;
}

/** What a return does beside its acceptance: it lowers its subscription (return-device.ts). */
export interface Lowering {
  /** What keeps its plan, for the transaction of the acceptance; throws if the subscription cannot be lowered. */
  plan: (requestId: string) => Promise<Write[]>;
  /** Carries it out, also for a request that is repeated. */
  run: (request: KeptRequest) => Promise<void>;
}

/** The new request, or the earlier one that this request repeats. */
type Accepted = { isNew: true; request: RequestItem } | { isNew: false; request: KeptRequest };

async function accept(
  caller: Asking,
  asked: DeviceRequested,
  identity: IdempotencyIdentity,
  { claim, lowering }: { claim: string; lowering: Lowering | undefined },
): Promise<Accepted> {
  for (let look = 1; ; look += 1) {
    const now = clock.seconds();
    const [facts, receipt] = await Promise.all([
      readDeviceFacts(asked.serialNumber),
      readReceipt(caller.userId, identity.key),
    ]);
    const decision = decideByReceipt(receipt, identity, now);
    if (decision.do === 'refuse') throw decision.refusal;
    if (decision.do === 'return') return { request: await earlierRequest(decision.record), isNew: false };
    const holder = facts.device && holderOf(facts.device);
    const shop = await readHolding(caller, holder);
    const lock = lockFor(facts.lock, await ownAmong(caller, facts.lock ? [facts.lock.askedUnder] : []));
    const refusal = refusalOf(asked, { ...facts, lock }, shop, now);
    if (refusal) throw refusal;
    const subscriptionId = facts.device?.subscriptionId;
    if (!facts.device || !subscriptionId || !holder || !shop) throw new CallError('DEVICE_NOT_FOUND');
    const { kind, serialNumber } = asked;
    const request: RequestItem = {
      requestId: newId(),
      receiptNumber: newReceiptNumber(now),
      kind,
      state: 'accepted',
      serialNumber,
      requestedAt: now,
      userId: caller.userId,
      subscriptionId: holder,
      customerId: shop.customerId,
      ...(asked.reason !== undefined && { reason: asked.reason }),
      ...(asked.issues && { issues: asked.issues }),
      notes: asked.notes,
      shop: contactOf(shop.snapshot.record),
    };
    const lowers = lowering ? await lowering.plan(request.requestId) : [];
    const accepted = await acceptRequest({
      device: { ...facts.device, subscriptionId },
      request,
      lockUntil: now + lockDays * 24 * 60 * 60,
      insteadOfLock: lock ? undefined : facts.lock?.requestId,
      movement: movementOf(request, lowering !== undefined),
      also: [...(isMoving(kind) ? [bookingWrite(caller.userId, shop.snapshot)] : []), ...lowers],
      receipt: {
        key: identity.key,
        fingerprint: identity.fingerprint,
        expiresAt: now + remembered,
        instead: receipt?.requestId,
      },
      delivery: { claim, nextTryAt: now + leaseSeconds },
    });
    if (accepted) return { request, isNew: true };
    if (look >= looks) throw new CallError('IDEMPOTENCY_KEY_IN_USE', { details: { retryAfter: 1 } });
    await clock.waitAbout(look * pause);
  }
}

/** Delivers an accepted request while the response waits for it; returns whether the staff have it. */
async function deliverAtOnce(request: RequestItem, claim: string): Promise<boolean> {
  logger.info('request accepted', { deviceRequest: request.requestId, kind: request.kind });
  const delivery = newDelivery(request, { claim, nextTryAt: request.requestedAt + leaseSeconds });
  // An unfinished delivery continues while the container lives; the claim keeps others away until it has ended.
  const delivering = deliverRequest(delivery, request, { until: clock.now() + tryFor }).catch((error: unknown) => {
    logger.warn('an accepted request is left to the schedule', {
      deviceRequest: request.requestId,
      error: error as Error,
    });
    return false;
  });
  return clock.withinTime(delivering, patience, false);
}

/**
 * Accepts a request for one of the caller's devices, once even if it arrives many times, and delivers it to the staff
 * at once if that takes a few seconds; otherwise the schedule does. A failure after the acceptance does not fail the
 * call, but for one of `lowering`. Refuses as refusalOf does, with IDEMPOTENCY_KEY_REUSED if the key named another
 * request, and with IDEMPOTENCY_KEY_IN_USE if too many calls request the device at the same time.
 */
export async function requestDevice(
  caller: Asking,
  asked: DeviceRequested,
  identity: IdempotencyIdentity,
  lowering?: Lowering,
): Promise<DeviceRequest> {
  const claim = newId();
  const accepted = await accept(caller, asked, identity, { claim, lowering });
  await lowering?.run(accepted.request);
  if (!accepted.isNew) return toDeviceRequest(accepted.request);
  const delivered = await deliverAtOnce(accepted.request, claim);
  return toDeviceRequest({ ...accepted.request, state: delivered ? 'delivered' : 'accepted' });
}
