import type { Stripe } from 'stripe';
import { holdBack } from '../../testing/hold-back';
import { shopOnlyBody, startPaymentServices, subscribedBody, type ShopOwner } from '../../testing/payment-services';
import { saveCard } from '../../testing/save-card';
import { testServices } from '../../testing/test-services';
import { handler as calculatePricing } from '../billing/calculate-pricing';
import { handler as createSubscription } from '../billing/create-subscription';
import { handler as listShops } from '../billing/list-shops';
import { handler as updateShop } from '../billing/update-shop';
import { createShopOnly, createShopWithSubscription } from './calls';

/** A shop moves while it orders: the place where it then is has its trial used, in whatever order the two write. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;
let count = 0;

beforeEach(async () => {
  owner = await services.createOwner();
});

const key = () => ({ 'idempotency-key': `a-key-of-a-request-${(count += 1)}` });
const createAtStripe = 'POST /v1/subscriptions';
const numbered = () => `港区南青山1-${(count += 1)}`;
const at = (line1: string) => ({ postal_code: '1070062', state: '東京都', line1, line2: '', country: 'JP' });

/** Whether an order for a new shop at this place has the free trial. */
const hasTrialAt = async (line1: string) =>
  (
    await owner.browser.post(calculatePricing, {
      quantity: 1,
      address: { postalCode: '1070062', state: '東京都', line1, line2: '' },
    })
  ).body['trial'];

const openPlain = async (line1: string) => {
  const storeData = { ...shopOnlyBody.storeData, shippingLine1: line1, shippingLine2: '' };
  const response = await owner.browser.send(createShopOnly, {
    method: 'POST',
    path: '/api',
    body: { ...shopOnlyBody, storeData },
    headers: key(),
  });
  return String(response.body['customerId']);
};
const openSubscribed = (line1: string, headers = key()) => {
  const body = subscribedBody({ revonizerQuantity: 1 });
  return owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body: { ...body, storeData: { ...body.storeData, shippingAddress: at(line1) } },
    headers,
  });
};
const move = (customerId: string, line1: string) =>
  owner.browser.send(updateShop, {
    method: 'POST',
    path: '/api',
    params: { customerId },
    body: { shipping: { address: { ...at(line1), city: '' }, name: '山田' } },
  });
const firstPrice = async () =>
  (await services.stripe.prices.list({ lookup_keys: ['revonizer_first_unit_monthly'] })).data[0]?.id ?? '';
const order = (customerId: string, price: string, paymentMethodId: string, headers = key()) =>
  owner.browser.send(createSubscription, {
    method: 'POST',
    path: '/api',
    params: { customerId },
    body: { items: [{ price, quantity: 1 }], paymentMethodId, trial: true },
    headers,
  });

/** Where Stripe has the shop now, and how many trials it has there. */
async function shopAtStripe(customerId: string): Promise<{ line1: string; trials: number }> {
  const customer = (await services.stripe.customers.retrieve(customerId)) as Stripe.Customer;
  const { data } = await services.stripe.subscriptions.list({ customer: customerId, status: 'all' });
  return {
    line1: customer.shipping?.address?.line1 ?? '',
    trials: data.filter(({ status }) => status === 'trialing').length,
  };
}

/** The shop that ordered with a trial is at a place whose trial is used. */
async function expectUsedWhereItIs(customerId: string): Promise<void> {
  const { line1, trials } = await shopAtStripe(customerId);
  expect({ line1, trials, trialThere: await hasTrialAt(line1) }).toEqual({ line1, trials, trialThere: trials === 0 });
}

/** A shop that never ordered, with a card, and the place to which it moves. */
async function plainShop() {
  const customerId = await openPlain(numbered());
  const [price, card] = [await firstPrice(), await saveCard(services, owner, { customerId })];
  await owner.browser.get(listShops);
  return { customerId, price, card, there: numbered() };
}

/**
 * Runs `first` while each of its writes in turn waits until `second` has responded, or cannot go on without it.
 * Returns the number of writes.
 */
