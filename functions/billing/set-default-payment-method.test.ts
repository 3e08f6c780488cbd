import type { Stripe } from 'stripe';
import { idOf } from '#emulators/stripe/testing';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createPlainShop, createSubscriptionCard, saveCard } from '#functions/testing/save-card';
import { createOtherPrice, createSubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { applySavedCard } from './saved-cards';
import { listShops } from '#functions/shops/calls';
import { createSetupIntent, setDefaultPaymentMethod } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const choose = (body: unknown, who = owner) => who.browser.post(setDefaultPaymentMethod, body);
const shopsCard = async (id: string) =>
  ((await services.stripe.customers.retrieve(id)) as Stripe.Customer).invoice_settings.default_payment_method;
const cardOf = async (subscription: string) =>
  (await services.stripe.subscriptions.retrieve(subscription)).default_payment_method;
const setupOf = async (card: string): Promise<string> =>
  (await services.stripe.setupIntents.list({ payment_method: card })).data[0]?.id ?? '';
const notFound = { status: 404, body: { code: 'PAYMENT_METHOD_NOT_FOUND' } };

describe('a card that another user saved without a shop, whose id the owner knows', () => {
  const confirm = (clientSecret: unknown, card: string) =>
    services.stripe.setupIntents.confirm(String(clientSecret).split('_secret_')[0] ?? '', { payment_method: card });
  const freeCard = async () => saveCard(services, await services.createOwner('other@example.jp'));
  const attached = async (customer: string) => (await services.stripe.paymentMethods.list({ customer })).data;

  test('confirmed with the owner’s setup intent without a shop: not found', async () => {
    const { body } = await owner.browser.post(createSetupIntent);
    const card = await freeCard();
    services.clock.advance(60_000);
    expect((await confirm(body['clientSecret'], card)).status).toBe('succeeded');
    const customerId = await createPlainShop(services, owner);
    expect(await choose({ paymentMethodId: card, customerId })).toMatchObject(notFound);
    expect(await attached(customerId)).toEqual([]);
  });

  test('confirmed with a setup intent of the owner’s shop: not found, and the event removes the card', async () => {
    const customerId = await createPlainShop(services, owner);
    const { body } = await owner.browser.post(createSetupIntent, { customerId });
    const card = await freeCard();
    const { id } = await confirm(body['clientSecret'], card);
    expect(await choose({ paymentMethodId: card, customerId })).toMatchObject(notFound);
    await applySavedCard(owner.userId, customerId, id);
    await applySavedCard(owner.userId, customerId, id);
    expect([await shopsCard(customerId), await attached(customerId)]).toEqual([null, []]);
  });
});

test('a card saved without a shop: it becomes the only shop’s card; choosing it again changes nothing', async () => {
  const customerId = await createPlainShop(services, owner);
  const card = await saveCard(services, owner, undefined, '4000002500003155');
  const { status, body } = await choose({ paymentMethodId: card });
  expect([status, (body['shop'] as { customer: unknown }).customer]).toEqual([
    200,
    expect.objectContaining({
      id: customerId,
      default_payment_method: expect.objectContaining({
        card: expect.objectContaining({ last4: '3155' }) as unknown,
      }) as unknown,
    }),
  ]);
  expect(await choose({ paymentMethodId: card })).toMatchObject({ status: 200, body });
  expect(await shopsCard(customerId)).toBe(card);
  expect((await services.stripe.paymentMethods.list({ customer: customerId })).data).toHaveLength(1);
});

test('several shops and none named: INVALID_INPUT', async () => {
  await createPlainShop(services, owner);
  const customerId = await createPlainShop(services, owner);
  const card = await saveCard(services, owner);
  const body = { code: 'INVALID_INPUT', fields: { customerId: expect.any(String) as unknown } };
  expect(await choose({ paymentMethodId: card })).toMatchObject({ status: 400, body });
  expect((await choose({ paymentMethodId: card, customerId })).status).toBe(200);
});

test('the shop’s card becomes its subscriptions’ card, except for one with a card of its own', async () => {
  const { customerId, subscriptionId: bare } = await createSubscribedShop(services, owner, { total: 1 });
  const former = idOf(await shopsCard(customerId));
  const own = await services.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customerId });
  const items = [{ price: await createOtherPrice(services) }];
  // None is an opening of ours, so that another one kept the card of its payments on purpose.
  const payment_settings = { save_default_payment_method: 'on_subscription' } as const;
  const another = async (default_payment_method: string) =>
    services.stripe.subscriptions.create({ customer: customerId, items, default_payment_method, payment_settings });
  const [same, separate, ended] = [await another(former), await another(own.id), await another(former)];
  await services.stripe.subscriptions.cancel(ended.id);
  const card = await saveCard(services, owner, { customerId });
  expect((await choose({ paymentMethodId: card, customerId })).status).toBe(200);
  expect(
    await Promise.all([shopsCard(customerId), cardOf(bare), cardOf(same.id), cardOf(separate.id), cardOf(ended.id)]),
  ).toEqual([card, card, card, own.id, former]);
});

