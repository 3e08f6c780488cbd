import { quotas } from '../../domain/opening/admit-opening';
import { eraseUser } from '../../adapters/users-table/erase-user';
import { readLedger } from '../../adapters/users-table/ledgers';
import { queryRange } from '../../adapters/dynamodb/query';
import { applySavedCard } from '../../domain/cards/apply-saved-card';
import { shopOnlyBody, startPaymentServices, subscribedBody, type ShopOwner } from '../../testing/payment-services';
import { createSubscriptionCard, saveCard } from '../../testing/save-card';
import { testServices } from '../../testing/test-services';
import { handler as calculatePricing } from '../billing/calculate-pricing';
import { handler as cancelSubscription } from '../billing/cancel-subscription';
import { handler as changeQuantities } from '../billing/change-quantities';
import { handler as createSubscription } from '../billing/create-subscription';
import { handler as updateShop } from '../billing/update-shop';
import { createShopOnly, createShopWithSubscription, deleteShop } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});
const usual = { ...quotas };
afterEach(() => limit(usual));

const limit = (limits: Partial<typeof quotas>) => Object.assign(quotas, limits);
const place = (line1: string, line2 = '') => ({
  postal_code: '1070062',
  state: '東京都',
  line1,
  line2,
  country: 'JP',
});
let count = 0;
const key = () => ({ 'idempotency-key': `a-key-of-a-request-${(count += 1)}` });
/** A shop with a subscription at an address; the next number of 南青山 if left out. */
const open = (shippingAddress = place(`港区南青山1-${(count += 1)}`), revonizerQuantity = 1, headers = key()) => {
  const body = subscribedBody({ revonizerQuantity });
  const storeData = { ...body.storeData, shippingAddress };
  return owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body: { ...body, storeData },
    headers,
  });
};
const openPlain = (change: object = {}, headers = key()) =>
  owner.browser.send(createShopOnly, {
    method: 'POST',
    path: '/api',
    body: { ...shopOnlyBody, storeData: { ...shopOnlyBody.storeData, ...change } },
    headers,
  });
const codes = (responses: { status: number; body: Record<string, unknown> }[]) =>
  responses
    .map(({ status, body }) => (status === 200 ? '200' : String(body['code'])))
    .toSorted((a, b) => (a < b ? -1 : 1));
const claims = () => queryRange('users', { pk: `USER#${owner.userId}`, beginning: 'TRIAL#' });
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

describe('trials without a card', () => {
  test('the sixth shop asks for a card first, in words; the card of one of them lets it through', async () => {
    const first = await open();
    for (let made = 1; made < 5; made += 1) expect((await open()).status).toBe(200);
    const { status, body } = await open();
    expect([status, body['code'], body['message']]).toEqual([
      409,
      'TRIALS_WITHOUT_CARD',
      'カードが登録されていない無料トライアル中の店舗が5件あります。' +
        '先に、その店舗のお支払い方法の画面でカードを登録してから、もう一度お申し込みください。',
    ]);
    expect(await customers()).toHaveLength(5);
    expect((await openPlain()).status).toBe(200);
    const secret = String(first.body['clientSecret']);
    await createSubscriptionCard(services, secret, '4242424242424242');
    await applySavedCard(owner.userId, String(first.body['customerId']), secret.split('_secret_')[0] ?? '');
    expect((await open()).status).toBe(200);
    expect(codes([await open()])).toEqual(['TRIALS_WITHOUT_CARD']);
  });

  test('twelve at the same moment: five at most are opened, the others can be tried again', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => open()));
    const refused = new Set(['TRIALS_WITHOUT_CARD', 'IDEMPOTENCY_KEY_IN_USE', 'SERVICE_UNAVAILABLE']);
    expect(codes(responses).filter((code) => code !== '200' && !refused.has(code))).toEqual([]);
    expect((await customers()).length).toBeLessThanOrEqual(5);
    for (let tried = 0; tried < 5; tried += 1) await open();
    expect(await customers()).toHaveLength(5);
  });

  test('devices: 40 in all', async () => {
    expect(codes([await open(undefined, 20), await open(undefined, 20), await open(undefined, 1)])).toEqual([
      '200',
      '200',
      'TRIALS_WITHOUT_CARD',
    ]);
  });

  test('more devices in a trial: only with a card', async () => {
    const { body } = await open();
    const id = String(body['subscriptionId']);
    const [item] = (await services.stripe.subscriptions.retrieve(id)).items.data;
    const raise = () => send(changeQuantities, 'POST', { id }, { quantities: { [item?.id ?? '']: 1 }, total: 99 });
    expect(await raise()).toMatchObject({ status: 409, body: { code: 'PAYMENT_METHOD_MISSING' } });
    const card = await saveCard(services, owner, { subscriptionId: id });
    await services.stripe.subscriptions.update(id, { default_payment_method: card });
    expect((await raise()).status).toBe(200);
  });
});

