import { CallError } from '#shared/errors';
import type { DeviceRequest } from '#shared/model/device';
import { clock } from '../../adapters/clock';
import { changeWrite, newsWrite, readMovement, type MovementItem } from '../../adapters/devices-table/movements';
import { forgetReceiptWrite, type KeptRequest } from '../../adapters/devices-table/requests';
import { isUnavailable } from '../../adapters/is-unavailable';
import { chargeBudget } from '../../adapters/stripe/client';
import { quantityChangeWrite } from '../../adapters/users-table/quantity-changes';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import type { IdempotencyIdentity } from '../../platform/identify-request';
import { contactOf } from '../booking/describe-shop';
import { endRequestOf } from '../movements/request-states';
import {
  carryOutLowering,
  planLowering,
  type LeasedSubscription,
  type PlannedLowering,
} from '../quantities/change-quantities';
import { leaseShop } from '../shops/lease-shop';
import { readBack, subscriptionChange } from '../shops/read-back';
import { requestDevice, type Asking, type DeviceRequested } from './request-device';

/** The key under which the quantity that a return lowers is changed once. */
const keyOf = (requestId: string): string => `return-${requestId}`;

/** Takes a return back whose subscription cannot go down any more; the staff are told of that too. */
async function takeBack({ requestId }: KeptRequest, movement: MovementItem, userId: string, key: string) {
  const snapshot = await readSnapshot(userId, movement.customerId);
  const now = clock.seconds();
  await endRequestOf(movement, 'cancelled', [
    changeWrite(movement, { state: 'withdrawn', movedAt: now }),
    forgetReceiptWrite(userId, key, requestId),
    ...(snapshot ? [newsWrite(movement, { change: 'withdrawn', shop: contactOf(snapshot.record) }, now)] : []),
  ]);
}

/**
 * Lowers the subscription of an accepted return, unless that is done. If Stripe cannot be asked, a repeat of the request
 * goes on; if the subscription cannot go down any more, the return is taken back.
 */
async function lower(
  leased: LeasedSubscription,
  request: KeptRequest,
  planned: PlannedLowering | undefined,
  key: string,
): Promise<void> {
  const { userId, customerId, until } = leased;
  const movement = await readMovement({ customerId: request.customerId, movementId: request.requestId });
  if (movement?.lowers !== 'due' || movement.state === 'withdrawn') return;
  try {
    await carryOutLowering(leased, keyOf(request.requestId), planned);
  } catch (error) {
    if (error instanceof CallError && !isUnavailable(error)) await takeBack(request, movement, userId, key);
    throw error;
  }
  await readBack({ userId, customerId, until });
}

/**
 * Accepts the return of a device and lowers its subscription by it, under the shop's lease: both are done when this
 * returns, and each once however often it is repeated. Throws as requestDevice and planLowering do.
 */
export async function returnAndLower(
  caller: Asking,
  asked: DeviceRequested & { subscriptionId: string },
  identity: IdempotencyIdentity,
): Promise<DeviceRequest> {
  const { subscriptionId } = asked;
  const { userId, customerId, until } = subscriptionChange(caller, subscriptionId, chargeBudget);
  const leased = { userId, customerId, subscriptionId, until };
  await using _lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
  let planned: PlannedLowering | undefined;
  return await requestDevice(caller, asked, identity, {
    async plan(requestId) {
      planned = await planLowering(leased, keyOf(requestId));
      return [quantityChangeWrite(userId, planned.change)];
    },
    run: (request) => lower(leased, request, planned, identity.key),
  });
}
