import type { TierPrices } from '#shared/model/pricing';
import type { LiveSubscription } from '#functions/billing/live-subscription';
import { checkChangeable, prorationDateOf } from './decide-quantities';
import { decideRenewal } from '#functions/endings/end-subscription';
import { areMet, canGoOn, madeInvoice, stepsOf } from './plan-change';

const item = (id: string, quantity: number, priceId = `price_of_${id}`) => ({
  id,
  priceId,
  productId: 'prod',
  quantity,
});
const live = (change: Partial<LiveSubscription> = {}): LiveSubscription => ({
  id: 'sub',
  customerId: 'cus',
  status: 'active',
  items: [item('si_1', 1), item('si_2', 2), item('si_o', 3)],
  periodStart: 1_000,
  periodEnd: 5_000,
  endsAt: null,
  endsAtPeriodEnd: false,
  hasCard: true,
  discounts: [],
  latestInvoiceId: 'in_1',
  pendingInvoiceId: null,
  ...change,
});
const prices = { FIFTH_AND_MORE: { priceId: 'price_fifth' } } as TierPrices;
const targets = [
  { id: 'si_2', from: 2, to: 3 },
  { id: 'si_o', from: 3, to: 0 },
  { tier: 'FIFTH_AND_MORE' as const, from: 0 as const, to: 1 },
];
const facts = {
  targets,
  prices,
  billed: new Map([
    ['si_2', 2],
    ['si_o', 3],
  ]),
  prorationDate: 2_000,
};
const plan = stepsOf(live(), facts);

test('an increase is paid first, a decrease follows; in a trial all is free', () => {
  expect(plan).toEqual({
    before: { si_1: 1, si_2: 2, si_o: 3 },
    latestInvoiceId: 'in_1',
    corrections: [],
    increases: [
      { id: 'si_2', quantity: 3 },
      { priceId: 'price_fifth', quantity: 1 },
    ],
    rest: [{ id: 'si_o', quantity: 0 }],
    prorationDate: 2_000,
  });
  expect(stepsOf(live({ status: 'trialing' }), facts)).toMatchObject({
    increases: [],
    rest: { length: 3 },
  });
});

test.each([
  ['up to what was billed', 6, 20, 7, 'free'],
  ['to exactly what was billed', 6, 20, 20, 'free'],
  ['above what was billed', 6, 20, 21, 'charged'],
  ['down, still above what was billed', 9, 5, 7, 'free'],
  ['from 0 up to what was billed', 0, 3, 3, 'free'],
  ['an item that nothing was billed for', 2, 0, 3, 'charged'],
])('a change %s: from %d with %d billed to %d is %s', (_case, from, billed, to, expected) => {
  const made = stepsOf(live(), {
    targets: [{ id: 'si_2', from, to }],
    prices,
    billed: new Map(billed === 0 ? [] : [['si_2', billed]]),
    prorationDate: 2_000,
  });
  const target = [{ id: 'si_2', quantity: to }];
  expect([made.increases, made.rest]).toEqual(expected === 'free' ? [[], target] : [target, []]);
});

const paid = [item('si_1', 1), item('si_2', 3), item('si_o', 3), item('si_3', 1, 'price_fifth')];
test.each([
  ['as before it', {}, true],
  ['paid', { items: paid, latestInvoiceId: 'in_2' }, true],
  ['waiting for its payment', { latestInvoiceId: 'in_2', pendingInvoiceId: 'in_2' }, true],
  [
    'done',
    { items: paid.map((one) => (one.id === 'si_o' ? { ...one, quantity: 0 } : one)), latestInvoiceId: 'in_2' },
    true,
  ],
  ['voided or expired', { latestInvoiceId: 'in_2' }, false],
  ['changed elsewhere', { items: [item('si_1', 1), item('si_2', 9), item('si_o', 3)] }, false],
  ['with an item that it does not know', { items: [...live().items, item('si_x', 1)] }, false],
  ['without an item that it keeps', { items: [item('si_1', 1), item('si_o', 3)] }, false],
  ['in the next period', { periodStart: 5_000 }, false],
  ['over without its charge', { status: 'canceled' as const }, false],
  ['over after its charge', { status: 'canceled' as const, items: paid, latestInvoiceId: 'in_2' }, true],
])('an unfinished plan, the subscription %s: it continues or is decided again (%#)', (_state, change, goesOn) => {
  expect(canGoOn(plan, live(change))).toBe(goesOn);
});

test('tells whether quantities are met, and whether the newest invoice belongs to the plan', () => {
  expect(areMet(plan.increases, live())).toBe(false);
  expect(areMet(plan.increases, live({ items: paid }))).toBe(true);
  expect(areMet(plan.rest, live({ items: [] }))).toBe(true);
  expect(madeInvoice(plan, live())).toBeUndefined();
  expect(madeInvoice(plan, live({ latestInvoiceId: 'in_2' }))).toBe('in_2');
  expect(madeInvoice({ ...plan, increases: [] }, live({ latestInvoiceId: 'in_2' }))).toBeUndefined();
});

test.each([
  ['past_due', 'SUBSCRIPTION_OVERDUE'],
  ['unpaid', 'SUBSCRIPTION_OVERDUE'],
  ['canceled', 'SUBSCRIPTION_NOT_CHANGEABLE'],
  ['incomplete', 'SUBSCRIPTION_NOT_CHANGEABLE'],
  ['incomplete_expired', 'SUBSCRIPTION_NOT_CHANGEABLE'],
  ['paused', 'SUBSCRIPTION_NOT_CHANGEABLE'],
])('a subscription that is %s cannot be changed: %s', (status, code) =>
  expect(() => checkChangeable({ status })).toThrow(expect.objectContaining({ code })),
);

test('the date of a preview is valid for half an hour within the period', () => {
  const period = { periodStart: 1_000 };
  expect(prorationDateOf(undefined, period, 3_000)).toBe(3_000);
  expect(prorationDateOf(undefined, period, 990)).toBe(1_000);
  for (const given of [1_200, 3_000, 3_060]) expect(prorationDateOf(given, period, 3_000)).toBe(given);
  for (const given of [999, 1_199, 3_061])
    expect(() => prorationDateOf(given, period, 3_000)).toThrow(expect.objectContaining({ code: 'PREVIEW_EXPIRED' }));
});

test.each([
  [null, undefined, false],
  [null, true, undefined],
  [null, false, false],
  [9_000, undefined, true],
  [9_000, true, true],
  [9_000, false, undefined],
])('a planned end %s, asked for %s: renews %s', (endsAt, asked, renews) => {
  expect(decideRenewal({ status: 'past_due', endsAt }, asked)).toBe(renews);
  expect(() => decideRenewal({ status: 'canceled', endsAt }, asked)).toThrow(
    expect.objectContaining({ code: 'SUBSCRIPTION_NOT_CHANGEABLE' }),
  );
});
