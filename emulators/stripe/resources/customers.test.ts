import { customerWithCard, makeCatalogue, openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const address = { country: 'JP', postal_code: '1500001', state: '東京都', city: '渋谷区', line1: '神宮前1-2-3' };

test('a customer is created with the given fields and can be read back', async () => {
  const { stripe } = account;
  const created = await stripe.customers.create({
    name: '渋谷店',
    email: 'owner@example.com',
    phone: '0312345678',
    address,
    shipping: { name: '受取 太郎', address, phone: '09012345678' },
    metadata: { サロン名: '渋谷サロン', 代理店名: '123456' },
  });
  expect(created.id).toMatch(/^cus_/);
  expect(await stripe.customers.retrieve(created.id)).toMatchObject({
    object: 'customer',
    name: '渋谷店',
    created: account.now(),
    livemode: false,
    address: { ...address, line2: null },
    shipping: { name: '受取 太郎', phone: '09012345678', address: { ...address, line2: null } },
    metadata: { サロン名: '渋谷サロン', 代理店名: '123456' },
    invoice_settings: { default_payment_method: null },
  });
});

test('a change keeps the other fields; an empty value clears its field', async () => {
  const { stripe } = account;
  const { id } = await stripe.customers.create({ name: 'A', phone: '03', address, metadata: { a: '1', b: '2' } });
  const changed = await stripe.customers.update(id, { name: 'B', phone: '', address: '', metadata: { a: '', c: '3' } });
  expect(changed).toMatchObject({ name: 'B', phone: null, address: null, metadata: { b: '2', c: '3' } });
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
});

test.each([
  ['a key of more than 40 characters', { ['k'.repeat(41)]: 'x' }],
  ['a value of more than 500 characters', { k: 'x'.repeat(501) }],
  ['more than 50 keys', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'x']))],
  ['square brackets in a key', { 'a[b]': 'x' }],
])('metadata refuses %s', async (_what, metadata) => {
  expect((await refusalOf(account.stripe.customers.create({ metadata }))).type).toBe('StripeInvalidRequestError');
});

test('an invalid mail address and an unknown customer are refused', async () => {
  expect((await refusalOf(account.stripe.customers.create({ email: 'nobody' }))).code).toBe('email_invalid');
  const refusal = await refusalOf(account.stripe.customers.retrieve('cus_none'));
  expect(refusal).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such customer: 'cus_none'",
  });
});

test('customers are listed by mail address', async () => {
  const { id } = await account.stripe.customers.create({ email: 'a@example.com' });
  await account.stripe.customers.create({ email: 'b@example.com' });
  expect((await account.stripe.customers.list({ email: 'a@example.com' })).data.map((one) => one.id)).toEqual([id]);
});

test('a card of another customer cannot become the default', async () => {
  const { stripe } = account;
  const { customer, card } = await customerWithCard(stripe);
  expect(
    (await stripe.customers.retrieve(customer.id, { expand: ['invoice_settings.default_payment_method'] })) as unknown,
  ).toMatchObject({
    invoice_settings: { default_payment_method: { id: card, card: { last4: '4242' } } },
  });
  const other = await stripe.customers.create({});
  const refusal = await refusalOf(
    stripe.customers.update(other.id, { invoice_settings: { default_payment_method: card } }),
  );
  expect(refusal).toMatchObject({ code: 'resource_missing', param: 'invoice_settings[default_payment_method]' });
});

test('a test card given at creation is attached and becomes the default', async () => {
  const customer = await account.stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const { data } = await account.stripe.paymentMethods.list({ customer: customer.id });
  expect(data.map(({ id }) => id)).toEqual([customer.invoice_settings.default_payment_method]);
});

test('a customer is deleted: its subscriptions end, and a stub remains', async () => {
  const { stripe } = account;
  const { first } = await makeCatalogue(stripe);
  const { customer } = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: first.id }] });
  expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
  expect((await refusalOf(stripe.customers.update(customer.id, { name: 'X' }))).code).toBe('resource_missing');
  expect((await stripe.customers.list()).data).toHaveLength(0);
  const { data } = await stripe.subscriptions.list({ status: 'all', expand: ['data.customer'] });
  expect(data[0]?.customer).toMatchObject({ deleted: true });
});
