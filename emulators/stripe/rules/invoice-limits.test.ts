import { customerWithCard, makeCatalogue, openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
beforeEach(async () => void (account = await openTestAccount()));
afterEach(() => account.close());

/** A subscription whose quantity `raise` sets with an invoice at once. */
async function subscribe() {
  const prices = await makeCatalogue(account.stripe);
  const { customer } = await customerWithCard(account.stripe);
  const { id, items } = await account.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.fifth.id }],
  });
  const item = items.data[0]?.id ?? '';
  const invoices = async () => (await account.stripe.invoices.list({ subscription: id, limit: 100 })).data.length;
  return {
    invoices,
    set: (quantity: number, behavior: 'always_invoice' | 'none' = 'always_invoice') =>
      account.stripe.subscriptions.update(id, { items: [{ id: item, quantity }], proration_behavior: behavior }),
  };
}

test('11 invoices within a minute: the last is refused as resource-specific, and changes nothing', async () => {
  const { set, invoices } = await subscribe();
  for (let quantity = 2; quantity <= 10; quantity += 1) await set(quantity);
  const refusal = await refusalOf(set(11));
  expect([refusal.statusCode, refusal.code, refusal.headers?.['stripe-rate-limited-reason']]).toEqual([
    429,
    'rate_limit',
    'resource-specific',
  ]);
  expect(await invoices()).toBe(10);
  await expect(set(11, 'none')).resolves.toMatchObject({ items: { data: [{ quantity: 11 }] } });
  account.clock.advance(60_000);
  await set(12);
  expect(await invoices()).toBe(11);
});

test('21 invoices within a day: the last is refused; a day after the first there is room for one', async () => {
  const { set, invoices } = await subscribe();
  for (let quantity = 2; quantity <= 20; quantity += 1) {
    account.clock.advance(10 * 60_000);
    await set(quantity);
  }
  account.clock.advance(10 * 60_000);
  expect((await refusalOf(set(21))).statusCode).toBe(429);
  account.clock.advance(86_400_000 - 200 * 60_000);
  await set(21);
  expect(await invoices()).toBe(21);
});

test('201 changes of a quantity within an hour: the last is refused until the hour is over', async () => {
  const { set } = await subscribe();
  for (let change = 1; change <= 200; change += 1) await set(change % 2 === 0 ? 2 : 3, 'none');
  const refusal = await refusalOf(set(9, 'none'));
  expect([refusal.statusCode, refusal.headers?.['stripe-rate-limited-reason']]).toEqual([429, 'resource-specific']);
  await expect(set(2, 'none')).resolves.toMatchObject({ items: { data: [{ quantity: 2 }] } });
  account.clock.advance(60 * 60_000);
  await expect(set(9, 'none')).resolves.toMatchObject({ items: { data: [{ quantity: 9 }] } });
});
