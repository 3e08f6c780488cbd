import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { paySubscription } from './calls';

const services = testServices(() => startPaymentServices({ afterRetries: 'unpaid' }));
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

test('unpaid: drafts are owed too; once paid, the subscription continues', async () => {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 2 });
  await setCard(services, customerId, 'pm_card_chargeCustomerFail');
  for (let month = 0; month < 3; month += 1) {
    services.clock.advance(32 * 86_400_000);
    await services.emulator.tick();
  }
  const status = async () => (await services.stripe.subscriptions.retrieve(subscriptionId)).status;
  const { data } = await services.stripe.invoices.list({ subscription: subscriptionId });
  expect([await status(), data.map((invoice) => invoice.status)]).toEqual([
    'unpaid',
    ['draft', 'draft', 'open', 'paid'],
  ]);
  await setCard(services, customerId, 'pm_card_visa');
  const { body } = await owner.browser.send(paySubscription, {
    method: 'POST',
    path: '/api',
    params: { id: subscriptionId },
  });
  expect(body['charge']).toEqual({ status: 'paid', amount: 3 * 18_700 });
  expect(body['shop']).toMatchObject({ subscriptions: [{ status: 'active' }] });
  expect(await status()).toBe('active');
});
