import * as z from 'zod/mini';
import { CallError } from '#shared/errors';
import type { DeviceRequest } from '#shared/model/device';
import { clock } from '#functions/platform/clock';
import { changeWrite, type MovementItem, readMovement } from '#functions/movements/movements-table';
import { nameOf, type RequestName } from './requests-table';
import { isUnavailable } from '#functions/platform/unavailable';
import type { LiveSubscription } from '#functions/billing/live-subscription';
import { readSnapshot } from '#functions/shops/snapshots-table';
import { continueOnce, RefusedForGood, type Work } from '#functions/platform/once';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { chargeBudget } from '#functions/platform/stripe/client';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { contactOf } from '#functions/movements/staff-words';
import { endRequestOf } from '#functions/movements/request-states';
import {
  carryOutLowering,
  type ChangeMade,
  type LeasedSubscription,
  planLowering,
} from '#functions/quantities/change-quantities';
import { leaseShop } from '#functions/shops/lease-shop';
import { readBack, subscriptionChange } from '#functions/shops/read-back';
import type { ShopOwner } from '#functions/http/caller';
import { newsWrite } from '#functions/movements/staff-tasks';
import { type DeviceRequested, requestDevice, type RequestPlan } from './request-device';

/** A return that lowers its subscription and was cut off, which nobody may repeat: both parts are done, or none. */
const finishReturn = defineTask(
  'finish-return',
  z.object({ userId: z.string(), customerId: z.string(), subscriptionId: z.string(), key: z.string() }),
  ({ customerId }) => customerId,
);
/** How long a return is left to its own requests, in seconds: longer than a lease. */
const finishedAfter = 2 * 60;

/** Takes a return back whose subscription cannot go down any more; the staff are told of that too. */
async function takeBack(movement: MovementItem, userId: string): Promise<void> {
  const snapshot = await readSnapshot(userId, movement.customerId);
  const change = { state: 'withdrawn', movedAt: clock.seconds() } as const;
  const shop = snapshot && contactOf(snapshot.record);
  await endRequestOf(movement, 'cancelled', [
    changeWrite(movement, change),
    ...(shop ? [newsWrite({ ...movement, ...change }, { change: 'withdrawn', shop })] : []),
  ]);
}

/**
 * Lowers the subscription of an accepted return, and reads the shop, which books it. If Stripe cannot be asked, a
 * repeat of the request goes on; if the subscription cannot go down any more, the return is taken back and refused for
 * good.
 */
async function lowerByReturn(
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

export const returnWorkers = [
  defineWorker(
    finishReturn,
    async ({ userId, customerId, subscriptionId, key }, { until }) => {
      const leased = { userId, customerId, subscriptionId, until };
      await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
      await continueOnce<RequestPlan, ChangeMade, RequestName>(key, {
        userId,
        until,
        async run(work) {
          await lowerByReturn(leased, work, undefined);
          return nameOf(work.plan);
        },
      }).catch((error: unknown) => {
        // It was taken back: the subscription cannot go down any more.
        if (!(error instanceof CallError) || isUnavailable(error)) throw error;
      });
    },
    'A return that is finished is left alone, and each of its steps has one idempotency key at Stripe.',
  ),
];

/**
 * Accepts the return of a device and lowers its subscription by it, under the shop's lease: both are done when this
 * returns, and each once however often it is repeated. Throws as requestDevice and planLowering do.
 */
export async function returnAndLower(
  caller: ShopOwner,
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
      const finishing = { userId, customerId, subscriptionId, key: identity.key };
      const later = { id: identity.key, notBefore: clock.seconds() + finishedAfter };
      return { change: planned.change, writes: [finishReturn.write(finishing, later)] };
    },
    run: (work: Work<RequestPlan, ChangeMade>) => lowerByReturn(leased, work, work.resumed ? undefined : live),
  };
  return await requestDevice(caller, asked, identity, { lowering, until });
}
