import { returnDevice } from '#functions/requests/calls';
import type { ApiResponse, Fault } from '../../local/testing/functions';
import type { Browser } from './browser';
import { startRequestServices } from './request-services';
import { doTasks, waitingTasks } from './task-queue';
import { testServices } from './test-services';

export const shop = { customerId: 'cus_1', subscriptionId: 'sub_1' };

/** Services of a test file about device requests: an owner, three devices, and requests for them. */
export function testDeviceRequests() {
  const services = testServices(startRequestServices);
  const current = {} as { owner: Browser };

  beforeEach(async () => {
    current.owner = await services.createOwner(shop);
    for (const number of [1, 2, 3]) await services.putDevice(`RVZ-${number}`, { subscriptionId: shop.subscriptionId });
  });

  const ask = (number = 1): Promise<ApiResponse> =>
    current.owner.send(returnDevice, {
      method: 'POST',
      path: '/api',
      body: { serialNumber: `RVZ-${number}`, stripeSubscriptionId: shop.subscriptionId, reason: 'その他' },
      headers: { 'idempotency-key': `a-key-of-the-dialog-${number}` },
    });
  /** The worker goes on after the longest pause that the queue makes. */
  const later = (): Promise<number> => {
    services.clock.advance(3_600_000);
    return doTasks();
  };
  const waiting = async (): Promise<string[]> => (await waitingTasks()).map(({ kind }) => kind);
  const stateOf = async (number = 1) =>
    (await services.items(`DEVICE#RVZ-${number}`)).flatMap((item) =>
      item['state'] === undefined ? [] : [item['state']],
    );

  /** Injects a fault into one service, at operations whose name contains `operation`. */
  const only = (name: string, what: Fault, operation = '') =>
    services.inject((service, asked) => (service === name && asked.includes(operation) ? what : 'pass'));

  return { services, current, ask, later, waiting, stateOf, only };
}
