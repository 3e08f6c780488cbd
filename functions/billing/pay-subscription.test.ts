import type { Stripe } from 'stripe';
import { processing } from '#functions/testing/late-response';
import { startPaymentServices, troubles, type ShopOwner } from '#functions/testing/payment-services';
import { authenticate, saveCard } from '#functions/testing/save-card';
import { giveShop } from '#functions/testing/shops';
import { createSubscribedShop, setCard, type SubscribedShop } from '#functions/testing/subscribed';
import { refreshShop } from '#functions/shops/refresh-shop';
import { idOf } from '#functions/platform/stripe/client';
import { Browser } from '#functions/testing/browser';
import { testServices } from '#functions/testing/test-services';
import { deleteShop } from '#functions/shops/calls';
import { paySubscription, setDefaultPaymentMethod } from './calls';
import { cancelSubscription } from '#functions/endings/calls';
import type { Fault } from '../../local/testing/functions';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const day = 86_400_000;
const pay = (id: string, who = owner.browser) =>
  who.send(paySubscription, { method: 'POST', path: '/api', params: { id } });
const send = (handler: typeof paySubscription, params: Record<string, string>) =>
  owner.browser.send(handler, { method: 'POST', path: '/api', params });
const statusOf = async (id: string) => (await services.stripe.subscriptions.retrieve(id)).status;
const paidOf = async (customer: string) =>
  (await services.stripe.paymentIntents.list({ customer })).data
    .filter((one) => one.status === 'succeeded')
    .map((one) => one.amount);
const later = async (days: number) => {
  services.clock.advance(days * day);
  await services.emulator.tick();
};

/** A shop with `renewals` renewals of 18,700 yen that its card did not pay. */
async function lateShop(card = 'pm_card_chargeCustomerFail', renewals = 1): Promise<SubscribedShop> {
  const shop = await createSubscribedShop(services, owner, { total: 2 });
  await setCard(services, shop.customerId, card);
  for (let month = 0; month < renewals; month += 1) await later(32);
  expect(await statusOf(shop.subscriptionId)).toBe('past_due');
  await refreshShop(owner.userId, shop.customerId);
  return shop;
}

test('past due: another card pays it, and the shop shows that', async () => {
  const { customerId, subscriptionId } = await lateShop();
  await setCard(services, customerId, 'pm_card_visa');
  const { status, body } = await pay(subscriptionId);
  expect([status, body['charge']]).toEqual([200, { status: 'paid', amount: 18_700 }]);
  expect(body['shop']).toMatchObject({
    subscriptions: [{ status: 'active' }],
    payment_history: [{ status: 'paid' }, { status: 'paid' }],
  });
  expect(await pay(subscriptionId)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
  expect(await paidOf(customerId)).toEqual([18_700, 18_700]);
});

test('active, with an older invoice beneath two years of paid ones: read in one list, shown and paid', async () => {
  const { customerId, subscriptionId } = await lateShop();
  const [oldest] = (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data;
  await services.stripe.invoices.update(oldest?.id ?? '', { auto_advance: false });
  await setCard(services, customerId, 'pm_card_visa');
  for (let month = 0; month < 25; month += 1) await later(31);
  expect(await statusOf(subscriptionId)).toBe('active');
  // The session of two years ago has ended.
  owner = await services.createOwner();
  await giveShop(owner.userId, customerId);
  services.operations.length = 0;
  const shown = await refreshShop(owner.userId, customerId);
  expect(services.operations.filter((one) => one === 'stripe GET /v1/invoices')).toHaveLength(1);
  expect(shown?.payment_history).toHaveLength(25);
  expect(shown?.payment_history.at(-1)).toMatchObject({ id: oldest?.id, status: 'failed', amount: 18_700 });
  expect((await pay(subscriptionId)).body['charge']).toEqual({ status: 'paid', amount: 18_700 });
  expect(await pay(subscriptionId)).toMatchObject({ body: { code: 'NOTHING_TO_PAY' } });
});

test('several months: each is paid, the oldest first, and the sum is returned', async () => {
  const { customerId, subscriptionId } = await lateShop('pm_card_chargeCustomerFail', 2);
  const open = async () => (await services.stripe.invoices.list({ subscription: subscriptionId, status: 'open' })).data;
  expect(await open()).toHaveLength(2);
  await setCard(services, customerId, 'pm_card_visa');
  expect((await pay(subscriptionId)).body['charge']).toEqual({ status: 'paid', amount: 37_400 });
  expect(await open()).toEqual([]);
  const { data } = await services.stripe.events.list({ type: 'invoice.paid', limit: 2 });
  const [second, first] = data.map((event) => (event.data.object as { created: number }).created);
  expect(first).toBeLessThan(second ?? 0);
});

test('the subscription has its own card: it pays, not the shop’s', async () => {
  const { customerId, subscriptionId } = await lateShop();
  const { id } = await services.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customerId });
  await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: id });
  expect((await pay(subscriptionId)).status).toBe(200);
  const [intent] = (await services.stripe.paymentIntents.list({ customer: customerId, limit: 1 })).data;
  expect(intent).toMatchObject({ status: 'succeeded', payment_method: id });
});

