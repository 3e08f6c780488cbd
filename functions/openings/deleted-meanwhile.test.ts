import type { Fault } from '../../local/testing/functions';
import { startPaymentServices } from '#functions/testing/payment-services';
import { createPlainShop } from '#functions/testing/save-card';
import { tierItems, tierPrices } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { createSubscription } from './calls';

const services = testServices(startPaymentServices);

test('the shop is deleted before any request of an order: SHOP_NOT_FOUND, or the order came first', async () => {
  const [owner, priceOf] = [await services.createOwner(), await tierPrices(services)];
  const responses: unknown[] = [];
  for (let before = 1; before <= 12; before += 1) {
    const customerId = await createPlainShop(services, owner, 'pm_card_visa');
    let asked = 0;
    services.inject(async (service): Promise<Fault> => {
      if (service === 'stripe' && (asked += 1) === before) await services.stripe.customers.del(customerId);
      return 'pass';
    });
    const response = await owner.browser.send(createSubscription, {
      method: 'POST',
      path: '/api',
      params: { customerId },
      headers: { 'idempotency-key': `the-order-of-the-shop-${before}` },
      body: { items: tierItems(priceOf, 5) },
    });
    services.clearFaults();
    responses.push(response.status === 200 ? 200 : response.body['code']);
  }
  const first = responses.indexOf(200);
  expect(first).toBeGreaterThan(4);
  expect(responses).toEqual(responses.map((_, index) => (index < first ? 'SHOP_NOT_FOUND' : 200)));
});
