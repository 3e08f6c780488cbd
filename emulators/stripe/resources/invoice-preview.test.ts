import type { Stripe } from 'stripe';
import { customerWithCard, makeCatalogue, openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
let prices: Awaited<ReturnType<typeof makeCatalogue>>;
let customer: string;
beforeEach(async () => {
  account = await openTestAccount();
  prices = await makeCatalogue(account.stripe);
  customer = (await customerWithCard(account.stripe)).customer.id;
});
afterEach(() => account.close());

const preview = (params: Stripe.InvoiceCreatePreviewParams): Promise<Stripe.Invoice> =>
  account.stripe.invoices.createPreview(params);
const subscribe = (more: Partial<Stripe.SubscriptionCreateParams> = {}): Promise<Stripe.Subscription> =>
  account.stripe.subscriptions.create({
    customer,
    items: [{ price: prices.first.id }, { price: prices.second.id, quantity: 2 }],
    ...more,
  });

test('a previewed change that is charged at once costs what the preview says', async () => {
  const { id, items } = await subscribe();
  await account.advanceDays(10);
  const change = {
    items: [{ id: items.data[1]?.id ?? '', quantity: 3 }],
    proration_behavior: 'always_invoice' as const,
    proration_date: account.now(),
  };
  const seen = await preview({ subscription: id, subscription_details: change });
  expect(seen).toMatchObject({
    status: 'draft',
    number: null,
    total: 5867,
    amount_due: 5867,
    hosted_invoice_url: null,
    parent: { subscription_details: { subscription_proration_date: account.now() } },
  });
  expect(seen.id).toMatch(/^upcoming_in_/);
  account.clock.advance(600_000);
  const { latest_invoice: made } = await account.stripe.subscriptions.update(id, {
    ...change,
    expand: ['latest_invoice'],
  });
  expect((made as Stripe.Invoice).total).toBe(seen.total);
});

test('a previewed removal of an item leaves the subscription as it was, its items in their order', async () => {
  const before = await subscribe();
  await preview({
    subscription: before.id,
    subscription_details: { items: [{ id: before.items.data[0]?.id ?? '', deleted: true }] },
  });
  await expect(account.stripe.subscriptions.retrieve(before.id)).resolves.toEqual(before);
});

test('a change without a behaviour previews the next renewal with its prorations', async () => {
  const { id, items } = await subscribe();
  await account.advanceDays(15);
  const seen = await preview({
    subscription: id,
    subscription_details: { items: [{ id: items.data[1]?.id ?? '', quantity: 3 }] },
  });
  expect(seen.lines.data.map(({ amount }) => amount)).toEqual([-8800, 13_200, 9900, 26_400]);
  expect(seen.created).toBe(items.data[0]?.current_period_end);
  const without = await preview({
    subscription: id,
    subscription_details: { items: [{ id: items.data[1]?.id ?? '', quantity: 1 }], proration_behavior: 'none' },
  });
  expect(without.total).toBe(9900 + 8800);
});

test('a preview changes nothing and records no event', async () => {
  const { id, items } = await subscribe();
  const { data: before } = await account.stripe.events.list({ limit: 1 });
  await preview({
    subscription: id,
    subscription_details: {
      items: [{ id: items.data[1]?.id ?? '', quantity: 9 }],
      proration_behavior: 'always_invoice',
    },
  });
  expect(await account.stripe.subscriptions.retrieve(id)).toMatchObject({
    items: { data: [{ quantity: 1 }, { quantity: 2 }] },
  });
  expect((await account.stripe.invoices.list({ customer })).data).toHaveLength(1);
  expect((await account.stripe.invoiceItems.list({ customer })).data).toHaveLength(0);
  expect((await account.stripe.events.list({ limit: 1 })).data).toEqual(before);
});

test('a new subscription with a code is previewed with its discount', async () => {
  const coupon = await account.stripe.coupons.create({ percent_off: 10, duration: 'once' });
  const code = await account.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
  const items = [{ price: prices.first.id }, { price: prices.second.id, quantity: 1 }];
  expect(
    await preview({ customer, subscription_details: { items }, discounts: [{ promotion_code: code.id }] }),
  ).toMatchObject({ subtotal: 18_700, total: 16_830 });
  expect((await account.stripe.promotionCodes.retrieve(code.id)).times_redeemed).toBe(0);
  expect((await account.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(0);
});

test('the next invoice is previewed, in a trial too', async () => {
  const { id } = await subscribe({ trial_period_days: 35 });
  expect(await preview({ subscription: id })).toMatchObject({ total: 27_500, created: account.now() + 35 * 86_400 });
  expect((await preview({ customer })).total).toBe(27_500);
});

test('a subscription that ends has no next invoice to preview', async () => {
  const { id } = await subscribe();
  await account.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(await refusalOf(preview({ subscription: id }))).toMatchObject({
    statusCode: 404,
    code: 'invoice_upcoming_none',
  });
  await account.stripe.subscriptions.cancel(id);
  expect((await refusalOf(preview({ subscription: id }))).code).toBe('invoice_upcoming_none');
  expect((await refusalOf(preview({ customer }))).code).toBe('invoice_upcoming_none');
  expect((await refusalOf(preview({}))).code).toBe('parameter_missing');
});

test('a preview of more than ten lines is read page by page, and can be retrieved', async () => {
  const product = await account.stripe.products.create({ name: '延長保証' });
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      account.stripe.prices.create({
        product: product.id,
        currency: 'jpy',
        unit_amount: 100 + index,
        recurring: { interval: 'month' },
      }),
    ),
  );
  const { id } = await subscribe({ items: [prices.first, prices.second, ...others].map((one) => ({ price: one.id })) });
  const seen = await preview({ subscription: id });
  expect([seen.lines.data.length, seen.lines.has_more]).toEqual([10, true]);
  const { data } = await account.stripe.invoices.listLineItems(seen.id, { limit: 100 });
  expect(data.slice(0, 10)).toEqual(seen.lines.data);
  expect(data).toHaveLength(12);
  expect(await account.stripe.invoices.retrieve(seen.id)).toMatchObject({ id: seen.id, total: seen.total });
  expect((await account.stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
  await account.advanceDays(3);
  expect(await refusalOf(account.stripe.invoices.retrieve(seen.id))).toMatchObject({ code: 'resource_missing' });
});