describe('shops in an hour', () => {
  test('the next one is refused until one of them is an hour old; deleting gives none back', async () => {
    limit({ shopsAnHour: 2 });
    const { body } = await openPlain();
    services.clock.advance(600_000);
    expect((await openPlain()).status).toBe(200);
    expect((await remove(body['customerId'])).status).toBe(200);
    expect(await openPlain()).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_ATTEMPTS',
        retryAfter: 3_000,
        message: '1時間に登録できる店舗は2件までです。しばらく時間をおいてから、もう一度お試しください。',
      },
    });
    services.clock.advance(3_000_000);
    expect((await openPlain()).status).toBe(200);
  });

  test('eight at the same moment: as many as are allowed; the same request again counts once', async () => {
    limit({ shopsAnHour: 3 });
    const responses = await Promise.all(Array.from({ length: 8 }, () => openPlain()));
    expect(codes(responses)).toEqual(['200', '200', '200', ...Array(5).fill('TOO_MANY_ATTEMPTS')]);
    services.clock.advance(3_600_000);
    const same = key();
    for (let sent = 0; sent < 5; sent += 1) expect((await openPlain({}, same)).status).toBe(200);
    expect((await openPlain()).status).toBe(200);
  });
});

describe('a place whose trial was used', () => {
  const at = place('港区南青山1-2-3', 'ビル2階');
  const same = place('港区南青山１丁目２番３号', ' ビル２階');
  const priced = async (body: object) => (await owner.browser.post(calculatePricing, { quantity: 1, ...body })).body;
  const address = { postalCode: '1070062', state: '東京都', line1: '港区 南青山1ー2ー3', line2: 'ビル2階' };

  test('opened, canceled, deleted, opened again: the price says so before, and the order is refused', async () => {
    expect(await priced({ address })).toMatchObject({ trial: true });
    const { body } = await open(at);
    await cancel(body['subscriptionId']);
    expect((await remove(body['customerId'])).status).toBe(200);
    expect(await priced({ address })).toMatchObject({ trial: false, total: 9_900 });
    const again = await open(same);
    expect([again.status, again.body['code'], again.body['message']]).toEqual([
      409,
      'TRIAL_CHANGED',
      expect.stringMatching(/^このお届け先では、無料トライアルを以前に.*店舗の画面から.*お申し込みください/),
    ]);
    expect(await customers()).toEqual([]);
    expect((await open()).status).toBe(200);
    const other = await services.createOwner('other@example.jp');
    owner = other;
    expect((await open(at)).status).toBe(200);
  });

  test('a shop alone there: its subscription is shown and paid without a trial, or refused as shown', async () => {
    const { body } = await open(at);
    await cancel(body['subscriptionId']);
    await remove(body['customerId']);
    const customerId = String(
      (await openPlain({ shippingLine1: at.line1, shippingLine2: at.line2 })).body['customerId'],
    );
    const price = await priced({ customerId });
    expect(price).toMatchObject({ trial: false });
    const paymentMethodId = await saveCard(services, owner, { customerId });
    const [line] = price['breakdown'] as { priceId: string }[];
    const order = (trial?: boolean) =>
      send(
        createSubscription,
        'POST',
        { customerId },
        {
          items: [{ price: line?.priceId, quantity: 1 }],
          paymentMethodId,
          ...(trial !== undefined && { trial }),
        },
      );
    for (const trial of [undefined, true])
      expect(await order(trial)).toMatchObject({ status: 409, body: { code: 'TRIAL_CHANGED' } });
    expect((await services.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data).toEqual([]);
    expect(await order(false)).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 9_900 } } });
  });

  test('the delivery address was edited into it: no second trial there, and the shop itself goes on', async () => {
    const { body } = await open(place('港区南青山9-9-9'));
    const { customerId } = body;
    const shipping = { address: { ...at, city: '' }, name: '山田' };
    expect((await send(updateShop, 'POST', { customerId }, { shipping })).status).toBe(200);
    expect(await priced({ address })).toMatchObject({ trial: false });
    await cancel(body['subscriptionId']);
    await remove(customerId);
    expect(await open(same)).toMatchObject({ status: 409, body: { code: 'TRIAL_CHANGED' } });
    expect((await open(place('港区南青山9-9-9'))).body['code']).toBe('TRIAL_CHANGED');
  });

  test('a shop that never had a subscription moves there: its own order and others have the trial', async () => {
    const customerId = String((await openPlain()).body['customerId']);
    await send(updateShop, 'POST', { customerId }, { shipping: { address: { ...at, city: '' }, name: '山田' } });
    expect(await priced({ customerId })).toMatchObject({ trial: true });
    expect((await open(same)).status).toBe(200);
  });

  test('two at the same moment: one trial', async () => {
    expect(codes(await Promise.all([open(at), open(same)]))).toEqual(['200', 'TRIAL_CHANGED']);
    expect(await customers()).toHaveLength(1);
  });

  test('a trial that was shown as paid: refused, nothing charged', async () => {
    const there = { shippingLine1: at.line1, shippingLine2: at.line2 };
    const customerId = String((await openPlain(there)).body['customerId']);
    const price = await priced({ customerId });
    const paymentMethodId = await saveCard(services, owner, { customerId });
    const [line] = price['breakdown'] as { priceId: string }[];
    const items = [{ price: line?.priceId, quantity: 1 }];
    expect(
      await send(createSubscription, 'POST', { customerId }, { items, paymentMethodId, trial: false }),
    ).toMatchObject({ status: 409, body: { code: 'TRIAL_CHANGED' } });
    expect(
      await send(createSubscription, 'POST', { customerId }, { items, paymentMethodId, trial: true }),
    ).toMatchObject({ status: 200, body: { charge: { status: 'none' } } });
    expect((await open(same)).status).toBe(409);
  });

  test('Stripe refuses the order for good: the trial is given back', async () => {
    const create = 'POST /v1/subscriptions';
    services.inject((service, asked) => (service === 'stripe' && asked === create ? 'down' : 'pass'));
    const headers = key();
    expect((await open(at, 1, headers)).status).toBe(503);
    services.clearFaults();
    const [price] = (await services.stripe.prices.list({ lookup_keys: ['revonizer_first_unit_monthly'] })).data;
    await services.stripe.prices.update(price?.id ?? '', { active: false });
    expect(await open(at, 1, headers)).toMatchObject({ status: 409, body: { code: 'ORDER_REFUSED' } });
    expect(await claims()).toEqual([]);
    expect(await priced({ address })).toMatchObject({ trial: true });
  });

  test('interrupted before Stripe made anything, and sent again: the trial is still there', async () => {
    services.inject((service, asked) => (service === 'stripe' && asked === 'POST /v1/customers' ? 'down' : 'pass'));
    expect((await open(at)).status).toBe(503);
    services.clearFaults();
    expect(await priced({ address })).toMatchObject({ trial: true });
    expect((await open(at)).status).toBe(200);
  });

  test('the account is deleted: nothing of it stays', async () => {
    await open(at);
    await eraseUser(owner.userId, services.clock.now() / 1000);
    expect(await readLedger(owner.userId)).toEqual({ version: 0, opened: [] });
    expect(await claims()).toEqual([]);
  });
});

