import { trialLimits } from '#functions/billing/ordering-shop';
import { readTrials, eraseUser } from '#functions/accounts/profiles-table';
import {
  shopOnlyBody,
  startPaymentServices,
  subscribedBody,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { createSubscriptionCard, saveCard } from '#functions/testing/save-card';
import { testServices } from '#functions/testing/test-services';
import { calculatePricing, setDefaultPaymentMethod } from '#functions/billing/calls';
import { applySavedCard } from '#functions/billing/saved-cards';
import { cancelSubscription } from '#functions/endings/calls';
import { createSubscription, createShopOnly, createShopWithSubscription } from './calls';
import { deleteShop } from '#functions/shops/calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});
const usual = { ...trialLimits };
afterEach(() => limit(usual));

const limit = (limits: Partial<typeof trialLimits>) => Object.assign(trialLimits, limits);
let count = 0;
const key = () => ({ 'idempotency-key': `a-key-of-a-request-${(count += 1)}` });
/** Opens a shop with a subscription. */
const open = (revonizerQuantity = 1, headers = key(), more: object = {}) =>
  owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body: { ...subscribedBody({ revonizerQuantity }), ...more },
    headers,
  });
const openPlain = () =>
  owner.browser.send(createShopOnly, {
    method: 'POST',
    path: '/api',
    body: shopOnlyBody,
    headers: key(),
  });
const trials = () => readTrials(owner.userId);
const customers = async () => (await services.stripe.customers.list({ limit: 100 })).data;
const send = (handler: Parameters<ShopOwner['browser']['send']>[0], method: string, params: object, body?: unknown) =>
  owner.browser.send(handler, {
    method,
    path: '/api',
    params: params as Record<string, string>,
    ...(body !== undefined && { body }),
  });
const remove = (customerId: unknown) => send(deleteShop, 'DELETE', { customerId });
const cancel = (id: unknown) => send(cancelSubscription, 'POST', { id });

const stripeIsDown = (at: string) =>
  services.inject((service, asked) => (service === 'stripe' && asked === at ? 'down' : 'pass'));

