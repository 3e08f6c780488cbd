import type { Stripe } from 'stripe';
import { plannedEnd, paymentStatus, toCustomer, toPayment, toSubscription } from './to-shop-record';

const item = (id: string, end: number, product = 'prod_1') => ({
  id,
  quantity: 2,
  current_period_end: end,
  price: {
    id: 'price_1',
    product,
    nickname: null,
    unit_amount: 8_800,
    currency: 'jpy',
    recurring: { interval: 'month' },
  },
});
const subscription = (change: object = {}) =>
  ({
    id: 'sub_1',
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    trial_end: null,
    default_payment_method: null,
    ended_at: null,
    discounts: [],
    items: { data: [item('si_1', 100), item('si_2', 300), item('si_3', 200)] },
    ...change,
  }) as unknown as Stripe.Subscription;
const card = (last4: string) =>
  ({
    id: 'pm_1',
    card: { brand: 'visa', last4, exp_month: 12, exp_year: 2030, country: 'JP' },
  }) as unknown as Stripe.PaymentMethod;
const names = new Map([['prod_1', { name: '1台目', description: '説明', tier: 'FIRST_UNIT' as const }]]);

test('the period ends with the last of the items’ periods', () => {
  expect(toSubscription(subscription(), names, null).current_period_end).toBe(300);
  expect(toSubscription(subscription({ items: { data: [] } }), names, null).current_period_end).toBe(0);
});

test('the period began with the first of the items’ periods', () => {
  const items = {
    data: [
      { ...item('si_1', 100), current_period_start: 50 },
      { ...item('si_2', 100), current_period_start: 20 },
    ],
  };
  expect(toSubscription(subscription({ items }), names, null).current_period_start).toBe(20);
  expect(toSubscription(subscription({ items: { data: [] } }), names, null).current_period_start).toBe(0);
});

test('items have their product, its tier and the price of one', () => {
  const { items } = toSubscription(
    subscription({ items: { data: [item('si_1', 1), { ...item('si_2', 1, 'prod_other'), quantity: undefined }] } }),
    names,
    null,
  );
  expect(items).toEqual([
    {
      subscription_item_id: 'si_1',
      quantity: 2,
      product: { name: '1台目', description: '説明', tier: 'FIRST_UNIT' },
      amount: 8_800,
      currency: 'jpy',
      interval: 'month',
      price_id: 'price_1',
    },
    {
      subscription_item_id: 'si_2',
      quantity: 1,
      product: { name: 'prod_other', description: null },
      amount: 8_800,
      currency: 'jpy',
      interval: 'month',
      price_id: 'price_1',
    },
  ]);
});

test.each([
  ['neither', {}, null],
  ['the flag', { cancel_at_period_end: true }, 500],
  ['a date', { cancel_at: 400 }, 400],
  ['a later date', { cancel_at: 900 }, 900],
  ['both', { cancel_at_period_end: true, cancel_at: 500 }, 500],
  ['a date that has come', { cancel_at: 500, status: 'canceled' }, null],
])('the planned end of a subscription by %s', (_how, change, end) => {
  expect(plannedEnd(subscription(change), 500)).toBe(end);
});

test('an end after the next renewal is not shown as the end at the next renewal', () => {
  const shown = toSubscription(subscription({ cancel_at: 9_999_999_999 }), names, null);
  expect(shown).toMatchObject({ cancel_at_period_end: false, ends_at: 9_999_999_999 });
});

test.each([
  [
    'its own card',
    { default_payment_method: card('4242') },
    card('9999'),
    { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 } },
  ],
  [
    'the customer’s, where it has none',
    {},
    card('9999'),
    { card: { brand: 'visa', last4: '9999', exp_month: 12, exp_year: 2030 } },
  ],
  ['none', {}, null, null],
  ['something else than a card', { default_payment_method: { id: 'pm_2', type: 'link' } }, null, { card: null }],
])('a subscription pays with %s', (_what, change, customers, shown) => {
  expect(toSubscription(subscription(change), names, customers).default_payment_method).toEqual(shown);
});

test('each discount: its code, what it takes off the products that it lowers, its end', () => {
  const discount = (coupon: string, change: object = {}) => ({
    promotion_code: { code: 'OZONE10' },
    source: { coupon },
    end: null,
    ...change,
  });
  const items = { data: [item('si_1', 100), item('si_2', 100, 'prod_2')] };
  const coupons = new Map([
    ['ten', { percentOff: 10, amountOff: null, products: ['prod_2'], once: false }],
    ['yen', { percentOff: null, amountOff: 1_000, products: null, once: true }],
  ]);
  const discounts = [discount('ten'), discount('yen', { promotion_code: null, end: 900 }), discount('deleted')];
  expect(toSubscription(subscription({ items, discounts }), names, null, coupons).discounts).toEqual([
    { code: 'OZONE10', amount: 1_760, once: false, end: null },
    { code: null, amount: 1_000, once: true, end: 900 },
  ]);
});

