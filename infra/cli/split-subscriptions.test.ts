import { openTestAccount, type TestAccount } from '#emulators/stripe/testing';
import { catalogue, ensureCatalogue } from '#shared/catalogue';
import { splitSubscriptions } from './catalogue';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
  await ensureCatalogue(account.stripe);
});
afterEach(() => account.close());

const priceOf = async (tier: string): Promise<string> => {
  const lookupKey = catalogue.find((entry) => entry.tier === tier)?.lookupKey ?? '';
  return (await account.stripe.prices.list({ lookup_keys: [lookupKey] })).data[0]?.id ?? '';
};
/** A price of a tier that the list no longer has. */
async function formerPrice(amount: number): Promise<string> {
  const { stripe } = account;
  const { id: product } = await stripe.products.create({ name: '3台目以降', metadata: { tier: 'THIRD_AND_MORE' } });
  const recurring = { interval: 'month' } as const;
  return (await stripe.prices.create({ product, currency: 'jpy', unit_amount: amount, recurring })).id;
}
async function subscribe(...items: [price: string, quantity: number][]): Promise<string> {
  const { stripe } = account;
  const customer = await stripe.customers.create({ name: '青山商会' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: items.map(([price, quantity]) => ({ price, quantity })),
    default_payment_method: card.id,
  });
  return made.id;
}
const itemsOf = async (id: string) =>
  (await account.stripe.subscriptions.retrieve(id)).items.data.map(({ price, quantity }) => [
    price.lookup_key,
    quantity,
  ]);
const invoicesOf = async (subscription: string) => (await account.stripe.invoices.list({ subscription })).data;

test('a tier is gone: devices are split as the list says, nothing is charged before the next invoice', async () => {
  const [first, second] = [await priceOf('FIRST_UNIT'), await priceOf('SECOND_TO_FOURTH')];
  const former = await subscribe([first, 1], [second, 1], [await formerPrice(5_000), 4]);
  const right = await subscribe([first, 1], [second, 3]);
  const expected = { there: 1, changed: [{ id: former, devices: 6, before: 38_700, after: 53_900 }], waiting: [] };
  expect(await splitSubscriptions(account.stripe, { dryRun: true })).toEqual(expected);
  expect(await itemsOf(former)).toHaveLength(3);

  expect(await splitSubscriptions(account.stripe)).toEqual(expected);
  expect(new Map((await itemsOf(former)) as [string, number][])).toEqual(
    new Map([
      ['revonizer_first_unit_monthly', 1],
      ['revonizer_second_to_fourth_monthly', 3],
      ['revonizer_fifth_and_more_monthly', 2],
    ]),
  );
  expect(await invoicesOf(former)).toHaveLength(1);
  const next = await account.stripe.invoices.createPreview({ subscription: former });
  expect([next.total, next.lines.data.length]).toEqual([53_900, 3]);
  expect(await itemsOf(right)).toHaveLength(2);
  expect(await splitSubscriptions(account.stripe)).toEqual({ there: 2, changed: [], waiting: [] });
});

test('a tier at a price of its own, and another product: both stay; an ended subscription is left alone', async () => {
  const { stripe } = account;
  const recurring = { interval: 'month' } as const;
  const own = await stripe.prices.create({
    product: catalogue[0]?.productId ?? '',
    currency: 'jpy',
    unit_amount: 8_000,
    recurring,
  });
  const { id: product } = await stripe.products.create({ name: '保守' });
  const service = await stripe.prices.create({ product, currency: 'jpy', unit_amount: 1_000, recurring });
  const former = await formerPrice(5_000);
  const id = await subscribe([own.id, 1], [service.id, 1], [former, 2]);
  await stripe.subscriptions.cancel(await subscribe([former, 1]));
  expect((await splitSubscriptions(stripe)).changed).toEqual([{ id, devices: 3, before: 18_000, after: 25_600 }]);
  const prices = (await stripe.subscriptions.retrieve(id)).items.data.map(({ price, quantity }) => [
    price.unit_amount,
    quantity,
  ]);
  expect(prices).toEqual([
    [8_000, 1],
    [1_000, 1],
    [8_800, 2],
  ]);
});

test('a change that waits for its payment is not touched; the next run finds the subscription', async () => {
  const { stripe } = account;
  const former = await formerPrice(5_000);
  const id = await subscribe([await priceOf('FIRST_UNIT'), 1], [former, 1]);
  const { customer, items } = await stripe.subscriptions.retrieve(id);
  const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer as string });
  await stripe.subscriptions.update(id, { default_payment_method: card.id });
  await stripe.subscriptions.update(id, {
    items: [{ id: items.data.find(({ price }) => price.id === former)?.id ?? '', quantity: 2 }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  });
  expect(await splitSubscriptions(stripe)).toEqual({ there: 0, changed: [], waiting: [id] });
});

test('a price of the list is missing: refused with the way out', async () => {
  await account.stripe.prices.update(await priceOf('FIFTH_AND_MORE'), { active: false });
  await expect(splitSubscriptions(account.stripe)).rejects.toThrow('npm run catalogue makes it');
});
