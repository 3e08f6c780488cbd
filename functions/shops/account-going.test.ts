import { markDeleting, unmarkDeleting, eraseUser } from '#functions/accounts/profiles-table';
import { queryRange } from '#functions/platform/dynamodb/query';
import { adoptCustomer } from '#functions/openings/make-shop';
import { deliverEvent, newestEvent } from '#functions/testing/deliver-events';
import { startPaymentServices, shopOnlyBody, type ShopOwner } from '#functions/testing/payment-services';
import { testServices } from '#functions/testing/test-services';
import { createShopOnly } from '#functions/openings/calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const submit = () =>
  owner.browser.send(createShopOnly, {
    method: 'POST',
    path: '/api',
    body: shopOnlyBody,
    headers: { 'idempotency-key': 'the-key-of-this-form' },
  });
const customers = async () => (await services.stripe.customers.list()).data;
/** What is left once the account is deleted. */
async function left(): Promise<object> {
  await eraseUser(owner.userId, services.clock.now() / 1000);
  const records = await queryRange('users', { pk: `USER#${owner.userId}` });
  return {
    customers: (await customers()).length,
    shops: (await services.userItems(owner)).shops.length,
    records: records.length,
  };
}
const nothing = { customers: 0, shops: 0, records: 1 };

/** Stripe made the customer, and no record of it was written. */
async function cutOffAfterCustomer(): Promise<void> {
  let made = false;
  services.inject((service, operation) => {
    if (made) return 'down';
    made = service === 'stripe' && operation === 'POST /v1/customers';
    return made ? 'lost' : 'pass';
  });
  expect((await submit()).status).toBe(503);
  services.clearFaults();
  services.clock.advance(31_001);
  expect(await customers()).toHaveLength(1);
}

test('the account is being deleted: no customer, no shop and no record with addresses is left', async () => {
  await cutOffAfterCustomer();
  await markDeleting(owner.userId, 0);
  expect(await submit()).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
  expect(await left()).toEqual(nothing);
});

test('a customer of a request that nobody knows: no shop', async () => {
  const metadata = { userId: owner.userId, madeBy: `key.${crypto.randomUUID()}` };
  const { id } = await services.stripe.customers.create({ email: 'owner@example.jp', metadata });
  expect(await adoptCustomer(id)).toBeUndefined();
  expect((await services.userItems(owner)).shops).toEqual([]);
});

test('the account was deleted while its customer was made: the customer goes too', async () => {
  let erasing: Promise<void> | undefined;
  services.inject((service, operation) => {
    if (service === 'stripe' && operation === 'POST /v1/customers')
      erasing ??= eraseUser(owner.userId, services.clock.now() / 1000);
    return 'pass';
  });
  expect([401, 409]).toContain((await submit()).status);
  await erasing;
  expect(await left()).toEqual(nothing);
});

test('a deletion that was called off: the owner can open a shop again', async () => {
  await markDeleting(owner.userId, 0);
  expect((await submit()).status).toBe(401);
  await unmarkDeleting(owner.userId);
  expect((await submit()).status).toBe(200);
});

test('the account is deleted already: marking it creates no new profile', async () => {
  await markDeleting('nobody', 0);
  expect((await services.userItems({ ...owner, userId: 'nobody' })).profile).toBeUndefined();
});

test('the account is being deleted: the event of an interrupted opening deletes the customer', async () => {
  await cutOffAfterCustomer();
  await markDeleting(owner.userId, 0);
  const event = await newestEvent(services, 'customer.created');
  expect((await deliverEvent(services, event)).status).toBe(200);
  expect(await left()).toEqual(nothing);
});
