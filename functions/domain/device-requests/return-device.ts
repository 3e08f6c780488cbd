import { CallError } from '#shared/errors';
import type { DeviceRequest } from '#shared/model/device';
import { clock } from '../../adapters/clock';
import { changeWrite, newsWrite, readMovement, type MovementItem } from '../../adapters/devices-table/movements';
import { isUnavailable } from '../../adapters/is-unavailable';
import { chargeBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import type { IdempotencyIdentity } from '../../platform/identify-request';
import { RefusedForGood, type Work } from '../../platform/once';
import { contactOf } from '../booking/describe-shop';
import { endRequestOf } from '../movements/request-states';
import {
  carryOutLowering,
  planLowering,
  type ChangeMade,
  type LeasedSubscription,
} from '../quantities/change-quantities';
import { leaseShop } from '../shops/lease-shop';
import { readBack, subscriptionChange } from '../shops/read-back';
import { requestDevice, type Asking, type DeviceRequested, type RequestPlan } from './request-device';

/** Takes a return back whose subscription cannot go down any more; the staff are told of that too. */
async function takeBack(movement: MovementItem, userId: string): Promise<void> {
  const snapshot = await readSnapshot(userId, movement.customerId);
  const now = clock.seconds();
  await endRequestOf(movement, 'cancelled', [
    changeWrite(movement, { state: 'withdrawn', movedAt: now }),
    ...(snapshot ? [newsWrite(movement, { change: 'withdrawn', shop: contactOf(snapshot.record) }, now)] : []),
  ]);
}

/**
 * Lowers the subscription of an accepted return, and reads the shop, which books it. If Stripe cannot be asked, a repeat
 * of the request goes on; if the subscription cannot go down any more, the return is taken back and refused for good.
 */
async function lower(
  leased: LeasedSubscription,
  work: Work<RequestPlan, ChangeMade>,
  live: LiveSubscription | undefined,
): Promise<void> {
  const { requestId: movementId, customerId, change } = work.plan;
  const movement = await readMovement({ customerId, movementId });
  if (!change || movement?.lowers !== 'due' || movement.state === 'withdrawn') return;
  try {
    await carryOutLowering(leased, work, { change, live });
  } catch (error) {
    if (!(error instanceof CallError) || isUnavailable(error)) throw error;
    await takeBack(movement, leased.userId);
    throw new RefusedForGood(error);
  }
  await readBack(leased);
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
  let live: LiveSubscription | undefined;
  const lowering = {
    async plan() {
      const planned = await planLowering(leased);
      live = planned.live;
      return planned.change;
    },
    run: (work: Work<RequestPlan, ChangeMade>) => lower(leased, work, work.resumed ? undefined : live),
  };
  return await requestDevice(caller, asked, identity, { lowering, until });
}