test.each([
  ['by its owner', (id: string) => send(cancelSubscription, { id })],
  ['by Stripe or the portal', (id: string) => services.stripe.subscriptions.cancel(id)],
])('ended %s while owing, with a dead card of its own: the card that the shop has now pays', async (_by, end) => {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 2 });
  const dead = await services.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
  await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: dead.id });
  await later(32);
  await end(subscriptionId);
  expect(await pay(subscriptionId)).toMatchObject({ status: 200, body: { charge: { amount: 18_700 } } });
  expect(await paidOf(customerId)).toEqual([18_700, 18_700]);
});

test('ended while owing, every card is dead: the shop’s new card is shown and pays, and the shop can go', async () => {
  const { customerId, subscriptionId } = await lateShop();
  const { invoice_settings: shops } = (await services.stripe.customers.retrieve(customerId)) as Stripe.Customer;
  await services.stripe.subscriptions.update(subscriptionId, {
    default_payment_method: idOf(shops.default_payment_method) ?? '',
  });
  await send(cancelSubscription, { id: subscriptionId });
  expect(await pay(subscriptionId)).toMatchObject({ status: 402, body: { code: 'CARD_DECLINED' } });
  expect(await owner.browser.delete(deleteShop, { params: { customerId } })).toMatchObject({
    body: { code: 'SHOP_NOT_DELETABLE' },
  });
  const paymentMethodId = await saveCard(services, owner, { customerId });
  const chosen = await owner.browser.post(setDefaultPaymentMethod, { customerId, paymentMethodId });
  expect(chosen).toMatchObject({
    status: 200,
    body: { shop: { subscriptions: [{ status: 'canceled', default_payment_method: { card: { last4: '4242' } } }] } },
  });
  expect(await pay(subscriptionId)).toMatchObject({ status: 200, body: { charge: { amount: 18_700 } } });
  expect((await owner.browser.delete(deleteShop, { params: { customerId } })).status).toBe(200);
});

test('declined: the reason is returned, the amount stays owed, and the shop shows the attempt', async () => {
  const { customerId, subscriptionId } = await lateShop();
  expect(await pay(subscriptionId)).toMatchObject({
    status: 402,
    body: { code: 'CARD_DECLINED', message: expect.stringContaining('カード') },
  });
  expect([await statusOf(subscriptionId), await paidOf(customerId)]).toEqual(['past_due', [18_700]]);
  expect((await services.userItems(owner)).snapshots[0]).toMatchObject({
    readAtMs: services.clock.now(),
    record: { payment_history: [{ status: 'failed' }, { status: 'paid' }] },
  });
});

test('two months, the second is declined: what was charged is told, and the rest stays owed', async () => {
  const { customerId, subscriptionId } = await lateShop('pm_card_chargeCustomerFail', 2);
  await setCard(services, customerId, 'pm_card_visa');
  const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
  const declined = { status: 402, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) };
  let payments = 0;
  services.inject((_service, operation) =>
    /^POST .*invoices.*pay$/.test(operation) && ++payments === 2 ? declined : 'pass',
  );
  expect(await pay(subscriptionId)).toMatchObject({
    status: 200,
    body: { charge: { status: 'paid', amount: 18_700 }, shop: { subscriptions: [{ status: 'past_due' }] } },
  });
  expect(await paidOf(customerId)).toEqual([18_700, 18_700]);
});

test('no card: PAYMENT_METHOD_MISSING', async () => {
  const { customerId, subscriptionId } = await lateShop();
  for (const { id } of (await services.stripe.paymentMethods.list({ customer: customerId })).data)
    await services.stripe.paymentMethods.detach(id);
  expect(await pay(subscriptionId)).toMatchObject({ status: 409, body: { code: 'PAYMENT_METHOD_MISSING' } });
});

