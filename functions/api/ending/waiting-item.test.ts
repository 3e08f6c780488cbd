import type { EndingPreview } from '#shared/model/ending-plan';
import { sum } from '#shared/sum';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as planEnding } from './plan-ending';
import { handler as previewEnding } from './preview-ending';

const services = testServices(startPaymentServices);
const day = 86_400_000;
const monthly = 18_700;
const delivery = 1_500;
let owner: ShopOwner;
let shop: SubscribedShop;

/** A subscription of two devices with an item that waits for the next invoice, as staff or a late payment write it. */
beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
  services.clock.advance(5 * day);
  await services.stripe.invoiceItems.create({
    customer: shop.customerId,
    subscription: shop.subscriptionId,
    amount: delivery,
    currency: 'jpy',
    description: '再配達の送料',
  });
});

const send = (handler: typeof planEnding, method: 'GET' | 'POST', body?: unknown) =>
  owner.browser.send(handler, {
    method,
    path: '/api',
    params: { id: shop.subscriptionId },
    ...(body !== undefined && { body }),
  });
const preview = async (): Promise<EndingPreview> => (await send(previewEnding, 'GET')).body as unknown as EndingPreview;
const charged = async () =>
  (await services.stripe.invoices.list({ subscription: shop.subscriptionId })).data
    .map(({ created, amount_paid: amount }) => ({ at: created, amount }))
    .toReversed()
    .slice(1);

test.each([
  ['at once', 0],
  ['with its period', 1],
  ['a month later', 2],
])('an end %s: what waits for the next invoice is shown as a coming charge, and charged so', async (_when, index) => {
  const { choices } = await preview();
  const periodEnd = choices[1]?.endsAt;
  const choice = choices[index];
  if (!choice) throw new Error(`There is no choice ${index}`);
  const amount = index === 2 ? monthly + delivery : delivery;
  expect(choice).toMatchObject({ charges: [{ at: periodEnd, amount }], total: amount });
  const order = { endsAt: choice.way === 'now' ? null : choice.endsAt, seen: { total: choice.total, owed: 0 } };
  expect(await send(planEnding, 'POST', order)).toMatchObject({ status: 200, body: { receipt: { total: amount } } });
  services.clock.advance(100 * day);
  await services.emulator.tick();
  expect(await charged()).toEqual(choice.charges);
});

test('a credit lowers it, and what is too small is not charged', async () => {
  await services.stripe.customers.update(shop.customerId, { balance: -1_460 });
  const { choices } = await preview();
  expect(choices.slice(0, 2).map(({ charges }) => sum(charges.map((one) => one.amount)))).toEqual([0, 0]);
  await services.stripe.customers.update(shop.customerId, { balance: -400 });
  expect((await preview()).choices[1]).toMatchObject({ total: 1_100 });
});

test('a discount that the waiting item shares once is later the devices’ alone', async () => {
  const { id } = await services.stripe.coupons.create({ amount_off: 3_000, currency: 'jpy', duration: 'forever' });
  await services.stripe.subscriptions.update(shop.subscriptionId, { discounts: [{ coupon: id }] });
  const choice = (await preview()).choices[3];
  const monthlyWithDiscount = monthly - 3_000;
  expect(choice?.charges.map(({ amount }) => amount)).toEqual([monthlyWithDiscount + delivery, monthlyWithDiscount]);
  const order = { endsAt: choice?.endsAt, seen: { total: choice?.total, owed: 0 } };
  expect(await send(planEnding, 'POST', order)).toMatchObject({ status: 200 });
  services.clock.advance(130 * day);
  await services.emulator.tick();
  expect(await charged()).toEqual(choice?.charges);
});
