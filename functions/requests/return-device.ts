import * as z from 'zod/mini';
import { callBudget, chargeBudget } from '#shared/constants';
import { CallError } from '#shared/errors';
import type { DeviceRequest } from '#shared/model/device';
import { hasLeft } from '#shared/model/movement';
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
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { tellStaffLater } from '#functions/mails/notices-table';
import { Contended, retryContention } from '#functions/platform/dynamodb/contention';
import { readOnce, resumeOnce, Refused } from '#functions/platform/once';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import type { IdempotencyIdentity } from '#functions/platform/identify-request';
import { carryOutOneLess, planOneLess } from '#functions/quantities/change-quantities';
import { leaseShop } from '#functions/platform/leases';
import { refreshChanged, subscriptionChange, refreshShop } from '#functions/shops/refresh-shop';
import type { ShopOwner } from '#functions/http/caller';
import { type RequestInput, requestDevice, type RequestPlan, type RequestWork } from './request-device';
import { contactOf } from '#functions/shops/describe-shop';
import { changeWrites } from '#functions/movements/book';
import { planReturn } from '#functions/movements/plan';
import { endRequestOf } from '#functions/movements/advance';
import type { LeasedSubscription } from '#functions/quantities/plan-change';
import { versionWrite, readSnapshot } from '#functions/shops/shops-table';
import { staffWrites } from '#functions/movements/staff-tasks';

const finishing = z.object({
  userId: z.string(),
  customerId: z.string(),
  subscriptionId: z.string(),
  key: z.string(),
  /** Its device is back, and the subscription cannot go down yet: the staff know. */
  waits: z.optional(z.literal(true)),
});

/** A return that lowers its subscription and was cut off, which nobody may repeat: both parts are done, or none. */
const finishReturn = defineTask('finish-return', finishing, ({ customerId }) => customerId);

/** How long a return is left to its own requests, in seconds: longer than a lease. */
const finishedAfter = 2 * 60;
/** Seconds between two looks whether a subscription can go down by now, such as after a late payment. */
const lookedAtAfter = 60 * 60;

/** A return whose device is back stays to be finished, and the staff are told once. */
async function waitOn(body: z.infer<typeof finishing>, id: string, refusal: CallError): Promise<void> {
  const { customerId, subscriptionId } = body;
  const text =
    `返却されたデバイスの分の台数を、まだ減らせません（${refusal.message}）。` +
    '減らせるようになりしだい、自動で減らします。それまでは、このご契約の台数を変更できません。\n' +
    `契約ID: ${subscriptionId}\n顧客ID: ${customerId}`;
  const message = { subject: 'Lower quantity waits', text, attributes: { kind: 'due-return', customerId } };
  await writeAll([
    finishReturn.write({ ...body, waits: true }, { id, notBefore: clock.seconds() + lookedAtAfter }),
    ...(body.waits ? [] : [tellStaffLater.write(message)]),
  ]);
}

/** A return whose lower quantity is not booked yet. */
async function readDue(named: MovementKey): Promise<MovementItem | undefined> {
  const movement = await readMovement(named);
  return movement && isDueReturn(movement) ? movement : undefined;
}

/** Takes a return back whose subscription cannot go down; false if its device is on its way or back already. */
const withdrawReturn = (named: MovementKey, userId: string): Promise<boolean> =>
  retryContention(async () => {
    const snapshot = await readSnapshot(userId, named.customerId);
    const movement = await readDue(named);
    if (!snapshot || !movement || hasLeft(movement)) return false;
    const change = { state: 'withdrawn', movedAt: clock.seconds() } as const;
    const written = await endRequestOf(movement, 'cancelled', [
      changeWrite(movement, change),
      versionWrite(userId, snapshot),
      ...staffWrites({ ...movement, ...change }, { change: 'withdrawn', shop: contactOf(snapshot.record) }),
    ]);
    if (written) return true;
    throw new Contended();
  });

