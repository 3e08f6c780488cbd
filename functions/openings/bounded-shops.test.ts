import { readTrials } from '#functions/accounts/profiles-table';
import { adoptCustomer } from './make-shop';
import { applySavedCard } from '#functions/billing/saved-cards';
import { conflictAt } from '#functions/testing/conflicts';
import { limitTo, wide } from '#functions/testing/limit-to';
import {
  shopOnlyBody,
  startPaymentServices,
  subscribedBody,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { createSubscriptionCard, saveCard } from '#functions/testing/save-card';
import { testServices } from '#functions/testing/test-services';
import { cancelSubscription } from '#functions/endings/calls';
import { changeQuantities } from '#functions/quantities/calls';
import { createShopOnly, createShopWithSubscription } from './calls';
import { deleteShop } from '#functions/shops/calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const limit = (anHour: number) => limitTo({ ...wide, shop: { user: [`${anHour}/h`] } });
let count = 0;
const key = () => ({ 'idempotency-key': `a-key-of-a-request-${(count += 1)}` });
/** Opens a shop with a subscription. */
const open = (revonizerQuantity = 1, headers = key()) =>
  owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body: subscribedBody({ revonizerQuantity }),
    headers,
  });
const openPlain = (headers = key()) =>
  owner.browser.send(createShopOnly, {
    method: 'POST',
    path: '/api',
    body: shopOnlyBody,
    headers,
  });
const codes = (responses: { status: number; body: Record<string, unknown> }[]) =>
  responses
    .map(({ status, body }) => (status === 200 ? '200' : String(body['code'])))
    .toSorted((a, b) => (a < b ? -1 : 1));
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

const refusedTrial = {
  status: 409,
  body: {
    code: 'TRIALS_WITHOUT_CARD',
    message:
      'カードが登録されていない無料トライアルでご利用いただけるのは、合わせて40台までです。' +
      '先に、その店舗のお支払い方法の画面でカードを登録してから、もう一度お申し込みください。',
  },
};
/** Saves the card of the trial with which a shop was opened. */
const saveItsCard = async ({ body }: { body: Record<string, unknown> }) => {
  const secret = String(body['clientSecret']);
  await createSubscriptionCard(services, secret, '4242424242424242');
  await applySavedCard(owner.userId, String(body['customerId']), secret.split('_secret_')[0] ?? '');
};
/** An order of 20 devices is killed when Stripe has done a request of it, and its lease is over. */
async function cutOffAfter(last: string): Promise<void> {
  let made = false;
  services.inject((service, operation) => {
    if (made) return 'down';
    made = service === 'stripe' && operation === last;
    return made ? 'lost' : 'pass';
  });
  expect((await open(20)).status).toBe(503);
  services.clearFaults();
  services.clock.advance(31_001);
}

const stripeIsDown = (at: string) =>
  services.inject((service, asked) => (service === 'stripe' && asked === at ? 'down' : 'pass'));