/** Orders one device for a shop, at the price that was shown. */
const orderOf = (customerId: string, price: Record<string, unknown>, paymentMethodId: string) => (trial?: boolean) => {
  const [line] = price['breakdown'] as { priceId: string }[];
  const items = [{ price: line?.priceId, quantity: 1 }];
  const body = { items, paymentMethodId, ...(trial !== undefined && { trial }) };
  return send(createSubscription, 'POST', { customerId }, body);
};
describe('trials in all', () => {
  const priced = async (body: object = {}) =>
    (await owner.browser.post(calculatePricing, { quantity: 1, ...body })).body;
  beforeEach(() => limit({ inAll: 1 }));

  test('none is left, and a code leaves nothing to pay: the staff see no card until one is saved', async () => {
    limit({ inAll: 0 });
    await makePromotionCode(services, 'FREE', { percent_off: 100 });
    const { body } = await open(1, key(), subscribedBody({ revonizerQuantity: 1, promoCode: 'FREE' }));
    const [id, secret] = [String(body['subscriptionId']), String(body['clientSecret'])];
    const noted = async () => (await services.stripe.subscriptions.retrieve(id)).metadata['カード'];
    expect(await noted()).toBe('なし');
    await createSubscriptionCard(services, secret, '4242424242424242');
    await applySavedCard(owner.userId, String(body['customerId']), secret.split('_secret_')[0] ?? '');
    expect(await noted()).toBe('登録済み');
  });

  test('an address makes no difference: opened, canceled, deleted, opened again there', async () => {
    limit(usual);
    for (let time = 0; time < 2; time += 1) {
      const { body } = await open();
      await cancel(body['subscriptionId']);
      expect((await remove(body['customerId'])).status).toBe(200);
    }
    expect(await trials()).toMatchObject({ used: 2 });
  });

  test('none left: the price says so before, the shop is opened all the same, and a payment begins it', async () => {
    expect(await priced()).toMatchObject({ trial: true });
    expect((await open()).status).toBe(200);
    expect(await priced()).toMatchObject({ trial: false, total: 9_900 });
    const { status, body } = await open(1, key(), { trial: false });
    expect([status, body['clientSecret']]).toEqual([200, expect.stringMatching(/^pi_\w+_secret_/)]);
    const id = String(body['subscriptionId']);
    const now = async () => (await services.stripe.subscriptions.retrieve(id)).status;
    expect(await now()).toBe('incomplete');
    const [intent = ''] = String(body['clientSecret']).split('_secret_');
    await services.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    expect(await now()).toBe('active');
    expect((await services.stripe.paymentIntents.retrieve(intent)).amount_received).toBe(9_900);
    expect(await trials()).toMatchObject({ used: 1, withoutCard: { length: 1 } });
    // The browser was closed after the payment; later its owner chooses another card for the shop.
    const { customerId } = body as { customerId: string };
    const paymentMethodId = await saveCard(services, owner, { customerId }, '5555555555554444');
    expect((await owner.browser.post(setDefaultPaymentMethod, { paymentMethodId, customerId })).status).toBe(200);
    expect((await services.stripe.subscriptions.retrieve(id)).default_payment_method).toBe(paymentMethodId);
  });

  test('none left, and the response of Stripe is lost: the retry finds the same payment', async () => {
    await open();
    let lost = false;
    services.inject((service, asked) => {
      if (service !== 'stripe' || asked !== 'POST /v1/subscriptions' || lost) return 'pass';
      lost = true;
      return 'lost';
    });
    const headers = key();
    const first = await open(1, headers);
    const { body } = first.status === 200 ? first : await open(1, headers);
    expect((await services.stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(2);
    expect(body['clientSecret']).toMatch(/^pi_/);
  });

  test('shown as free, and the last one was used meanwhile: refused, nothing opened', async () => {
    await open();
    expect(await open(1, key(), { trial: true })).toMatchObject({ status: 409, body: { code: 'TRIAL_CHANGED' } });
    expect(await customers()).toHaveLength(1);
  });

  test('two at the same moment: one trial, and a payment', async () => {
    const opened = await Promise.all([open(), open()]);
    const kinds = opened.map(({ body }) => String(body['clientSecret']).split('_')[0]);
    expect(kinds.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))).toEqual(['pi', 'seti']);
    expect(await trials()).toMatchObject({ used: 1 });
  });

  test('a shop alone: its subscription is shown and paid without a trial, or refused as shown', async () => {
    await open();
    const customerId = String((await openPlain()).body['customerId']);
    const price = await priced({ customerId });
    expect(price).toMatchObject({ trial: false });
    const order = orderOf(customerId, price, await saveCard(services, owner, { customerId }));
    for (const trial of [undefined, true])
      expect(await order(trial)).toMatchObject({ status: 409, body: { code: 'TRIAL_CHANGED' } });
    expect((await services.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data).toEqual([]);
    expect(await order(false)).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 9_900 } } });
  });

  test('shown as paid while it is free: refused; with a card, the trial counts only in all', async () => {
    const customerId = String((await openPlain()).body['customerId']);
    const order = orderOf(customerId, await priced({ customerId }), await saveCard(services, owner, { customerId }));
    expect(await order(false)).toMatchObject({ status: 409, body: { code: 'TRIAL_CHANGED' } });
    expect(await trials()).toMatchObject({ used: 0 });
    expect(await order(true)).toMatchObject({ status: 200, body: { charge: { status: 'none' } } });
    expect(await trials()).toMatchObject({ used: 1, withoutCard: [] });
  });

  test('Stripe refuses the order for good: it stays refused, and counts as a trial', async () => {
    stripeIsDown('POST /v1/subscriptions');
    const headers = key();
    expect((await open(1, headers)).status).toBe(503);
    services.clearFaults();
    const [price] = (await services.stripe.prices.list({ lookup_keys: ['revonizer_first_unit_monthly'] })).data;
    await services.stripe.prices.update(price?.id ?? '', { active: false });
    for (const _again of [1, 2])
      expect(await open(1, headers)).toMatchObject({ status: 409, body: { code: 'ORDER_REFUSED' } });
    expect(await trials()).toMatchObject({ used: 1 });
  });

  test('the account is deleted: nothing of it stays', async () => {
    await open();
    await eraseUser(owner.userId, services.clock.now() / 1000);
    expect(await trials()).toBeUndefined();
  });
});