/**
 * Lowers the subscription of an accepted return, and reads the shop, which books it. If Stripe cannot be asked, a
 * repeat of the request goes on; if the subscription cannot go down any more, the return is taken back and refused.
 * Of a device that is back the lower quantity stays due: throws why it cannot be set now.
 */
async function lowerByReturn(leased: LeasedSubscription, work: RequestWork): Promise<void> {
  const { requestId: movementId, customerId, change } = work.plan;
  const named = { customerId, movementId };
  // It may have lowered it before it was cut off, and nobody has read that yet.
  if (work.resumedFrom) await refreshShop(leased.userId, customerId, { until: leased.until });
  if (!change || !(await readDue(named))) return;
  try {
    await carryOutOneLess(leased, work);
  } catch (error) {
    if (!(error instanceof CallError) || isUnavailable(error)) throw error;
    await refreshChanged(leased);
    if (await withdrawReturn(named, leased.userId)) throw new Refused(error);
    if (await readDue(named)) throw error;
    return;
  }
  await refreshChanged(leased);
}

export const returnWorkers = [
  defineWorker(
    finishReturn,
    async (body, { id }) => {
      const { userId, customerId, subscriptionId, key } = body;
      await using _lease = await leaseShop({ userId, customerId, busy: 'SERVICE_UNAVAILABLE' });
      // Less than the lease lasts.
      const until = clock.now() + callBudget;
      const leased = { userId, customerId, subscriptionId, until };
      let refusal: CallError | undefined;
      await resumeOnce<RequestPlan, object, RequestName, LiveSubscription>(key, {
        userId,
        until,
        async run(work) {
          await lowerByReturn(leased, work);
          return nameOf(work.plan);
        },
      }).catch((error: unknown) => {
        if (!(error instanceof CallError) || isUnavailable(error)) throw error;
        if (error.code !== 'IDEMPOTENCY_KEY_IN_USE') refusal = error;
      });
      // Otherwise it is done, or was taken back because the subscription cannot go down any more.
      if ((await readOnce(userId, key))?.state !== 'working') return;
      if (refusal) await waitOn(body, id, refusal);
      // A repeat of its request has it, and may be cut off as well.
      else throw new CallError('SERVICE_UNAVAILABLE');
    },
    'A return that is finished is left alone, and each of its steps has one idempotency key at Stripe.',
  ),
];

/** Accepts a return of a device, which may be the one that a lower quantity is still to bring back. */
export const returnAlone = (
  caller: ShopOwner,
  asked: RequestInput,
  identity: IdempotencyIdentity,
): Promise<DeviceRequest> =>
  requestDevice(caller, asked, identity, {
    fill(subscriptionId, { movements, snapshot: { record } }) {
      const own = movements.filter((one) => one.subscriptionId === subscriptionId);
      return changeWrites(planReturn(own), contactOf(record), clock.seconds());
    },
  });

/** Accepts a return and lowers its subscription, each once. Throws as requestDevice and planOneLess do. */
export async function returnAndLower(
  caller: ShopOwner,
  asked: RequestInput & { subscriptionId: string },
  identity: IdempotencyIdentity,
): Promise<DeviceRequest> {
  const { subscriptionId } = asked;
  const { userId, customerId, until } = subscriptionChange(caller, subscriptionId, chargeBudget);
  const leased = { userId, customerId, subscriptionId, until };
  await using _lease = await leaseShop({ userId, customerId, busy: 'IDEMPOTENCY_KEY_IN_USE' });
  const lowering = {
    until,
    async plan() {
      const lowered = await planOneLess(leased);
      const body = { userId, customerId, subscriptionId, key: identity.key };
      // Users choose their keys, and two of them may choose the same.
      const later = { id: `${userId}-${identity.key}`, notBefore: clock.seconds() + finishedAfter };
      return { ...lowered, writes: [finishReturn.write(body, later)] };
    },
    run: (work: RequestWork) => lowerByReturn(leased, work),
  };
  return await requestDevice(caller, asked, identity, { lowering });
}
