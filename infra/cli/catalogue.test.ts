import { openTestAccount, type TestAccount } from '#emulators/stripe/testing';
import { catalogue, ensureCatalogue } from '#shared/catalogue';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const outcomes = async (options?: { dryRun: boolean }) =>
  (await ensureCatalogue(account.stripe, options)).map((one) => one.outcome);
const five = (outcome: string): string[] => Array.from({ length: 5 }, () => outcome);
const prices = async () => (await account.stripe.prices.list({ expand: ['data.product'] })).data;

test('an empty account: three monthly prices and two tax rates are created; a second run creates nothing', async () => {
  expect(await outcomes()).toEqual(five('created'));
  expect(await outcomes()).toEqual(five('there'));
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
  const { data: rates } = await account.stripe.taxRates.list();
  expect(rates.map((rate) => [rate.display_name, rate.percentage, rate.inclusive, rate.country])).toEqual([
    ['不課税', 0, true, 'JP'],
    ['消費税', 10, true, 'JP'],
  ]);
});

test('a dry run on an empty account: all are reported missing, nothing is created', async () => {
  expect(await outcomes({ dryRun: true })).toEqual(five('missing'));
  expect(await prices()).toEqual([]);
});

test('a product without a price: the price is created, no second product', async () => {
  const [first] = catalogue;
  await account.stripe.products.create({
    id: first?.productId ?? '',
    name: 'made by hand',
    metadata: { tier: 'FIRST_UNIT' },
  });
  expect(await outcomes()).toEqual(five('created'));
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
    key: catalogue[0]?.lookupKey,
    kind: 'price',
    outcome: 'different',
    detail:
      'it costs 10000, not 9900; its tax behavior is unspecified, not inclusive; ' +
      'its product does not carry metadata.tier FIRST_UNIT',
  });
  expect((await prices()).find((one) => one.lookup_key === catalogue[0]?.lookupKey)?.unit_amount).toBe(10_000);
});

test('a price for every second month, and an archived product: both are reported', async () => {
  await ensureCatalogue(account.stripe);
  const [first, second] = catalogue;
  await account.stripe.prices.create({
    product: first?.productId ?? '',
    currency: 'jpy',
    unit_amount: 9_900,
    tax_behavior: 'inclusive',
    recurring: { interval: 'month', interval_count: 2 },
    lookup_key: first?.lookupKey ?? '',
    transfer_lookup_key: true,
  });
  await account.stripe.products.update(second?.productId ?? '', { active: false });
  expect((await ensureCatalogue(account.stripe)).slice(0, 2).map(({ detail }) => detail)).toEqual([
    'it is charged every 2 intervals, not 1',
    'its product is archived',
  ]);
});

test('an archived price that holds the lookup key: a new price takes the key over', async () => {
  await ensureCatalogue(account.stripe);
  const old = (await prices()).find((one) => one.lookup_key === catalogue[0]?.lookupKey);
  await account.stripe.prices.update(old?.id ?? '', { active: false });
  expect((await ensureCatalogue(account.stripe, { dryRun: true }))[0]).toMatchObject({
    outcome: 'missing',
    detail: 'an archived price holds its lookup key',
  });
  expect(await outcomes()).toEqual(['created', 'there', 'there', 'there', 'there']);
  expect(await outcomes()).toEqual(five('there'));
  const holders = (await prices()).filter((one) => one.lookup_key === catalogue[0]?.lookupKey);
  expect(holders.map(({ id, active }) => [id === old?.id, active])).toEqual([[false, true]]);
});

test('an archived tax rate: a new one is created; another percentage under our mark: it is reported', async () => {
  await ensureCatalogue(account.stripe);
  const rate = (await account.stripe.taxRates.list()).data.find(({ percentage }) => percentage === 10);
  await account.stripe.taxRates.update(rate?.id ?? '', { active: false });
  await account.stripe.taxRates.create({
    display_name: '消費税',
    percentage: 8,
    inclusive: true,
    metadata: { portal: 'consumption-tax-10' },
  });
  expect((await ensureCatalogue(account.stripe))[3]).toEqual({
    key: 'consumption-tax-10',
    kind: 'tax rate',
    outcome: 'different',
    detail: 'it is 8 %, not 10 %',
  });
});
