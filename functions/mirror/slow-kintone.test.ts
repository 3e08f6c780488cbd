import { Socket } from 'node:net';
import { deviceRecords } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { returnDevice } from '#functions/requests/calls';

/** How long the portal waits for a response of Kintone, which may act although its response comes late. */
const services = testServices(startRequestServices);
const { run, addDevices } = deviceRecords(services);

/** The time limits of the requests of some work, in milliseconds: the client sets one on the socket of each. */
async function limitsOf(work: () => Promise<unknown>): Promise<number[]> {
  const set = jest.spyOn(Socket.prototype, 'setTimeout');
  try {
    await work();
    return set.mock.calls.map(([milliseconds]) => milliseconds).filter((milliseconds) => milliseconds > 0);
  } finally {
    set.mockRestore();
  }
}

test('each request of the schedule may take 15 seconds', async () => {
  await addDevices(1, 1);
  services.operations.length = 0;
  const limits = await limitsOf(run);
  const asked = services.operations.filter((one) => one.startsWith('records'));
  // axios sets it twice: for the connection, and for the response.
  expect(limits.filter((milliseconds) => milliseconds === 15_000)).toHaveLength(2 * asked.length);
});

test('the addition of a request may take 20 seconds by the schedule: it is not sent again meanwhile', async () => {
  const owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  services.inject((service) => (service === 'records' ? 'down' : 'pass'));
  await owner.post(returnDevice, { serialNumber: 'RVZ-1', stripeSubscriptionId: 'sub_1', reason: 'その他' });
  services.clearFaults();
  services.clock.advance(5 * 60_000);
  expect(await limitsOf(() => doTasks())).toContain(20_000);
  expect(await services.requestRecords()).toHaveLength(1);
});
