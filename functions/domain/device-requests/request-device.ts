import { CallError } from '#shared/errors';
import { leaseSeconds, withinCall } from '#shared/limits';
import { lockDays, type DeviceRequest } from '#shared/model/device';
import type { DeviceRequestKind } from '#shared/model/device-request';
import { clock } from '../../adapters/clock';
import { newDelivery } from '../../adapters/devices-table/deliveries';
import { readDeviceFacts } from '../../adapters/devices-table/device-facts';
import { holderOf } from '../../adapters/devices-table/items';
import {
  acceptRequest,
  readReceipt,
  readRequest,
  type KeptRequest,
  type ReceiptItem,
  type RequestItem,
} from '../../adapters/devices-table/requests';
import { newId } from '../../adapters/ids';
import type { SnapshotItem } from '../../adapters/users-table/items';
import { logger } from '../../runtime/logger';
import type { Caller } from '../caller';
import { toDeviceRequest } from './to-device-request';
import { decide, type Decision } from '../idempotency/decide';
import { contactOf } from '../booking/describe-shop';
import { ownAmong, shopOfHolder } from '../ownership/owns-resource';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { refusalOf } from './decide-request';
import { deliverRequest } from './deliver-request';
import { lockFor } from './device-lock';
import { movementOf, refuseMoving } from './request-movement';
import { newReceiptNumber } from '../booking/receipt-number';

/** How long the receipt is returned to a retry with the same idempotency key, in seconds. */
const remembered = 7 * 24 * 60 * 60;
/** How long the call tries to deliver the request, and how long its response waits for that, in milliseconds. */
const tryFor = withinCall(1_000);
const patience = 4_000;
/** How often acceptance is tried again while others request the same device, and the pause in milliseconds. */
const looks = 5;
const pause = 100;

interface DeviceRequested {
  kind: DeviceRequestKind;
  serialNumber: string;
  /** The resource that the request names besides the device, if any. */
  subscriptionId?: string;
  customerId?: string;
  reason?: string;
  issues?: string[];
  notes: string;
  /** Only for a return: the subscription goes down by this device. */
  alsoReduce?: boolean | undefined;
}

type Asking = Pick<Caller, 'userId' | 'shops' | 'snapshots'>;

/** The caller's shop that a device belongs to, also after the device has moved to another of their shops. */
const shopOf = async (caller: Asking, holder: string | null | undefined): Promise<SnapshotItem | undefined> =>
  holder ? (await shopOfHolder(caller, holder))?.snapshot : undefined;

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

/** The new request, or the earlier one that this request repeats. */
type Accepted = { isNew: true; request: RequestItem } | { isNew: false; request: KeptRequest };

async function accept(
  caller: Asking,
  asked: DeviceRequested,
  identity: IdempotencyIdentity,
  claim: string,
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
    const shop = await shopOf(caller, holder);
    const lock = lockFor(facts.lock, await ownAmong(caller, facts.lock ? [facts.lock.askedUnder] : []));
    const refusal = refusalOf(asked, { ...facts, lock }, shop, now);
    if (refusal) throw refusal;
    const subscriptionId = facts.device?.subscriptionId;
    if (!facts.device || !subscriptionId || !holder || !shop) throw new CallError('DEVICE_NOT_FOUND');
    const { userId } = caller;
    const { customerId } = shop;
    const { kind, serialNumber, alsoReduce: lowers = false } = asked;
    const moving = { userId, customerId, subscriptionId: holder, serialNumber, lowers };
    const turn = await refuseMoving(kind, moving, now);
    const request: RequestItem = {
      requestId: newId(),
      receiptNumber: newReceiptNumber(now),
      kind,
      state: 'accepted',
      serialNumber,
      requestedAt: now,
      userId,
      subscriptionId: holder,
      customerId,
      ...(asked.reason !== undefined && { reason: asked.reason }),
      ...(asked.issues && { issues: asked.issues }),
      notes: asked.notes,
      shop: contactOf(shop.record),
    };
    const accepted = await acceptRequest({
      device: { ...facts.device, subscriptionId },
      request,
      lockUntil: now + lockDays * 24 * 60 * 60,
      insteadOfLock: lock ? undefined : facts.lock?.requestId,
      movement: movementOf(request, lowers),
      turn,
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

/**
 * Accepts a request for one of the caller's devices, once even if it arrives many times, and delivers it to the staff
 * at once if that takes a few seconds; otherwise the schedule does. A failure after the acceptance does not fail the
 * call. Refuses as refusalOf does, with IDEMPOTENCY_KEY_REUSED if the key named another request, and with
 * IDEMPOTENCY_KEY_IN_USE if too many calls request the device at the same time.
 */
export async function requestDevice(
  caller: Asking,
  asked: DeviceRequested,
  identity: IdempotencyIdentity,
): Promise<DeviceRequest> {
  const claim = newId();
  const accepted = await accept(caller, asked, identity, claim);
  if (!accepted.isNew) return toDeviceRequest(accepted.request);
  const { request } = accepted;
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
  const delivered = await clock.withinTime(delivering, patience, false);
  return toDeviceRequest({ ...request, state: delivered ? 'delivered' : 'accepted' });
}