test('a card chosen for a subscription: the shop’s card stays', async () => {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  const former = await shopsCard(customerId);
  const card = await saveCard(services, owner, { subscriptionId }, '5555555555554444');
  const { status, body } = await choose({ paymentMethodId: card, subscriptionId });
  expect([status, (body['shop'] as { subscriptions: unknown }).subscriptions]).toEqual([
    200,
    [
      expect.objectContaining({
        default_payment_method: expect.objectContaining({
          card: expect.objectContaining({ brand: 'mastercard' }) as unknown,
        }) as unknown,
      }),
    ],
  ]);
  expect([await cardOf(subscriptionId), await shopsCard(customerId)]).toEqual([card, former]);
});

describe('PAYMENT_METHOD_NOT_FOUND:', () => {
  let customerId: string;
  beforeEach(async () => {
    customerId = await createPlainShop(services, owner);
  });

  test.each<[string, () => Promise<string>]>([
    ['a card that does not exist', async () => 'pm_unknown'],
    ['something else', async () => customerId],
    ['another user’s saved card', async () => saveCard(services, await services.createOwner('other@example.jp'))],
    [
      'the card of another user’s shop',
      async () => {
        const other = await services.createOwner('other@example.jp');
        return saveCard(services, other, { customerId: await createPlainShop(services, other) });
      },
    ],
    [
      'the card of another shop of the owner',
      async () => saveCard(services, owner, { customerId: await createPlainShop(services, owner) }),
    ],
    [
      'a card that nobody saved',
      async () => (await services.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })).id,
    ],
    [
      'a card whose holder never completed 3-D Secure',
      async () => {
        const { body } = await owner.browser.post(createSetupIntent);
        const card = await services.stripe.paymentMethods.create({
          type: 'card',
          card: { token: 'tok_threeDSecureRequired' },
        });
        const id = String(body['clientSecret']).split('_secret_')[0] ?? '';
        const returnUrl = { return_url: 'http://localhost:3000/payment-success' };
        const intent = await services.stripe.setupIntents.confirm(id, { payment_method: card.id, ...returnUrl });
        expect(intent.status).toBe('requires_action');
        return card.id;
      },
    ],
    [
      'a card that was removed',
      async () => {
        const card = await saveCard(services, owner, { customerId });
        return (await services.stripe.paymentMethods.detach(card)).id;
      },
    ],
  ])('%s', async (_what, card) => {
    const paymentMethodId = await card();
    const { body } = await choose({ paymentMethodId, customerId });
    expect([body['code'], body['message']]).toEqual([
      'PAYMENT_METHOD_NOT_FOUND',
      '指定されたお支払い方法が見つかりません',
    ]);
    expect(await shopsCard(customerId)).toBeNull();
    expect((await services.stripe.paymentMethods.list({ customer: customerId })).data).toEqual([]);
  });

  test('another user’s shop or subscription: 404', async () => {
    const other = await services.createOwner('other@example.jp');
    const theirs = await createSubscribedShop(services, other, { total: 1 });
    const paymentMethodId = await saveCard(services, owner);
    expect(await choose({ paymentMethodId, customerId: theirs.customerId })).toMatchObject({
      status: 404,
      body: { code: 'SHOP_NOT_FOUND' },
    });
    expect(await choose({ paymentMethodId, subscriptionId: theirs.subscriptionId })).toMatchObject({
      status: 404,
      body: { code: 'SUBSCRIPTION_NOT_FOUND' },
    });
  });
});

