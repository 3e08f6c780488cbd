import { trialDays, type QuantityPreview } from '#shared/model/pricing';
import { scheduleOfChange, scheduleOfOrder } from './payment-schedule';

const now = Date.UTC(2026, 10, 15, 3);

test('a first order: nothing today, the first payment after the trial', () =>
  expect(scheduleOfOrder({ discount: 0, total: 9_900, trial: true }, now)).toEqual({
    today: { amount: 0, is: 'trial' },
    next: { amount: 9_900, at: now + trialDays * 86_400_000 },
    monthly: 9_900,
    afterDiscount: undefined,
  }));

test('a later order with a discount: the first month today, and the full price once the discount has ended', () =>
  expect(scheduleOfOrder({ discount: 990, total: 8_910, trial: false }, now)).toEqual({
    today: { amount: 8_910, is: 'first-month' },
    next: { amount: 8_910, at: Date.UTC(2026, 11, 15, 3) },
    monthly: 8_910,
    afterDiscount: 9_900,
  }));

test('a discount for one payment: the first is discounted, the later ones are not', () => {
  const pricing = { discount: 990, total: 8_910, discounted: { payments: 1, until: null } };
  expect(scheduleOfOrder({ ...pricing, trial: true }, now)).toMatchObject({
    next: { amount: 8_910 },
    monthly: 9_900,
    discounted: pricing.discounted,
  });
  expect(scheduleOfOrder({ ...pricing, trial: false }, now)).toMatchObject({
    today: { amount: 8_910 },
    next: { amount: 9_900 },
    monthly: 9_900,
  });
});

describe('a change of quantities', () => {
  const goesOn = { cancel_at_period_end: false, ends_at: null, current_period_end: now / 1000 };
  const ending = { cancel_at_period_end: true, ends_at: now / 1000 };
  const preview: QuantityPreview = {
    prorationDate: now / 1000,
    dueNow: 4_400,
    dueNowLines: [],
    nextInvoice: { amount: 16_000, date: now / 1000 },
    monthly: { lines: [], discount: 1_870, total: 16_830 },
  };

  test('today the rest of the period, then the next invoice, then each month with and without discount', () =>
    expect(scheduleOfChange(preview, goesOn)).toEqual({
      today: { amount: 4_400, is: 'rest-of-period' },
      next: { amount: 16_000, at: now },
      monthly: 16_830,
      afterDiscount: 18_700,
    }));

  test('a subscription that ends: no further payment', () =>
    expect(
      scheduleOfChange({ ...preview, nextInvoice: { amount: 0, date: now / 1000 } }, { ...goesOn, ...ending }),
    ).toMatchObject({ next: 'none', afterDiscount: undefined }));

  test('a subscription that ends while something waits for an invoice: one last payment', () =>
    expect(scheduleOfChange(preview, { ...goesOn, ...ending })).toMatchObject({
      next: { amount: 16_000, at: now, after: 'none' },
      afterDiscount: undefined,
    }));

  test.each([
    ['one period after the next payment: it is the last one', 31, 'none', undefined],
    ['two periods after it: payments until the end', 59, 'until-the-end', 18_700],
  ])('an end that is planned %s', (_when, days, after, afterDiscount) =>
    expect(scheduleOfChange(preview, { ...goesOn, ends_at: now / 1000 + days * 86_400 })).toMatchObject({
      next: { amount: 16_000, at: now, after },
      afterDiscount,
    }),
  );
});
