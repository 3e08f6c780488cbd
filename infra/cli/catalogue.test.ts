import { openTestAccount, type TestAccount } from '../../local/stripe/testing/test-account';
import { catalogue } from '#shared/model/catalogue';
import { ensureCatalogue } from '#shared/ensure-catalogue';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const outcomes = async (options?: { dryRun: boolean }) =>
  (await ensureCatalogue(account.stripe, options)).map((one) => one.outcome);
const prices = async () => (await account.stripe.prices.list({ expand: ['data.product'] })).data;

test('an empty account: three products with a monthly price in yen each; a second run creates nothing', async () => {
  expect(await outcomes()).toEqual(['created', 'created', 'created']);
  expect(await outcomes()).toEqual(['there', 'there', 'there']);
  const made = await prices();
  expect(made).toHaveLength(3);
  for (const entry of catalogue) {
    expect(made.find((one) => one.lookup_key === entry.lookupKey)).toMatchObject({
      unit_amount: entry.unitAmount,
      currency: 'jpy',
      tax_behavior: 'inclusive',
      recurring: { interval: 'month' },
      product: { id: entry.productId, name: entry.name, metadata: { tier: entry.tier } },
    });
  }
});

test('a dry run on an empty account: all are reported missing, nothing is created', async () => {
  expect(await outcomes({ dryRun: true })).toEqual(['missing', 'missing', 'missing']);
  expect(await prices()).toEqual([]);
});

test('a product without a price: the price is created, no second product', async () => {
  const [first] = catalogue;
  await account.stripe.products.create({
    id: first?.productId ?? '',
    name: 'made by hand',
    metadata: { tier: 'FIRST_UNIT' },
  });
  expect(await outcomes()).toEqual(['created', 'created', 'created']);
  expect((await account.stripe.products.list()).data).toHaveLength(3);
});

test('another price under the lookup key: the difference is reported, and the price stays', async () => {
  await ensureCatalogue(account.stripe);
  const product = await account.stripe.products.create({ name: 'other' });
  await account.stripe.prices.create({
    product: product.id,
    currency: 'jpy',
    unit_amount: 10_000,
    recurring: { interval: 'month' },
    lookup_key: catalogue[0]?.lookupKey ?? '',
    transfer_lookup_key: true,
  });
  const [outcome] = await ensureCatalogue(account.stripe);
  expect(outcome).toEqual({
    lookupKey: catalogue[0]?.lookupKey,
    outcome: 'different',
    detail: 'it costs 10000, not 9900; its product does not carry metadata.tier FIRST_UNIT',
  });
  expect((await prices()).find((one) => one.lookup_key === catalogue[0]?.lookupKey)?.unit_amount).toBe(10_000);
});
