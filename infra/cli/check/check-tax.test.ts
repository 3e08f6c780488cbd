import { openTestAccount, type TestAccount } from '#emulators/stripe/testing';
import type { AccountSettings } from '#emulators/stripe';
import { ensureCatalogue, findTaxRate, taxRates } from '#shared/catalogue';
import { demoIssuer } from '#shared/model/business';
import { taxSubscriptions } from '../catalogue';
import { checkTax } from './check-stripe';

const rightSettings: Partial<AccountSettings> = {
  accountName: demoIssuer.name,
  taxId: demoIssuer.registrationNumber,
  taxRounding: 'invoice',
};
let account: TestAccount;
const open = async (settings: Partial<AccountSettings> = rightSettings): Promise<void> => {
  account = await openTestAccount({ settings });
  await ensureCatalogue(account.stripe);
};
afterEach(() => account.close());

/** A subscription of two items at odd prices, so that the two ways of rounding differ. */
async function subscribe(defaultTaxRates?: string[]): Promise<string> {
  const { stripe } = account;
  const customer = await stripe.customers.create({ name: '青山商会' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const items = await Promise.all(
    [1_005, 1_005].map(async (amount) => {
      const { id: product } = await stripe.products.create({ name: 'Revonizer' });
      const recurring = { interval: 'month' } as const;
      return { price: (await stripe.prices.create({ product, currency: 'jpy', unit_amount: amount, recurring })).id };
    }),
  );
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items,
    default_payment_method: card.id,
    ...(defaultTaxRates && { default_tax_rates: defaultTaxRates }),
  });
  return made.id;
}
const consumption = async (): Promise<string> => (await findTaxRate(account.stripe, taxRates.consumption))?.id ?? '';
const findings = async (issuer: typeof demoIssuer | undefined = demoIssuer) =>
  Object.fromEntries((await checkTax(account.stripe, issuer)).map(({ what, ...rest }) => [what, rest]));

test('rate, number, name and rounding are right: no finding is wrong', async () => {
  await open();
  await subscribe([await consumption()]);
  const found = await findings();
  expect(Object.values(found).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(found['Stripe account tax id']?.say).toBe('invoices carry T7123456789012');
});

test('tax is rounded at each line: the finding names the invoice that shows it, and the remedy', async () => {
  await open({ ...rightSettings, taxRounding: 'line' });
  await subscribe([await consumption()]);
  const found = (await findings())['Stripe rounding of tax'];
  expect(found).toMatchObject({ state: 'wrong' });
  expect(found?.say).toMatch(/^at each line, as \S+ shows: change Settings > Billing > Invoices/);
});

test('no invoice shows how tax is rounded: rounding is a question', async () => {
  await open();
  expect((await findings())['Stripe rounding of tax']).toMatchObject({ state: 'question' });
});

test('no number, another number and another name at Stripe: each is wrong', async () => {
  await open({ accountName: demoIssuer.name });
  expect(await findings()).toMatchObject({
    'Stripe account tax id': { state: 'wrong' },
    'Stripe name of the issuer': { state: 'ok' },
  });
  await account.close();
  await open({ ...rightSettings, accountName: 'Revonizer', taxId: 'T7000012050002' });
  expect(await findings()).toMatchObject({
    'Stripe account tax id': { state: 'wrong' },
    'Stripe name of the issuer': { state: 'wrong' },
  });
});

test('a stage without an issuer: a question, not a fault', async () => {
  await open();
  const [, number] = await checkTax(account.stripe, undefined);
  expect(number).toMatchObject({ what: 'Stripe account tax id', state: 'question' });
});

test('subscriptions without the rate get it once, without an invoice; the next one costs the same', async () => {
  await open();
  const [bare, taxed] = [await subscribe(), await subscribe([await consumption()])];
  expect((await findings())['Stripe tax of subscriptions']).toMatchObject({ state: 'wrong' });
  expect(await taxSubscriptions(account.stripe, { dryRun: true })).toMatchObject({ there: 1, changed: [bare] });
  expect(await taxSubscriptions(account.stripe)).toEqual({ there: 1, changed: [bare], waiting: [], different: [] });
  expect(await taxSubscriptions(account.stripe)).toEqual({ there: 2, changed: [], waiting: [], different: [] });
  expect((await findings())['Stripe tax of subscriptions']).toMatchObject({ state: 'ok' });
  expect((await account.stripe.invoices.list({ subscription: bare })).data).toHaveLength(1);
  await account.advanceDays(32);
  const newest = async (subscription: string) => (await account.stripe.invoices.list({ subscription })).data[0];
  expect((await newest(bare))?.total).toBe(2_010);
  expect((await newest(bare))?.total_taxes).toMatchObject([{ amount: 183, tax_behavior: 'inclusive' }]);
  expect((await newest(taxed))?.total).toBe(2_010);
});

test('a subscription with another rate is reported and not changed', async () => {
  await open();
  const untaxed = await findTaxRate(account.stripe, taxRates.untaxed);
  const odd = await subscribe([untaxed?.id ?? '']);
  expect(await taxSubscriptions(account.stripe)).toMatchObject({ changed: [], different: [odd] });
  expect((await findings())['Stripe tax of subscriptions']).toMatchObject({ state: 'wrong' });
});