test('paid, ended, or a change that waits for its payment: nothing is owed', async () => {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 2 });
  expect(await pay(subscriptionId)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
  await setCard(services, customerId, 'pm_card_chargeCustomerFail');
  const { items } = await services.stripe.subscriptions.retrieve(subscriptionId);
  const second = items.data.find((item) => item.price.unit_amount === 8_800)?.id ?? '';
  const pending = await services.stripe.subscriptions.update(subscriptionId, {
    items: [{ id: second, quantity: 3 }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  });
  expect(pending.pending_update).not.toBeNull();
  await setCard(services, customerId, 'pm_card_visa');
  expect(await pay(subscriptionId)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
  await services.stripe.subscriptions.cancel(subscriptionId);
  expect(await paidOf(customerId)).toEqual([18_700]);
});

describe('3-D Secure', () => {
  const begin = async () => {
    const shop = await lateShop('pm_card_authenticationRequired');
    const { status, body } = await pay(shop.subscriptionId);
    const charge = body['charge'] as { status: string; amount: number; clientSecret: string };
    expect([status, charge.status, charge.amount]).toEqual([200, 'requires_action', 18_700]);
    return { ...shop, charge };
  };

  test('confirmed: it is paid', async () => {
    const { customerId, subscriptionId, charge } = await begin();
    await authenticate(services, charge.clientSecret, 'complete');
    expect(await pay(subscriptionId)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
    expect([await statusOf(subscriptionId), await paidOf(customerId)]).toEqual(['active', [18_700, 18_700]]);
    expect((await services.userItems(owner)).snapshots[0]?.record.subscriptions[0]?.status).toBe('active');
  });

  test.each(['fail', 'abandon'] as const)(
    '%s: it stays owed, and the confirmation is asked for again',
    async (outcome) => {
      const { customerId, subscriptionId, charge } = await begin();
      if (outcome === 'fail') await authenticate(services, charge.clientSecret, 'fail');
      const again = (await pay(subscriptionId)).body['charge'] as typeof charge;
      expect(again.status).toBe('requires_action');
      await authenticate(services, again.clientSecret, 'complete');
      expect([await statusOf(subscriptionId), await paidOf(customerId)]).toEqual(['active', [18_700, 18_700]]);
    },
  );
});

test('an incomplete one is paid: it begins', async () => {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, {
    total: 1,
    card: 'pm_card_chargeCustomerFail',
  });
  expect(await statusOf(subscriptionId)).toBe('incomplete');
  await setCard(services, customerId, 'pm_card_visa');
  expect((await pay(subscriptionId)).body['charge']).toEqual({ status: 'paid', amount: 9_900 });
  expect(await statusOf(subscriptionId)).toBe('active');
});

test('twice at once: one charge', async () => {
  const { customerId, subscriptionId } = await lateShop();
  await setCard(services, customerId, 'pm_card_visa');
  const responses = await Promise.all([pay(subscriptionId), pay(subscriptionId)]);
  expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
  expect(await paidOf(customerId)).toEqual([18_700, 18_700]);
});

test.each<[string, Fault]>(troubles)(
  'Stripe is %s at the payment: told so, and the next try leaves one charge',
  async (_what, fault) => {
    const { customerId, subscriptionId } = await lateShop();
    await setCard(services, customerId, 'pm_card_visa');
    services.inject((service, asked) =>
      service === 'stripe' && asked === 'POST /v1/invoices/{invoice}/pay' ? fault : 'pass',
    );
    expect((await pay(subscriptionId)).body).toMatchObject(
      fault === 'busy' ? { code: 'PAYMENTS_UNAVAILABLE' } : processing,
    );
    services.clearFaults();
    expect((await pay(subscriptionId)).status).toBe(fault === 'lost' ? 409 : 200);
    expect([await statusOf(subscriptionId), await paidOf(customerId)]).toEqual(['active', [18_700, 18_700]]);
  },
);

test('another user’s subscription: 404; not signed in: 401', async () => {
  const { subscriptionId } = await lateShop();
  const other = await services.createOwner('other@example.jp');
  expect(await pay(subscriptionId, other.browser)).toMatchObject({
    status: 404,
    body: { code: 'SUBSCRIPTION_NOT_FOUND' },
  });
  expect((await pay(subscriptionId, new Browser())).status).toBe(401);
});
