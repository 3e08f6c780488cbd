import { listNotices } from '../../adapters/users-table/notices';
import { startPaymentServices, subscribedBody } from '../../testing/payment-services';
import { testServices } from '../../testing/test-services';
import { handler as createShopWithSubscription } from './create-shop-with-subscription';

const services = testServices(startPaymentServices);

test('an order is confirmed by one mail, however often its request is repeated', async () => {
  const owner = await services.createOwner();
  for (let times = 0; times < 2; times += 1)
    await owner.browser.send(createShopWithSubscription, {
      method: 'POST',
      path: '/api',
      headers: { 'idempotency-key': 'order-with-three-devices' },
      body: subscribedBody({ revonizerQuantity: 3 }),
    });
  const told = await listNotices(Math.floor(services.clock.now() / 1000));
  expect(told.filter(({ kind }) => kind === 'ordered')).toEqual([
    expect.objectContaining({
      userId: owner.userId,
      subscription: expect.objectContaining({ shopName: '青山店', devices: 3 }),
    }),
  ]);
});
