import type { EndingReceipt } from '#shared/model/ending-plan';
import { renewSnapshot } from '../../domain/shops/renew-snapshot';
import { startPaymentServices } from '../../testing/payment-services';
import { createSubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as cancelSubscription } from '../billing/cancel-subscription';
import { handler as getReceipt } from './get-ending-receipt';

const services = testServices(startPaymentServices);

test('an order that was never paid ends: its invoice is void, and the receipt names no debt', async () => {
  const owner = await services.createOwner();
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, {
    total: 1,
    card: 'pm_card_chargeCustomerFail',
  });
  await renewSnapshot(owner.userId, customerId);
  const request = { path: '/api', params: { id: subscriptionId } };
  expect(await owner.browser.send(cancelSubscription, { method: 'POST', ...request })).toMatchObject({ status: 200 });
  const { data } = await services.stripe.invoices.list({ customer: customerId });
  expect(data.map(({ status }) => status)).toEqual(['void']);
  const { body } = await owner.browser.send(getReceipt, { method: 'GET', ...request });
  expect((body as unknown as EndingReceipt).owed).toBe(0);
});