test('one card chosen in two tabs for two shops: one shop gets it', async () => {
  const [first, second] = [await createPlainShop(services, owner), await createPlainShop(services, owner)];
  const paymentMethodId = await saveCard(services, owner);
  const responses = await Promise.all([
    choose({ paymentMethodId, customerId: first }),
    choose({ paymentMethodId, customerId: second }),
  ]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
});

test('a subscription that has ended: not changed', async () => {
  const { subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  await services.stripe.subscriptions.cancel(subscriptionId);
  await createPlainShop(services, owner);
  const paymentMethodId = await saveCard(services, owner);
  expect(await choose({ paymentMethodId, subscriptionId })).toMatchObject({
    status: 409,
    body: { code: 'SUBSCRIPTION_NOT_CHANGEABLE' },
  });
  expect((await services.stripe.paymentMethods.retrieve(paymentMethodId)).customer).toBeNull();
});

describe('the event of the saved card comes before, after or beside the call', () => {
  test('a subscription’s card never becomes the shop’s', async () => {
    const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
    const former = await shopsCard(customerId);
    const card = await saveCard(services, owner, { subscriptionId });
    const event = () => setupOf(card).then((setup) => applySavedCard(owner.userId, customerId, setup));
    await event();
    expect([await cardOf(subscriptionId), await shopsCard(customerId)]).toEqual([card, former]);
    await Promise.all([choose({ paymentMethodId: card, subscriptionId }), event()]);
    await event();
    expect([await cardOf(subscriptionId), await shopsCard(customerId)]).toEqual([card, former]);
  });

  test('the event of an older card comes late: the newer choice stays', async () => {
    const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
    const older = await saveCard(services, owner, { customerId });
    services.clock.advance(60_000);
    const newer = await saveCard(services, owner, { customerId });
    await choose({ paymentMethodId: older, customerId });
    await applySavedCard(owner.userId, customerId, await setupOf(newer));
    expect([await cardOf(subscriptionId), await shopsCard(customerId)]).toEqual([older, older]);
    const own = await saveCard(services, owner, { subscriptionId });
    await choose({ paymentMethodId: older, subscriptionId });
    await applySavedCard(owner.userId, customerId, await setupOf(own));
    expect(await cardOf(subscriptionId)).toBe(older);
    services.clock.advance(60_000);
    const [latest, latestOwn] = [
      await saveCard(services, owner, { customerId }),
      await saveCard(services, owner, { subscriptionId }),
    ];
    await applySavedCard(owner.userId, customerId, await setupOf(latest));
    await applySavedCard(owner.userId, customerId, await setupOf(latestOwn));
    expect([await cardOf(subscriptionId), await shopsCard(customerId)]).toEqual([latestOwn, latest]);
  });
});

test.each([
  'GET /v1/payment_methods/{payment_method}',
  'POST /v1/subscriptions/{subscription}',
  'POST /v1/customers/{customer}',
])('interrupted at %s: 503, and the next try completes it', async (operation) => {
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  const card = await saveCard(services, owner, { customerId });
  services.inject((service, asked) => (service === 'stripe' && asked === operation ? 'down' : 'pass'));
  expect(await choose({ paymentMethodId: card, customerId })).toMatchObject({
    status: 503,
    body: { code: 'PAYMENTS_UNAVAILABLE' },
  });
  services.clearFaults();
  expect((await choose({ paymentMethodId: card, customerId })).status).toBe(200);
  expect([await cardOf(subscriptionId), await shopsCard(customerId)]).toEqual([card, card]);
});

test('the shop cannot be refreshed: the card changes, the last snapshot returns, the next list reads', async () => {
  const customerId = await createPlainShop(services, owner);
  const card = await saveCard(services, owner, { customerId });
  services.inject((service, asked) =>
    service === 'stripe' &&
    asked === 'GET /v1/subscriptions' &&
    services.operations.includes('stripe POST /v1/customers/{customer}')
      ? 'down'
      : 'pass',
  );
  services.operations.length = 0;
  const { status, body } = await choose({ paymentMethodId: card, customerId });
  expect([status, body['shop']]).toEqual([
    200,
    expect.objectContaining({ customer: expect.objectContaining({ default_payment_method: null }) }),
  ]);
  services.clearFaults();
  const shops = (await owner.browser.get(listShops)).body as unknown as {
    customer: { default_payment_method: unknown };
  }[];
  expect(shops[0]?.customer.default_payment_method).toMatchObject({ card: { last4: '4242' } });
  services.operations.length = 0;
  await owner.browser.get(listShops);
  expect(services.operations.filter((one) => one.startsWith('stripe'))).toEqual([]);
});

test('a card that its bank refuses: never saved, so not found', async () => {
  const customerId = await createPlainShop(services, owner);
  const { body } = await owner.browser.post(createSetupIntent);
  await expect(createSubscriptionCard(services, String(body['clientSecret']), '4000000000009995')).rejects.toThrow(
    'insufficient_funds',
  );
  expect(await choose({ paymentMethodId: 'pm_card_chargeDeclined', customerId })).toMatchObject(notFound);
});