describe('devices in trials without a card', () => {
  test('the 41st asks for a card first, in words; the card of one of the shops lets it through', async () => {
    const first = await open(20);
    expect([first.status, (await open(20)).status]).toEqual([200, 200]);
    expect(await open()).toMatchObject(refusedTrial);
    expect(await customers()).toHaveLength(2);
    expect((await openPlain()).status).toBe(200);
    await saveItsCard(first);
    expect((await open(20)).status).toBe(200);
    expect(await open()).toMatchObject(refusedTrial);
  });

  test('a card that Stripe has and the portal does not know yet: read there before it is refused', async () => {
    const first = await open(20);
    await open(20);
    const secret = String(first.body['clientSecret']);
    await createSubscriptionCard(services, secret, '4242424242424242');
    const id = String(first.body['subscriptionId']);
    const [card] = (await services.stripe.paymentMethods.list({ customer: String(first.body['customerId']) })).data;
    await services.stripe.subscriptions.update(id, { default_payment_method: card?.id ?? '' });
    expect((await open()).status).toBe(200);
  });

  test('a canceled trial, and one of a deleted shop: their devices count no more', async () => {
    const first = await open(20);
    const second = await open(20);
    await cancel(first.body['subscriptionId']);
    expect((await open(20)).status).toBe(200);
    await cancel(second.body['subscriptionId']);
    expect((await remove(second.body['customerId'])).status).toBe(200);
    expect((await open(20)).status).toBe(200);
    expect(await open()).toMatchObject(refusedTrial);
  });

  test('twelve at the same moment: 40 devices at most, the others can be tried again', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => open(8)));
    const refused = new Set(['TRIALS_WITHOUT_CARD', 'IDEMPOTENCY_KEY_IN_USE', 'SERVICE_UNAVAILABLE']);
    expect(codes(responses).filter((code) => code !== '200' && !refused.has(code))).toEqual([]);
    expect((await customers()).length).toBeLessThanOrEqual(5);
    for (let tried = 0; tried < 5; tried += 1) await open(8);
    expect(await customers()).toHaveLength(5);
    expect(await trials()).toMatchObject({ used: 5 });
  });

  test('cut off before anything was made: they give way to another order, and their retries are refused', async () => {
    stripeIsDown('POST /v1/customers');
    const cutOff = [key(), key()];
    for (const headers of cutOff) expect((await open(20, headers)).status).toBe(503);
    services.clearFaults();
    expect((await open(20)).status).toBe(200);
    for (const headers of cutOff)
      expect(await open(20, headers)).toMatchObject({ status: 409, body: { code: 'TRIALS_WITHOUT_CARD' } });
    expect([await customers(), await trials()]).toMatchObject([{ length: 1 }, { used: 1 }]);
  });

  test('cut off after its trial began, and never repeated: a card or an end frees its devices too', async () => {
    for (const free of ['card', 'end'] as const) {
      owner = await services.createOwner();
      await cutOffAfter('POST /v1/subscriptions');
      const customerId = (await services.userItems(owner)).shops[0]?.customerId ?? '';
      const [begun] = (await services.stripe.subscriptions.list({ customer: customerId })).data;
      expect([begun?.status, (await open(20)).status]).toEqual(['trialing', 200]);
      expect(await open()).toMatchObject(refusedTrial);
      if (free === 'end') await services.stripe.subscriptions.cancel(begun?.id ?? '');
      else {
        const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
        await services.stripe.subscriptions.update(begun?.id ?? '', { default_payment_method: card.id });
      }
      expect([free, (await open(20)).status]).toEqual([free, 200]);
    }
  });

  test('cut off with room for all: the retry goes on', async () => {
    stripeIsDown('POST /v1/customers');
    const headers = key();
    expect((await open(20, headers)).status).toBe(503);
    services.clearFaults();
    expect(codes([await open(20), await open(20, headers)])).toEqual(['200', '200']);
    expect(await trials()).toMatchObject({ used: 2 });
  });

  test('cut off after the customer was made, and gave way: the customer’s event deletes it', async () => {
    await cutOffAfter('POST /v1/customers');
    const [lost] = await customers();
    expect(codes([await open(20), await open(20)])).toEqual(['200', '200']);
    expect(await adoptCustomer(lost?.id ?? '')).toBeUndefined();
    expect((await customers()).map(({ id }) => id)).not.toContain(lost?.id);
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
    limit(2);
    const { body } = await openPlain();
    services.clock.advance(600_000);
    expect((await openPlain()).status).toBe(200);
    expect((await remove(body['customerId'])).status).toBe(200);
    expect(await openPlain()).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_ATTEMPTS',
        retryAfter: 3_000,
        message: '1時間に登録できる店舗は2件までです。約50分後に、もう一度お試しください。',
      },
    });
    services.clock.advance(3_000_000);
    expect((await openPlain()).status).toBe(200);
  });

  test('eight at the same moment: as many as are allowed; the same request again counts once', async () => {
    limit(3);
    const responses = await Promise.all(Array.from({ length: 8 }, () => openPlain()));
    expect(codes(responses)).toEqual(['200', '200', '200', ...Array(5).fill('TOO_MANY_ATTEMPTS')]);
    services.clock.advance(3_600_000);
    const same = key();
    for (let sent = 0; sent < 5; sent += 1) expect((await openPlain(same)).status).toBe(200);
    expect((await openPlain()).status).toBe(200);
  });

  const refuse = (operation: string, code: string, times: number, about: string) => {
    let refused = 0;
    services.inject((_service, asked, { body }) =>
      asked === operation && String(body).includes(about) && (refused += 1) <= times
        ? (conflictAt(operation, code) ?? 'pass')
        : 'pass',
    );
  };

  test('others are quicker six times: the request counts once, and asks Stripe once for its code', async () => {
    limit(2);
    await makePromotionCode(services, 'HALF', { percent_off: 50 });
    services.operations.length = 0;
    refuse('TransactWriteItems', 'ConditionalCheckFailed', 6, 'ONCE#');
    const body = subscribedBody({ revonizerQuantity: 1, promoCode: 'HALF' });
    expect((await owner.browser.post(createShopWithSubscription, body)).status).toBe(200);
    expect(services.operations.filter((one) => one.endsWith('GET /v1/promotion_codes'))).toHaveLength(1);
    services.clearFaults();
    expect((await openPlain()).status).toBe(200);
    expect((await openPlain()).status).toBe(429);
  });

  test('others work on its count until DynamoDB gives up: it counts all the same', async () => {
    limit(1);
    refuse('UpdateItem', 'TransactionConflict', 5, 'shop_h');
    expect((await openPlain()).status).toBe(200);
    services.clearFaults();
    expect((await openPlain()).status).toBe(429);
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
  const { acceptance: _none, ...plain } = subscribedBody({ revonizerQuantity: 1 });
  const { body: second } = await owner.browser.post(createShopWithSubscription, plain);
  expect((await services.stripe.subscriptions.retrieve(String(second['subscriptionId']))).metadata['同意']).toBe(
    'なし',
  );
});
