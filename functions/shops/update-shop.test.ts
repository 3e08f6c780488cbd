import type { Stripe } from 'stripe';
import { toEditParams } from './edit-shop';
import { Browser } from '#functions/testing/browser';
import { startPaymentServices, shopOnlyBody, type ShopOwner } from '#functions/testing/payment-services';
import { testServices } from '#functions/testing/test-services';
import { createShopOnly } from '#functions/openings/calls';
import { listShops, updateShop } from './calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let customerId: string;

beforeEach(async () => {
  owner = await services.createOwner();
  customerId = String((await owner.browser.post(createShopOnly, shopOnlyBody)).body['customerId']);
  services.operations.length = 0;
});

const edit = (body: unknown, { who = owner.browser, id = customerId } = {}) =>
  who.send(updateShop, { method: 'POST', path: '/api', body, params: { customerId: id } });
const customer = async () => (await services.stripe.customers.retrieve(customerId)) as Stripe.Customer;
const osaka = {
  postal_code: '5300001',
  state: '大阪府',
  city: '大阪市',
  line1: '北区梅田1-1',
  line2: '',
  country: 'JP',
};
const whole = {
  address: osaka,
  shipping: { address: osaka, name: '梅田太郎', phone: '0666666666' },
  phone: '0677777777',
  metadata: { サロン名: '梅田店' },
};

test('name, phone and addresses are changed in Stripe; everything else stays', async () => {
  const response = await edit(whole);
  const shown = {
    customer: {
      id: customerId,
      phone: '0677777777',
      address: { state: '大阪府', line2: null },
      shipping: { name: '梅田太郎', phone: '0666666666', address: { line1: '北区梅田1-1' } },
      metadata: { サロン名: '梅田店', 代理店名: '123456' },
    },
  };
  expect(response).toMatchObject({ status: 200, body: { shop: shown } });
  expect(await customer()).toMatchObject({
    name: '山田太郎',
    email: 'owner@example.jp',
    metadata: { サロン名: '梅田店', 代理店名: '123456', userId: owner.userId, madeBy: expect.any(String) },
  });
  expect((await owner.browser.get(listShops)).body).toMatchObject([shown]);
});

test('half of a surrogate pair in a name, as a cut emoji leaves: it goes, and the rest is saved', async () => {
  expect((await edit({ metadata: { サロン名: '店\ud800' } })).status).toBe(200);
  expect((await customer()).metadata['サロン名']).toBe('店');
});

test('a field is left out: it stays', async () => {
  const before = await customer();
  expect((await edit({ metadata: { サロン名: '新しい名前' } })).status).toBe(200);
  expect(await customer()).toEqual({ ...before, metadata: { ...before.metadata, サロン名: '新しい名前' } });
  await edit({ shipping: { address: osaka, name: '梅田太郎' } });
  expect((await customer()).shipping).toMatchObject({ name: '梅田太郎', phone: '0312345678' });
  expect((await edit({})).status).toBe(200);
});

test('an empty text is cleared; an empty address is cleared as a whole', async () => {
  const empty = { postal_code: '', state: '', city: '', line1: '', line2: '', country: 'JP' };
  const response = await edit({
    address: empty,
    shipping: { address: empty, name: '', phone: '' },
    phone: '',
    metadata: { サロン名: '' },
  });
  expect(response).toMatchObject({
    status: 200,
    body: { shop: { customer: { phone: null, address: null, shipping: null, metadata: { 代理店名: '123456' } } } },
  });
  expect((await customer()).metadata).not.toHaveProperty('サロン名');
});

test('a shipping address without a name: parcels go to the shop’s name', async () => {
  await edit({ shipping: { address: osaka, name: '', phone: '' }, metadata: { サロン名: '梅田店' } });
  expect((await customer()).shipping).toMatchObject({ name: '梅田店', phone: null, address: { state: '大阪府' } });
  await edit({ shipping: { address: osaka, name: '', phone: '' }, metadata: { サロン名: '' } });
  expect((await customer()).shipping).toMatchObject({ name: '山田太郎' });
});

test('the same edit twice, also at once: one change', async () => {
  const [first, second] = await Promise.all([edit(whole), edit(whole)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const after = await customer();
  expect((await edit(whole)).body).toMatchObject({ shop: { customer: { metadata: { サロン名: '梅田店' } } } });
  expect(await customer()).toEqual(after);
});

test('another owner’s shop: 404 like one that does not exist, nothing changes', async () => {
  const other = await services.createOwner('other@example.jp');
  const foreign = await edit(whole, { who: other.browser });
  const missing = await edit(whole, { id: 'cus_nothing' });
  expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
  expect((await edit(whole, { who: new Browser() })).status).toBe(401);
  expect((await customer()).metadata['サロン名']).toBe('青山店');
});

test.each([
  ['a text that is too long', { metadata: { サロン名: 'あ'.repeat(501) } }, 'metadata.サロン名'],
  ['a number that Stripe does not take', { phone: '0'.repeat(21) }, 'phone'],
  ['another country', { address: { ...osaka, country: 'US' } }, 'address.country'],
])('%s is refused by name', async (_what, body, field) => {
  expect(await edit(body)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } },
  });
  expect(services.operations.filter((one) => one.startsWith('stripe'))).toEqual([]);
});

test('Stripe is down: 503, nothing changes', async () => {
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect(await edit(whole)).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
  services.clearFaults();
  expect((await customer()).metadata['サロン名']).toBe('青山店');
});

test('Stripe is down after the change: the last snapshot returns, and the next list shows the change', async () => {
  services.inject((service, operation) => (service === 'stripe' && operation.startsWith('GET') ? 'down' : 'pass'));
  expect(await edit({ metadata: whole.metadata })).toMatchObject({
    status: 200,
    body: { shop: { customer: { metadata: { サロン名: '青山店' } } } },
  });
  services.clearFaults();
  expect((await owner.browser.get(listShops)).body).toMatchObject([{ customer: { metadata: { サロン名: '梅田店' } } }]);
});

test('the customer was deleted in Stripe: the shop disappears', async () => {
  await services.stripe.customers.del(customerId);
  expect(await edit(whole)).toMatchObject({ status: 404, body: { code: 'SHOP_NOT_FOUND' } });
  expect((await services.userItems(owner)).shops).toEqual([]);
});

test('every line of an address is sent, so that no line of the former one stays', () => {
  expect(toEditParams({ address: { ...osaka, country: 'JP' } }, { name: '', phone: '' })).toEqual({ address: osaka });
});
