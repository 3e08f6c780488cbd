import { startPaymentServices } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, tierItems, tierPrices } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { createSubscription } from './calls';

const services = testServices(startPaymentServices);

test('an ended subscription owes: no new one beside it, with the sum and what to do, until it is paid', async () => {
  const owner = await services.createOwner();
  const items = tierItems(await tierPrices(services), 5);
  let keys = 0;
  const subscribe = (id: string) =>
    owner.browser.send(createSubscription, {
      method: 'POST',
      path: '/api',
      params: { customerId: id },
      body: { items },
      headers: { 'idempotency-key': `the-key-of-this-form-${(keys += 1)}` },
    });
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 2 });
  await setCard(services, customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(32 * 86_400_000);
  await services.emulator.tick();
  await services.stripe.subscriptions.cancel(subscriptionId);
  await setCard(services, customerId, 'pm_card_visa');
  const message = expect.stringContaining('未払いのご請求（18,700円）があります。先に、そのご契約の画面でお支払い');
  expect(await subscribe(customerId)).toMatchObject({
    status: 409,
    body: { code: 'SHOP_OWES', owed: 18_700, subscriptionId, message },
  });
  expect((await services.stripe.subscriptions.list({ customer: customerId })).data).toEqual([]);
  const [open] = (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data;
  await services.stripe.invoices.pay(open?.id ?? '');
  expect((await subscribe(customerId)).status).toBe(200);
});
