import type { Stripe } from 'stripe';
import { sum } from '#shared/numbers';
import { readInvoice } from '#functions/documents/read-invoice';
import type { Charge, QuantityPreview } from '#shared/model/pricing';
import { authenticate } from '#functions/testing/save-card';
import { setCard } from '#functions/testing/subscribed';
import { day, testQuantities } from '#functions/testing/quantity-change';

const { services, current, beginAndWait, send, preview, live, items, quantities, invoices, charged } = testQuantities();

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
])('the increase takes a pending item with its part of %s: the next invoice is without both', async (_what, terms) => {
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

test('the increase takes what staff prorated: its own devices are its share, the next invoice is without', async () => {
  await beginAndWait({ total: 6 });
  const third = (await live()).items.data[2]?.id ?? '';
  await services.stripe.subscriptions.update(current.shop.subscriptionId, {
    items: [{ id: third, quantity: 4 }],
    proration_behavior: 'create_prorations',
  });
  services.clock.advance(10 * day);
  const { dueNow, nextInvoice, monthly } = (await preview({ quantities: {}, total: 9 }))
    .body as unknown as QuantityPreview;
  expect(Math.abs(dueNow - (8_800 * (2 * 21 + 11)) / 31)).toBeLessThan(4);
  expect(await send({ quantities: {}, total: 9, dueNow })).toMatchObject({ status: 200 });
  services.clock.advance(50 * day);
  await services.emulator.tick();
  expect([monthly.total, nextInvoice.amount, dueNow]).toEqual((await charged()).slice(0, 3));
});

describe('staff take three of five devices of a price back, the owner rents again: what is added is charged', () => {
  const takeBack = async (more: Stripe.SubscriptionUpdateParams): Promise<void> => {
    await beginAndWait({ total: 9 });
    const { id = '', current_period_start: start } = (await live()).items.data[2] ?? {};
    await services.stripe.subscriptions.update(current.shop.subscriptionId, {
      items: [{ id, quantity: 2 }],
      ...more,
      ...(more.proration_date === 0 && start !== undefined && { proration_date: start }),
    });
    services.clock.advance(10 * day);
  };
  const share = (devices: number, days: number): number => (8_800 * devices * days) / 31;

  test.each<[string, Stripe.SubscriptionUpdateParams, number, number]>([
    ['the credit waits, and one more', { proration_behavior: 'create_prorations' }, 10, share(4, 11) - share(3, 21)],
    ['the credit waits', { proration_behavior: 'create_prorations' }, 9, share(3, 11) - share(3, 21)],
    ['the credit is invoiced', { proration_behavior: 'always_invoice' }, 9, share(3, 11)],
    [
      'the credit is from the period’s beginning',
      { proration_behavior: 'always_invoice', proration_date: 0 },
      9,
      share(3, 11),
    ],
  ])('%s', async (_what, more, total, due) => {
    await takeBack(more);
    const { dueNowLines } = (await preview({ quantities: {}, total })).body as unknown as QuantityPreview;
    const shown = dueNowLines.filter(({ quantity }) => quantity !== null);
    expect(Math.abs(sum(shown.map(({ amount }) => amount)) - due)).toBeLessThan(4);
    expect(await send({ quantities: {}, total })).toMatchObject({ status: 200 });
    const [newest] = await invoices();
    expect(Math.abs((newest?.total ?? 0) - due)).toBeLessThan(4);
  });
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

describe('a discount of the period’s invoice that counts no more: only the added devices are charged', () => {
  const once = { duration: 'once' } as const;
  const rest = 21 / 31;

  test.each([
    ['half of it, once', { percent_off: 50, ...once }],
    ['all of it, once', { percent_off: 100, ...once }],
    ['an amount, once', { amount_off: 20_000, currency: 'jpy', ...once }],
  ])('%s: twenty devices become twenty-one, then twenty-three', async (_what, terms) => {
    await beginAndWait({ total: 20, discounts: [await coupon(terms)] });
    for (const [total, added] of [
      [21, 1],
      [23, 2],
    ] as const) {
      const { dueNow, dueNowLines } = (await preview({ quantities: {}, total })).body as unknown as QuantityPreview;
      expect(Math.abs(dueNow - 8_800 * added * rest)).toBeLessThanOrEqual(2);
      expect(dueNowLines.reduce((all, { amount }) => all + amount, 0)).toBe(dueNow);
      const { status, body } = await send({ quantities: {}, total, dueNow });
      expect([status, body['charge']]).toEqual([200, { status: 'paid', amount: dueNow }]);
    }
    services.clock.advance(22 * day);
    await services.emulator.tick();
    expect((await charged())[0]).toBe(9_900 + 22 * 8_800);
  });

  test('the invoice says what was taken back, and its lines add up', async () => {
    await beginAndWait({ total: 20, discounts: [await coupon({ percent_off: 50, ...once })] });
    const { dueNow } = (await preview({ quantities: {}, total: 21 })).body as unknown as QuantityPreview;
    await send({ quantities: {}, total: 21, dueNow });
    const [newest] = await invoices();
    const document = await readInvoice(newest?.id ?? '');
    expect(document?.lines.at(-1)).toMatchObject({
      kind: 'extra',
      name: expect.stringMatching(/^Revonizer .*（お支払い済みの台数分の調整）$/) as unknown,
    });
    expect(sum((document?.lines ?? []).map(({ amount, discount }) => amount - discount))).toBe(dueNow);
    expect(document?.taxes).toMatchObject([{ rate: 10, taxed: dueNow }]);
  });

  test('a lasting percentage beside it lowers the added device too', async () => {
    await beginAndWait({ total: 20, discounts: [await coupon({ percent_off: 50, ...once }), await coupon(percent)] });
    const { dueNow } = (await preview({ quantities: {}, total: 21 })).body as unknown as QuantityPreview;
    expect(Math.abs(dueNow - 8_800 * 0.67 * rest)).toBeLessThanOrEqual(2);
    expect((await send({ quantities: {}, total: 21, dueNow })).body['charge']).toEqual({
      status: 'paid',
      amount: dueNow,
    });
  });

  test('a declined card leaves everything as it was; then the same increase costs the same', async () => {
    await beginAndWait({ total: 20, discounts: [await coupon({ percent_off: 50, ...once })] });
    const { dueNow } = (await preview({ quantities: {}, total: 21 })).body as unknown as QuantityPreview;
    const before = await items();
    await setCard(services, current.shop.customerId, 'pm_card_chargeCustomerFail');
    expect(
      await send({ quantities: {}, total: 21, dueNow }, { key: '5b0f3a52-0b8f-4e6b-9b57-0a3c8f2f7d01' }),
    ).toMatchObject({ status: 402 });
    expect(await items()).toEqual(before);
    expect((await services.stripe.invoiceItems.list({ pending: true })).data).toEqual([]);
    await setCard(services, current.shop.customerId, 'pm_card_visa');
    expect(await send({ quantities: {}, total: 21, dueNow })).toMatchObject({
      status: 200,
      body: { charge: { status: 'paid', amount: dueNow } },
    });
  });

  test('3-D Secure: the amount that was shown is confirmed, then the device counts', async () => {
    await beginAndWait({ total: 20, discounts: [await coupon({ percent_off: 50, ...once })] });
    await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
    const { dueNow } = (await preview({ quantities: {}, total: 21 })).body as unknown as QuantityPreview;
    const { body } = await send({ quantities: {}, total: 21, dueNow }, { key: '5b0f3a52-0b8f-4e6b-9b57-0a3c8f2f7d02' });
    const charge = body['charge'] as Charge & { clientSecret: string };
    expect(charge).toMatchObject({ status: 'requires_action', amount: dueNow });
    await authenticate(services, charge.clientSecret, 'complete');
    expect(
      (await send({ quantities: {}, total: 21, dueNow }, { key: '5b0f3a52-0b8f-4e6b-9b57-0a3c8f2f7d02' })).body[
        'charge'
      ],
    ).toEqual({
      status: 'paid',
      amount: dueNow,
    });
    expect((await quantities()).reduce((all, one) => all + one, 0)).toBe(21);
  });
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
