import type { Stripe } from 'stripe';
import type { QuantityPreview } from '#shared/model/pricing';
import { day, testQuantities } from '#functions/testing/quantity-change';

const { services, current, beginAndWait, send, preview, charged } = testQuantities();

const coupon = async (terms: Stripe.CouponCreateParams): Promise<{ coupon: string }> => ({
  coupon: (await services.stripe.coupons.create(terms)).id,
});
const percent: Stripe.CouponCreateParams = { percent_off: 33, duration: 'forever' };
const amount: Stripe.CouponCreateParams = { amount_off: 3_000, currency: 'jpy', duration: 'forever' };

/** Three devices instead of two: the preview, and what the increase and the next two invoices charge. */
async function increase() {
  const { dueNow, nextInvoice, monthly } = (await preview({ quantities: {}, total: 3 }))
    .body as unknown as QuantityPreview;
  expect(await send({ quantities: {}, total: 3 })).toMatchObject({ status: 200 });
  services.clock.advance(60 * day);
  await services.emulator.tick();
  return { shown: [monthly.total, nextInvoice.amount, dueNow], billed: (await charged()).slice(0, 3) };
}

test.each([
  ['a percentage', [percent]],
  ['an amount', [amount]],
  ['a percentage and an amount', [percent, amount]],
  ['an amount and a percentage', [amount, percent]],
  ['no discount', []],
])('the increase takes a waiting item with its part of %s: the next invoice is without both', async (_what, terms) => {
  await beginAndWait({ total: 2, discounts: await Promise.all(terms.map(coupon)) });
  const { customerId: customer, subscriptionId: subscription } = current.shop;
  await services.stripe.invoiceItems.create({
    customer,
    subscription,
    amount: 1_000,
    currency: 'jpy',
    description: '送料',
  });
  const { shown, billed } = await increase();
  expect(shown).toEqual(billed);
});

test.each([
  ['a percentage', { percent_off: 50, duration: 'once' }],
  ['an amount', { amount_off: 2_000, currency: 'jpy', duration: 'once' }],
] as const)('the increase uses up %s for one invoice: the next invoice is without it', async (_what, terms) => {
  await beginAndWait({ total: 2 });
  await services.stripe.subscriptions.update(current.shop.subscriptionId, { discounts: [await coupon(terms)] });
  const { shown, billed } = await increase();
  expect(shown).toEqual(billed);
});

test.each([
  ['fewer devices', 1, 1_000],
  ['more devices, whose invoice takes it', 3, 0],
])('it ends with its period, %s: what waits is charged as shown', async (_what, total, last) => {
  await beginAndWait({ total: 2 });
  const { customerId: customer, subscriptionId: subscription } = current.shop;
  const waiting = { amount: 1_000, currency: 'jpy', description: '送料' };
  await services.stripe.invoiceItems.create({ customer, subscription, ...waiting });
  await services.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
  const { nextInvoice } = (await preview({ quantities: {}, total })).body as unknown as QuantityPreview;
  expect(nextInvoice.amount).toBe(last);
  expect(await send({ quantities: {}, total })).toMatchObject({ status: 200 });
  const { length } = await charged();
  services.clock.advance(60 * day);
  await services.emulator.tick();
  expect((await charged()).slice(0, -length)).toEqual(last > 0 ? [last] : []);
});
