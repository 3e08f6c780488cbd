import type { Stripe } from 'stripe';
import { createShopWithSubscription } from '#functions/openings/calls';
import { createSetupIntent, setDefaultPaymentMethod } from '#functions/billing/calls';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import * as saving from '#functions/testing/save-card';
import { testServices } from '#functions/testing/test-services';
import { reconcileShop } from './reconcile';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let customerId: string;
let subscriptionId: string;
let clientSecret: string;

/** A shop in its trial, whose card is not saved yet. */
beforeEach(async () => {
  owner = await services.createOwner();
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody());
  customerId = String(body['customerId']);
  subscriptionId = String(body['subscriptionId']);
  clientSecret = String(body['clientSecret']);
  services.operations.length = 0;
});

const saveCard = () => saving.createSubscriptionCard(services, clientSecret, '4242424242424242');
const cards = async () => [
  ((await services.stripe.customers.retrieve(customerId)) as Stripe.Customer).invoice_settings.default_payment_method,
  (await services.stripe.subscriptions.retrieve(subscriptionId)).default_payment_method,
];
const shownCard = async () =>
  (await services.userItems(owner)).snapshots[0]?.record.subscriptions[0]?.default_payment_method?.card?.last4;
const writes = () => services.operations.filter((one) => one.startsWith('stripe POST'));

test('the browser was closed after the confirmation and the event was lost: the card pays and is shown', async () => {
  const card = await saveCard();
  expect(await cards()).toEqual([null, null]);
  await reconcileShop(owner.userId, customerId);
  expect(await cards()).toEqual([card, card]);
  expect(await shownCard()).toBe('4242');
});

test('no card was saved: nothing is changed', async () => {
  await reconcileShop(owner.userId, customerId);
  expect(writes()).toEqual([]);
  expect(await cards()).toEqual([null, null]);
});

test('of two saved cards the newer one pays', async () => {
  await saveCard();
  services.clock.advance(60_000);
  const newer = await services.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customerId });
  await reconcileShop(owner.userId, customerId);
  expect(await cards()).toEqual([newer.id, newer.id]);
});

test('a newer card that another user brought is taken away, and the older one pays', async () => {
  const card = await saveCard();
  services.clock.advance(60_000);
  const theirs = await saving.saveCard(services, await services.createOwner('other@example.jp'));
  const { body } = await owner.browser.post(createSetupIntent, { customerId });
  const [setup = ''] = String(body['clientSecret']).split('_secret_');
  await services.stripe.setupIntents.confirm(setup, { payment_method: theirs });
  await reconcileShop(owner.userId, customerId);
  expect(await cards()).toEqual([card, card]);
  const { data } = await services.stripe.paymentMethods.list({ customer: customerId });
  expect(data.map(({ id }) => id)).toEqual([card]);
});

test('a shop with a card of its own choice keeps it, in two requests of Stripe', async () => {
  const paymentMethodId = await saveCard();
  await owner.browser.post(setDefaultPaymentMethod, { paymentMethodId, customerId });
  services.clock.advance(60_000);
  await services.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customerId });
  services.operations.length = 0;
  await reconcileShop(owner.userId, customerId);
  expect(services.operations.filter((one) => one.startsWith('stripe'))).toEqual([
    'stripe GET /v1/subscriptions',
    'stripe GET /v1/invoices',
  ]);
  expect(await cards()).toEqual([paymentMethodId, paymentMethodId]);
});

test('the browser, the schedule and the schedule again at once: one card, and nobody is refused', async () => {
  const paymentMethodId = await saveCard();
  const [response] = await Promise.all([
    owner.browser.post(setDefaultPaymentMethod, { paymentMethodId, customerId }),
    reconcileShop(owner.userId, customerId),
    reconcileShop(owner.userId, customerId),
  ]);
  expect(response.status).toBe(200);
  expect(await cards()).toEqual([paymentMethodId, paymentMethodId]);
  expect(await shownCard()).toBe('4242');
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  'Stripe is down after %i requests: after the next run the trial has its card',
  async (passing) => {
    const card = await saveCard();
    let seen = 0;
    services.inject((service) => (service === 'stripe' && (seen += 1) > passing ? 'down' : 'pass'));
    await reconcileShop(owner.userId, customerId).catch((error: unknown) =>
      expect(error).toMatchObject({ name: 'Unavailable' }),
    );
    services.clearFaults();
    services.clock.advance(31_001);
    await reconcileShop(owner.userId, customerId);
    expect((await cards())[1]).toBe(card);
  },
);