describe('several discounts: each takes off what the one before it leaves', () => {
  const coupons = new Map([
    ['third', { percentOff: 33, amountOff: null, products: null, once: false }],
    ['half', { percentOff: 50, amountOff: null, products: null, once: false }],
    ['yen', { percentOff: null, amountOff: 30_000, products: null, once: false }],
    ['hundred', { percentOff: null, amountOff: 100, products: null, once: false }],
  ]);
  // Two items of 17,600 yen; the period ends at 100.
  const items = { data: [item('si_1', 100), item('si_2', 100)] };
  const amounts = (...given: [string, number?][]) =>
    toSubscription(
      subscription({
        items,
        discounts: given.map(([coupon, end = null]) => ({ promotion_code: null, source: { coupon }, end })),
      }),
      names,
      null,
      coupons,
    ).discounts.map(({ amount }) => amount);

  test.each<[string, [string, number?][], number[]]>([
    ['two percentages', [['third'], ['half']], [11_616, 11_792]],
    ['an amount, then a percentage', [['yen'], ['half']], [30_000, 2_600]],
    ['a percentage, then an amount', [['half'], ['yen']], [17_600, 17_600]],
    ['an amount that lines share unevenly', [['hundred'], ['third']], [100, 11_584]],
    ['one that has ended by the next payment', [['third', 100], ['half']], [11_616, 17_600]],
    ['one that ends after the next payment', [['third', 101], ['half']], [11_616, 11_792]],
  ])('%s', (_what, given, taken) => {
    expect(amounts(...given)).toEqual(taken);
  });
});

test('an unknown status: an error', () => {
  expect(() => toSubscription(subscription({ status: 'dreaming' }), names, null)).toThrow('dreaming');
});

test.each([
  ['paid', 1, 'paid'],
  ['open', 0, 'pending'],
  ['open', 1, 'failed'],
  ['draft', 0, 'pending'],
  [null, 0, 'pending'],
  ['void', 2, 'canceled'],
  ['uncollectible', 4, 'canceled'],
] as const)('an invoice that is %s after %i tries is %s', (status, attempts, shown) => {
  const collected = { collection_method: 'charge_automatically', due_date: null } as const;
  expect(paymentStatus({ id: 'in_1', status, attempt_count: attempts, ...collected })).toBe(shown);
});

test('the first invoice of an order is pending until its payment was tried', () => {
  const order = { status: 'incomplete', pending_update: null, latest_invoice: 'in_1' } as const;
  const collected = { collection_method: 'charge_automatically', due_date: null, status: 'open' } as const;
  const shown = (attempts: number) => paymentStatus({ id: 'in_1', attempt_count: attempts, ...collected }, order);
  expect([shown(0), shown(1)]).toEqual(['pending', 'failed']);
});

test('a payment shows the paid amount, what is still to pay, or what a void one asked for', () => {
  const amounts = { amount_paid: 100, amount_due: 200, amount_remaining: 150 };
  const invoice = { id: 'in_1', currency: 'jpy', created: 5, ...amounts, attempt_count: 0 };
  expect(
    toPayment({
      ...invoice,
      status: 'paid',
      invoice_pdf: 'https://pdf',
      hosted_invoice_url: 'https://page',
    } as Stripe.Invoice),
  ).toEqual({
    id: 'in_1',
    amount: 100,
    currency: 'jpy',
    created: 5,
    status: 'paid',
    invoice_pdf: 'https://pdf',
    hosted_invoice_url: 'https://page',
    subscription: null,
  });
  const parent = (subscription: unknown) => ({ parent: { subscription_details: { subscription } } });
  expect(toPayment({ ...invoice, status: 'open', ...parent('sub_1') } as Stripe.Invoice).subscription).toBe('sub_1');
  expect(toPayment({ ...invoice, status: 'open', ...parent({ id: 'sub_2' }) } as Stripe.Invoice).subscription).toBe(
    'sub_2',
  );
  expect(toPayment({ ...invoice, status: 'open' } as Stripe.Invoice)).toMatchObject({
    amount: 150,
    status: 'pending',
    invoice_pdf: null,
    hosted_invoice_url: null,
  });
  expect(toPayment({ ...invoice, status: 'void' } as Stripe.Invoice).amount).toBe(200);
});

test('the invoice of a pending update has not failed, after any number of attempts', () => {
  const subscriptions = [
    { pending_update: { expires_at: 9 } as Stripe.Subscription.PendingUpdate, latest_invoice: 'in_1' },
    { pending_update: null, latest_invoice: { id: 'in_2' } as Stripe.Invoice },
  ].map((one) => ({ ...one, status: 'active' as const }));
  const shown = (of: number, status: Stripe.Invoice.Status) =>
    toPayment({ id: `in_${of}`, status, attempt_count: 1 } as Stripe.Invoice, subscriptions[of - 1]).status;
  expect([shown(1, 'open'), shown(2, 'open'), shown(1, 'paid'), shown(1, 'void')]).toEqual([
    'pending',
    'failed',
    'paid',
    'canceled',
  ]);
});

test('only the names of a customer’s metadata and the visible part of its card leave the adapter', () => {
  const customer = toCustomer(
    {
      id: 'cus_1',
      email: 'a@example.jp',
      created: 1,
      address: null,
      shipping: null,
      metadata: { サロン名: '青山店', userId: 'u', cardholderName: 'TARO' },
    } as unknown as Stripe.Customer,
    card('4242'),
  );
  expect(customer).toEqual({
    id: 'cus_1',
    name: null,
    email: 'a@example.jp',
    phone: null,
    created: 1,
    address: null,
    shipping: null,
    metadata: { サロン名: '青山店' },
    default_payment_method: { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 } },
  });
});

test.each([
  ['an open renewal', 'open', 'subscription_cycle', { amount: 36_300, since: 500 }],
  ['a paid one', 'paid', 'subscription_cycle', undefined],
  ['a first invoice: unpaid, it begins nothing', 'open', 'subscription_create', undefined],
  ['that of a change, which waits for it', 'open', 'subscription_update', undefined],
] as const)('what bears the late charge of the terms: %s', (_what, status, reason, late) => {
  const invoice = { status, billing_reason: reason, amount_paid: 0, amount_remaining: 36_300, attempt_count: 1 };
  expect(toPayment({ ...invoice, status_transitions: { finalized_at: 500 } } as Stripe.Invoice).late).toEqual(late);
});
