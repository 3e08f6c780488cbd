import { openTestAccount, type TestAccount } from '../testing/test-account';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const nothing = { reads: 0, writes: 0, transactions: 0, allowedReads: 10_000 };

test('reads, writes and payments of 30 days are counted, with the reads allowed; older ones are not', async () => {
  const { stripe, emulator } = account;
  expect(emulator.readAllocation()).toEqual(nothing);
  const pay = (method: string) =>
    stripe.paymentIntents.create({ amount: 9_900, currency: 'jpy', payment_method: method, confirm: true });
  for (let made = 0; made < 21; made += 1) await pay('pm_card_visa');
  await expect(pay('pm_card_chargeDeclined')).rejects.toThrow();
  await stripe.customers.list();
  expect(emulator.readAllocation()).toEqual({ reads: 1, writes: 22, transactions: 21, allowedReads: 10_500 });
  await account.advanceDays(31);
  expect(emulator.readAllocation()).toEqual(nothing);
});

test('a reset: counted from the beginning', async () => {
  await account.stripe.customers.list();
  await account.emulator.reset();
  expect(account.emulator.readAllocation()).toEqual(nothing);
});