test('the staff see of a subscription in Stripe whether there is a card and a consent', async () => {
  const { body } = await open();
  const id = String(body['subscriptionId']);
  const noted = async () => (await services.stripe.subscriptions.retrieve(id)).metadata;
  expect(await noted()).toMatchObject({
    カード: 'なし',
    同意: expect.stringMatching(/^利用規約 2026-11-25、プライバシーポリシー 2026-11-24（20\d\d年\d+月\d+日 /),
  });
  expect((await customers())[0]?.metadata['同意']).toBe((await noted())['同意']);
  const secret = String(body['clientSecret']);
  await createSubscriptionCard(services, secret, '4242424242424242');
  await applySavedCard(owner.userId, String(body['customerId']), secret.split('_secret_')[0] ?? '');
  expect(await noted()).toMatchObject({ カード: '登録済み' });
  const { acceptance: _none, ...without } = subscribedBody({ revonizerQuantity: 1 });
  const { storeData } = without;
  const plain = { ...without, storeData: { ...storeData, shippingAddress: place('港区北青山9-9') } };
  const { body: second } = await owner.browser.post(createShopWithSubscription, plain);
  expect((await services.stripe.subscriptions.retrieve(String(second['subscriptionId']))).metadata['同意']).toBe(
    'なし',
  );
});
