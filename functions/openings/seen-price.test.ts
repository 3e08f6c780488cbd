import { priceLookupKeys } from '#shared/model/pricing';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { createPlainShop } from '#functions/testing/save-card';
import { makePromotionCode } from '#functions/testing/promotion-codes';
import { testServices } from '#functions/testing/test-services';
import { calculatePricing } from '#functions/billing/calls';
import { createSubscription, createShopWithSubscription } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

let keys = 0;
const headers = () => ({ 'idempotency-key': `a-key-of-the-form-${(keys += 1)}` });
const open = (seen: object | undefined, subscription: Parameters<typeof subscribedBody>[0]) =>
  owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body: { ...subscribedBody(subscription), ...(seen && { seen }) },
    headers: headers(),
  });
const made = async () => ({
  customers: (await services.stripe.customers.list()).data.length,
  subscriptions: (await services.stripe.subscriptions.list({ status: 'all' })).data.length,
  invoices: (await services.stripe.invoices.list()).data.length,
});
const nothing = { customers: 0, subscriptions: 0, invoices: 0 };

/** The first device costs something else at Stripe from now on; containers have forgotten the old price. */
async function raisePrice(unit_amount: number): Promise<void> {
  const lookup_key = priceLookupKeys.FIRST_UNIT;
  const [old] = (await services.stripe.prices.list({ lookup_keys: [lookup_key] })).data;
  await services.stripe.prices.create({
    unit_amount,
    currency: 'jpy',
    recurring: { interval: 'month' },
    product: typeof old?.product === 'string' ? old.product : '',
    lookup_key,
    transfer_lookup_key: true,
  });
  services.clock.advance(6 * 60_000);
}

test('the price was raised since it was shown: 409 with the new price, nothing made; with it: opened', async () => {
  const { body: shown } = await owner.browser.post(calculatePricing, { quantity: 2 });
  await raisePrice(11_000);
  const { discount, total } = shown as { discount: number; total: number };
  const refused = await open({ discount, total }, { revonizerQuantity: 2 });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'PRICE_CHANGED',
      message: expect.stringContaining('登録や請求は行われていません'),
      pricing: { total: 19_800, discount: 0, trial: true },
    },
  });
  expect(await made()).toEqual(nothing);
  expect((await open({ discount: 0, total: 19_800 }, { revonizerQuantity: 2 })).status).toBe(200);
});

test('the shown price still holds, or the request names none: opened', async () => {
  expect((await open({ discount: 0, total: 9_900 }, { revonizerQuantity: 1 })).status).toBe(200);
  const other = { ...subscribedBody({ revonizerQuantity: 1 }, '3階') };
  const response = await owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body: other,
    headers: headers(),
  });
  expect(response.status).toBe(200);
});

test('a discount of another size than shown: 409, for a shop that is opened and for one that exists', async () => {
  await makePromotionCode(services, 'OFF', { percent_off: 10 });
  const seen = { discount: 1_980, total: 7_920 };
  const refused = { status: 409, body: { code: 'PRICE_CHANGED', pricing: { discount: 990, total: 8_910 } } };
  expect(await open(seen, { revonizerQuantity: 1, promoCode: 'OFF' })).toMatchObject(refused);
  expect(await made()).toEqual(nothing);

  const customerId = await createPlainShop(services, owner, 'pm_card_visa');
  const { body } = await owner.browser.post(calculatePricing, { quantity: 1, promoCode: 'OFF', customerId });
  const { breakdown } = body as { breakdown: { priceId: string; quantity: number }[] };
  const order = (price: object) =>
    owner.browser.send(createSubscription, {
      method: 'POST',
      path: '/api',
      params: { customerId },
      body: {
        items: breakdown.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
        promoCode: 'OFF',
        seen: price,
      },
      headers: headers(),
    });
  expect(await order(seen)).toMatchObject(refused);
  expect((await made()).subscriptions).toBe(0);
  expect((await order({ discount: 990, total: 8_910 })).status).toBe(200);
});