async function raceEachWrite<T>(
  prepare: () => Promise<T>,
  first: (prepared: T) => Promise<unknown>,
  second: (prepared: T) => Promise<unknown>,
  finish: (prepared: T, results: unknown[]) => Promise<void>,
): Promise<number> {
  for (let held = 0; ; held += 1) {
    const prepared = await prepare();
    const hold = holdBack(services, held);
    const running = first(prepared);
    const write = hold(running);
    if (!(await write.reached)) return held;
    const other = second(prepared);
    await Promise.race([other, running]);
    write.release();
    await finish(prepared, await Promise.all([running, other]));
    services.clearFaults();
  }
}

test('each write of an order waits until the move has responded', async () => {
  const writes = await raceEachWrite(
    plainShop,
    ({ customerId, price, card }) => order(customerId, price, card),
    ({ customerId, there }) => move(customerId, there),
    ({ customerId }) => expectUsedWhereItIs(customerId),
  );
  expect(writes).toBeGreaterThan(5);
});

test('each write of a move waits until the order has responded', async () => {
  const writes = await raceEachWrite(
    plainShop,
    ({ customerId, there }) => move(customerId, there),
    ({ customerId, price, card }) => order(customerId, price, card),
    ({ customerId }) => expectUsedWhereItIs(customerId),
  );
  expect(writes).toBeGreaterThan(1);
});

test('another window moved the shop before the order, whose own copy is old: the new place counts', async () => {
  const { customerId, price, card, there } = await plainShop();
  const { shipping } = (await services.stripe.customers.retrieve(customerId)) as Stripe.Customer;
  await services.stripe.customers.update(customerId, {
    shipping: { name: shipping?.name ?? '', address: { ...at(there), city: '' } },
  });
  expect((await order(customerId, price, card)).status).toBe(200);
  await expectUsedWhereItIs(customerId);
});

test('an order that was interrupted is completed after the shop has moved: the new place is used too', async () => {
  const { customerId, price, card, there } = await plainShop();
  const headers = key();
  services.inject((service, operation) => (service === 'stripe' && operation === createAtStripe ? 'down' : 'pass'));
  expect((await order(customerId, price, card, headers)).status).toBe(503);
  services.clearFaults();
  expect((await move(customerId, there)).status).toBe(200);
  expect((await order(customerId, price, card, headers)).status).toBe(200);
  expect(await shopAtStripe(customerId)).toEqual({ line1: there, trials: 1 });
  await expectUsedWhereItIs(customerId);
});

test('a shop whose opening was interrupted moves before its subscription is made: both places are used', async () => {
  const [from, there, headers] = [numbered(), numbered(), key()];
  services.inject((service, operation) => (service === 'stripe' && operation === createAtStripe ? 'down' : 'pass'));
  expect((await openSubscribed(from, headers)).status).toBe(503);
  services.clearFaults();
  const [shop] = (await services.partition(owner)).shops;
  const customerId = String(shop?.customerId);
  expect((await move(customerId, there)).status).toBe(200);
  expect((await openSubscribed(from, headers)).status).toBe(200);
  expect(await shopAtStripe(customerId)).toEqual({ line1: there, trials: 1 });
  expect([await hasTrialAt(from), await hasTrialAt(there)]).toEqual([false, false]);
});

test('a request that had claimed the place is refused after a shop has moved there: its trial stays used', async () => {
  const opened = await openSubscribed(numbered());
  const [there, headers] = [numbered(), key()];
  services.inject((service, operation) => (service === 'stripe' && operation === createAtStripe ? 'down' : 'pass'));
  expect((await openSubscribed(there, headers)).status).toBe(503);
  services.clearFaults();
  expect((await move(String(opened.body['customerId']), there)).status).toBe(200);
  await services.stripe.prices.update(await firstPrice(), { active: false });
  expect(await openSubscribed(there, headers)).toMatchObject({ status: 409, body: { code: 'ORDER_REFUSED' } });
  expect(await hasTrialAt(there)).toBe(false);
});
