import * as z from 'zod/mini';
import { CallError } from '#shared/errors';
import type { DeviceRequest } from '#shared/model/device';
import { clock } from '#functions/platform/clock';
import {
  changeWrite,
  isDueReturn,
  type MovementItem,
  type MovementKey,
  readMovement,
} from '#functions/movements/movements-table';
import { nameOf, type RequestName } from '#functions/devices/requests-table';
import { isUnavailable } from '#functions/platform/unavailable';
import type { LiveSubscription } from '#functions/billing/live-subscription';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { bookingWrite, readSnapshot } from '#functions/shops/snapshots-table';
import { readOnce, resumeOnce, RefusedForGood, type Work } from '#functions/platform/once';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { callBudget, chargeBudget } from '#functions/platform/stripe/client';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { carryOutLowering, type ChangeMade, planLowering } from '#functions/quantities/change-quantities';
import { leaseShop } from '#functions/platform/leases';
import { readBack, subscriptionChange } from '#functions/shops/read-back';
import { renewSnapshot } from '#functions/shops/renew-snapshot';
import type { ShopOwner } from '#functions/http/caller';
import { newsWrites } from '#functions/movements/staff-tasks';
import { type DeviceRequested, requestDevice, type RequestPlan } from './request-device';
import { contactOf } from '#functions/shops/describe-shop';
import { endRequestOf } from '#functions/movements/advance';
import type { LeasedSubscription } from '#functions/quantities/decide-change';

/** A return that lowers its subscription and was cut off, which nobody may repeat: both parts are done, or none. */
const finishReturn = defineTask(
  'finish-return',
  z.object({ userId: z.string(), customerId: z.string(), subscriptionId: z.string(), key: z.string() }),
  ({ customerId }) => customerId,
);

/** How long a return is left to its own requests, in seconds: longer than a lease. */
const finishedAfter = 2 * 60;

/** A return whose lower quantity is not booked yet. */
async function readDue(named: MovementKey): Promise<MovementItem | undefined> {
  const movement = await readMovement(named);
  return movement && isDueReturn(movement) ? movement : undefined;
}

/**
 * Takes a return back whose subscription cannot go down any more; the staff are told of that too. Returns false if
 * there is nothing to take back: an end has booked it, and the device goes back.
 */
const takeBack = (named: MovementKey, userId: string): Promise<boolean> =>
  retryContention(async () => {
    const snapshot = await readSnapshot(userId, named.customerId);
    const movement = await readDue(named);
    if (!snapshot || !movement) return false;
    const change = { state: 'withdrawn', movedAt: clock.seconds() } as const;
    const written = await endRequestOf(movement, 'cancelled', [
      changeWrite(movement, change),
      bookingWrite(userId, snapshot),
      ...newsWrites({ ...movement, ...change }, { change: 'withdrawn', shop: contactOf(snapshot.record) }),
    ]);
    if (written) return true;
    throw new Contended();
  });

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
  const named = { customerId, movementId };
  // It may have lowered it before it was cut off, and nobody has read that yet.
  if (work.resumedFrom) await renewSnapshot(leased.userId, customerId, { until: leased.until });
  if (!change || !(await readDue(named))) return;
  try {
    await carryOutLowering(leased, work, { change, live });
  } catch (error) {
    if (!(error instanceof CallError) || isUnavailable(error)) throw error;
    await readBack(leased);
    if (await takeBack(named, leased.userId)) throw new RefusedForGood(error);
    return;
  }
  await readBack(leased);
}

export const returnWorkers = [
  defineWorker(
    finishReturn,
    async ({ userId, customerId, subscriptionId, key }) => {
      await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
      // Less than the lease lasts.
      const until = clock.now() + callBudget;
      const leased = { userId, customerId, subscriptionId, until };
      await resumeOnce<RequestPlan, ChangeMade, RequestName>(key, {
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
      // A repeat of its request has it, and may be cut off as well.
      if ((await readOnce(userId, key))?.state === 'working') throw new CallError('SERVICE_UNAVAILABLE');
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
      // Users choose their keys, and two of them may choose the same.
      const later = { id: `${userId}-${identity.key}`, notBefore: clock.seconds() + finishedAfter };
      return { change: planned.change, writes: [finishReturn.write(finishing, later)] };
    },
    run: (work: Work<RequestPlan, ChangeMade>) => lowerByReturn(leased, work, work.resumedFrom ? undefined : live),
  };
  return await requestDevice(caller, asked, identity, { lowering, until });
}
