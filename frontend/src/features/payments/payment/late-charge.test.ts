import { aPayment, aShop } from '../../../../testing/shops';
import { lateCharge, lateChargePercent, openInvoices } from './open-invoices';

const onDay = (day: string): number => Date.parse(`${day}+09:00`) / 1000;

test.each([
  ['paid on the day it was due', 9900, '2027-01-31T09:00', '2027-01-31T23:59', 0],
  ['paid before it was due', 9900, '2027-01-31T09:00', '2027-01-30T09:00', 0],
  ['one minute past midnight is the first day', 1_000_000, '2027-01-31T23:59', '2027-02-01T00:01', 400],
  ['a year of 365 days is 14.6 %', 1_000_000, '2027-01-31T09:00', '2028-01-31T09:00', 146_000],
  ['a part of a yen is not charged', 9900, '2027-01-31T09:00', '2027-02-01T09:00', 3],
  ['30 days of 36,300 yen', 36_300, '2027-01-31T09:00', '2027-03-02T09:00', 435],
  ['nothing owed', 0, '2027-01-31T09:00', '2027-03-02T09:00', 0],
])('%s: %d yen from %s to %s cost %d yen', (_case, yen, due, paid, charge) => {
  expect(lateCharge(yen, onDay(due), onDay(paid))).toBe(charge);
});

test('the charge of some days is their part of the yearly percentage', () => {
  for (const days of [1, 2, 31, 364, 365])
    expect(lateCharge(10_000_000, 0, days * 86_400)).toBe(Math.floor((10_000_000 * lateChargePercent * days) / 36_500));
});

test('a late payment beside the draft of the next one: the late one alone is to be paid', () => {
  const late = aPayment({ id: 'in_1', status: 'failed', amount: 36_300 });
  const shop = aShop({ payment_history: [aPayment({ status: 'pending' }), late] });
  expect(openInvoices(shop, { id: late.subscription ?? '', status: 'past_due' })).toMatchObject({
    list: [late],
    amount: 36_300,
  });
});

test('an order whose payment nobody has tried yet: its first invoice is to be paid', () => {
  const first = aPayment({ status: 'pending', amount: 9_900 });
  const shop = aShop({ payment_history: [first] });
  expect(openInvoices(shop, { id: first.subscription ?? '', status: 'incomplete' })?.amount).toBe(9_900);
});
