import type { DeviceRequest } from '#shared/model/device';
import { clock } from '../../adapters/clock';
import { chargeBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import type { IdempotencyIdentity } from '../../platform/identify-request';
import type { Work } from '../../platform/once';
import { planLowering, type ChangeMade } from '../quantities/change-quantities';
import { leaseShop } from '../shops/lease-shop';
import { subscriptionChange } from '../shops/read-back';
import { finishedAfter, finishReturn, lowerByReturn } from './finish-return';
import { requestDevice, type Asking, type DeviceRequested, type RequestPlan } from './request-device';

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
      const finishing = { userId, customerId, subscriptionId, key: identity.key };
      const later = { id: identity.key, notBefore: clock.seconds() + finishedAfter };
      return { change: planned.change, writes: [finishReturn.write(finishing, later)] };
    },
    run: (work: Work<RequestPlan, ChangeMade>) => lowerByReturn(leased, work, work.resumed ? undefined : live),
  };
  return await requestDevice(caller, asked, identity, { lowering, until });
}
