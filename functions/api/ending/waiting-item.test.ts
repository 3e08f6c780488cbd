import { sum } from '#shared/sum';
import { endingCalls } from '../../testing/ending-calls';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as planEnding } from './plan-ending';

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

const { send, preview, choose } = endingCalls(() => ({ owner, shop }));
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
  const { choice, order } = await choose(index);
  const amount = index === 2 ? monthly + delivery : delivery;
  expect(choice).toMatchObject({ charges: [{ at: periodEnd, amount }], total: amount });
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
