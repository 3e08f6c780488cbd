import { deviceRecords } from '../../testing/device-records';
import { startRequestServices } from '../../testing/request-services';
import { testServices } from '../../testing/test-services';
import { handler as listShopDevices } from './list-shop-devices';
import { handler as syncDevices } from './sync-devices';

const services = testServices(startRequestServices);
const { run, minutes, addDevices, change, endTimeWithPage } = deviceRecords(services);

test('everything is compared at night: the button needs its own requests alone, and shows the change', async () => {
  const owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  await addDevices(1, 2);
  await addDevices(101, 1_000, { stripeSubscriptionId: 'sub_9' });
  await run();
  minutes(24 * 60);
  endTimeWithPage(4);
  await expect(run()).resolves.toMatchObject({ finished: false });
  services.clearFaults();
  await change(1, { status: '返却' });
  services.operations.length = 0;
  expect((await owner.post(syncDevices)).status).toBe(200);
  // The devices of the owner's subscription, and their repairs; reading all devices takes two requests more.
  expect(services.operations.filter((one) => one.startsWith('records'))).toHaveLength(2);
  const { body } = await owner.send(listShopDevices, { method: 'GET', path: '/api', params: { id: 'cus_1' } });
  expect(JSON.stringify(body)).toContain('返却');
  await expect(run()).resolves.toMatchObject({ finished: true });
});
