import { cancelSubscription } from '#functions/endings/calls';
import { createShopOnly, createShopWithSubscription } from '#functions/openings/calls';
import {
  shopOnlyBody,
  startPaymentServices,
  subscribedBody,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { saveTrialCard } from '#functions/testing/save-card';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { deleteShop } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const day = 86_400_000;
const remove = (customerId: string) => owner.browser.delete(deleteShop, { params: { customerId } });
/** A shop with a trial and a card. */
async function rent(): Promise<{ customerId: string; subscriptionId: string }> {
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 1 }));
  await saveTrialCard(services, body, '4242424242424242');
  return { customerId: String(body['customerId']), subscriptionId: String(body['subscriptionId']) };
}

test('what waits at an ended subscription is charged with its period: counts as unpaid until then', async () => {
  const { customerId: customer, subscriptionId: subscription } = await rent();
  const lost = { customer, subscription, amount: 30_000, currency: 'jpy', description: '紛失したデバイス' };
  await services.stripe.invoiceItems.create(lost);
  expect(await remove(customer)).toMatchObject({ body: { activeSubscriptions: 1, unpaidInvoices: 0 } });
  await owner.browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: subscription } });
  expect(await remove(customer)).toMatchObject({ status: 409, body: { activeSubscriptions: 0, unpaidInvoices: 1 } });
  services.clock.advance(36 * day);
  await services.emulator.tick();
  expect((await services.stripe.invoices.list({ customer, limit: 1 })).data[0]).toMatchObject({ amount_paid: 30_000 });
  expect((await remove(customer)).status).toBe(200);
});

const item = (customer: string, subscription: string) =>
  services.stripe.invoiceItems.create({ customer, subscription, amount: 30_000, currency: 'jpy', description: '紛失' });

test('its invoice is made while the deletion looks: counts as unpaid', async () => {
  const { customerId: customer, subscriptionId: subscription } = await rent();
  await item(customer, subscription);
  await owner.browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: subscription } });
  services.clock.advance(35 * day - 1000);
  await services.emulator.tick();
  services.inject((_service, operation) => {
    if (operation === 'GET /v1/invoiceitems') services.clock.advance(2000);
    return 'pass';
  });
  expect(await remove(customer)).toMatchObject({ status: 409, body: { unpaidInvoices: 1 } });
});

test('what waits for a first payment that never came, or as a proration of an end at once: deleted', async () => {
  const { customerId: customer, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  const { items } = await services.stripe.subscriptions.retrieve(subscriptionId);
  await services.stripe.subscriptions.update(subscriptionId, {
    items: [{ id: items.data[0]?.id ?? '', quantity: 3 }],
    proration_behavior: 'create_prorations',
  });
  await services.stripe.subscriptions.cancel(subscriptionId, { prorate: true });
  const unpaid = await services.stripe.subscriptions.create({
    customer,
    items: [{ price: items.data[0]?.price.id ?? '' }],
    payment_behavior: 'default_incomplete',
  });
  await item(customer, unpaid.id);
  services.clock.advance(2 * day);
  await services.emulator.tick();
  expect((await services.stripe.invoiceItems.list({ customer, pending: true })).data.length).toBeGreaterThan(1);
  expect(await remove(customer)).toMatchObject({ status: 200 });
});

test('a credit is lost with the customer: the staff hear of it once, and of none without one', async () => {
  const { customerId, subscriptionId } = await rent();
  const { body } = await owner.browser.post(createShopOnly, shopOnlyBody);
  expect((await remove(String(body['customerId']))).status).toBe(200);
  await services.stripe.customers.update(customerId, { balance: -20_000 });
  await services.stripe.subscriptions.cancel(subscriptionId);
  services.inject((_service, operation) => (operation === 'DELETE /v1/customers/{customer}' ? 'down' : 'pass'));
  expect((await remove(customerId)).status).toBe(503);
  services.clearFaults();
  await doTasks();
  services.clock.advance(15 * 60_000);
  expect((await remove(customerId)).status).toBe(200);
  await doTasks();
  const told = services.toldStaff().filter((text) => text.includes('残高'));
  expect(told).toEqual([expect.stringMatching(new RegExp(`残高: 20,000円\n顧客ID: ${customerId}`))]);
});

test('so is a debt that no invoice asks for: the staff hear of it', async () => {
  const { body } = await owner.browser.post(createShopOnly, shopOnlyBody);
  const customerId = String(body['customerId']);
  await services.stripe.customers.update(customerId, { balance: 3_000 });
  expect((await remove(customerId)).status).toBe(200);
  await doTasks();
  const told = services.toldStaff().filter((text) => text.includes('残高'));
  expect(told).toEqual([
    expect.stringMatching(new RegExp(`ご請求されていない.*[^]*残高: 3,000円\n顧客ID: ${customerId}`)),
  ]);
});
