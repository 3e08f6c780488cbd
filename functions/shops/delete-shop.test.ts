import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { callTimeout } from '#shared/constants';
import type { Fault } from '../../local/testing/functions';
import { takeLease } from '#functions/platform/leases';
import { tasksKey } from '#functions/platform/users-table';
import { readOnce } from '#functions/platform/once';
import { whatKeepsShop } from './delete-shop';
import { identifyRequest } from '#functions/platform/identify-request';
import { Browser } from '#functions/testing/browser';
import { deliverEvent, newestEvent } from '#functions/testing/deliver-events';
import {
  startPaymentServices,
  shopOnlyBody,
  subscribedBody,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { saveTrialCard } from '#functions/testing/save-card';
import { testServices } from '#functions/testing/test-services';
import { cancelSubscription } from '#functions/endings/calls';
import { listShops, deleteShop } from './calls';
import { createShopOnly, createShopWithSubscription } from '#functions/openings/calls';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const day = 86_400_000;
const openShop = async (): Promise<string> =>
  String((await owner.browser.post(createShopOnly, shopOnlyBody)).body['customerId']);
const remove = (customerId: string, who = owner.browser) => who.delete(deleteShop, { params: { customerId } });
const items = async (TableName: 'users' | 'audit') =>
  (await DynamoDBDocumentClient.from(new DynamoDBClient({})).send(new ScanCommand({ TableName }))).Items ?? [];
/**
 * What is kept of a shop besides the audit record, the idempotency record and its former owner. A lease ends by
 * itself, and so does a task, such as the staff's record of what was withdrawn.
 */
const traces = async (...ids: string[]) =>
  (await items('users')).filter(
    ({ pk, sk }) =>
      pk !== tasksKey &&
      ids.some((id) => `${String(pk)} ${String(sk)}`.includes(id)) &&
      sk !== 'former' &&
      !String(sk).startsWith('LEASE#'),
  );
const rent = async (card?: string) => {
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 1 }));
  if (card !== undefined) await saveTrialCard(services, body, card);
  return { customerId: String(body['customerId']), subscriptionId: String(body['subscriptionId']) };
};

test('no obligations: the customer, cards and all data of the shop are deleted; the audit record stays', async () => {
  const [customerId, other] = [await openShop(), (await rent()).customerId];
  const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  expect(await remove(customerId)).toMatchObject({ status: 200, body: { message: '店舗を削除しました' } });
  expect(await services.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true });
  expect((await services.stripe.paymentMethods.retrieve(card.id)).customer).toBeNull();
  expect(await traces(customerId)).toEqual([]);
  expect((await owner.browser.get(listShops)).body).toMatchObject([{ customer: { id: other } }]);
  const audit = await items('audit');
  expect(audit).toEqual([
    expect.objectContaining({
      event: 'shop-deleted',
      userId: owner.userId,
      by: owner.userId,
      customerId,
      address: '203.0.113.7',
      acceptance: expect.objectContaining({ termsVersion: '2026-11-25', acceptedAt: expect.any(Number) }),
    }),
  ]);
  expect(JSON.stringify(audit)).not.toMatch(/山田|青山/);
});

test('a shop that rented devices: nothing of it stays but what leads to its collection', async () => {
  const { customerId, subscriptionId } = await rent('4242424242424242');
  await owner.browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: subscriptionId } });
  const kept = () => traces(customerId, subscriptionId);
  expect((await kept()).map(({ sk }) => String(sk).split('#')[0])).toContain('SNAPSHOT');
  expect((await remove(customerId)).status).toBe(200);
  const links = (await kept()).map(({ pk: _pk, sk: _sk, ...link }) => link);
  expect(links).toEqual(links.map(() => ({ customerId })));
});

test('an active subscription, as Stripe has it now: refused', async () => {
  const { customerId, subscriptionId } = await rent();
  expect(await remove(customerId)).toMatchObject({
    status: 409,
    body: {
      code: 'SHOP_NOT_DELETABLE',
      activeSubscriptions: 1,
      unpaidInvoices: 0,
      message: '1件の有効なサブスクリプションがあります。先に解約してください。',
    },
  });
  await services.stripe.subscriptions.cancel(subscriptionId);
  expect((await remove(customerId)).status).toBe(200);
});

test('an unpaid invoice of an ended subscription: refused; an invoice that was written off: deleted', async () => {
  const { customerId, subscriptionId } = await rent('4000000000000341');
  services.clock.advance(36 * day);
  await services.emulator.tick();
  await services.stripe.subscriptions.cancel(subscriptionId);
  const refusal = await remove(customerId);
  expect(refusal).toMatchObject({
    status: 409,
    body: {
      code: 'SHOP_NOT_DELETABLE',
      activeSubscriptions: 0,
      unpaidInvoices: 1,
      message: '1件の未払いの請求があります。先にお支払いください。',
    },
  });
  const [invoice] = (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data;
  await services.stripe.invoices.markUncollectible(invoice?.id ?? '');
  expect((await remove(customerId)).status).toBe(200);
});

test('an invoice that is about to be collected: counts as unpaid', async () => {
  const { customerId } = await rent('4242424242424242');
  services.clock.advance(35 * day);
  await services.emulator.tick(); // the trial is over, and its first invoice is a draft for an hour
  expect(await remove(customerId)).toMatchObject({ status: 409, body: { activeSubscriptions: 1, unpaidInvoices: 1 } });
});

test.each([
  [{ activeSubscriptions: 0, unpaidInvoices: 0 }, undefined],
  [
    { activeSubscriptions: 2, unpaidInvoices: 1 },
    '2件の有効なサブスクリプションがあります。先に解約してください。1件の未払いの請求があります。先にお支払いください。',
  ],
])('%j: %s', (obligations, text) => expect(whatKeepsShop(obligations)).toBe(text));

test('another owner’s shop or a deleted one: 404 like one that does not exist', async () => {
  const customerId = await openShop();
  const other = await services.createOwner('other@example.jp');
  const foreign = await remove(customerId, other.browser);
  expect([foreign.status, foreign.body]).toEqual([404, (await remove('cus_nothing')).body]);
  expect((await remove(customerId, new Browser())).status).toBe(401);
  expect((await remove(customerId)).status).toBe(200);
  expect(await remove(customerId)).toMatchObject({ status: 404, body: { code: 'SHOP_NOT_FOUND' } });
});

test('two concurrent calls: deleted once, and neither call fails because of the other', async () => {
  const customerId = await openShop();
  const statuses = (await Promise.all([remove(customerId), remove(customerId)])).map((response) => response.status);
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect(statuses).toContain(200);
  expect(await traces(customerId)).toEqual([]);
  expect(await items('audit')).toHaveLength(1);
});

test('a subscription is being begun or paid: the deletion waits, then CHANGE_IN_PROGRESS', async () => {
  const customerId = await openShop();
  const lease = await takeLease(owner.userId, customerId, 20_000);
  expect(await remove(customerId)).toMatchObject({ status: 409, body: { code: 'CHANGE_IN_PROGRESS', retryAfter: 31 } });
  expect((await services.userItems(owner)).shops).toHaveLength(1);
  await lease?.[Symbol.asyncDispose]();
  expect((await remove(customerId)).status).toBe(200);
});

test('it waits for another request, and then Stripe is slow: the call ends in its time', async () => {
  const customerId = await openShop();
  const lease = await takeLease(owner.userId, customerId, 60_000);
  let waited = 0;
  services.inject(async (service, operation, { body }): Promise<Fault> => {
    if (service === 'stripe') services.clock.advance(2_100);
    if (operation !== 'PutItem' || !body.includes('LEASE#')) return 'pass';
    services.clock.advance(250);
    if ((waited += 250) === 5_500) await lease?.[Symbol.asyncDispose]();
    return 'pass';
  });
  const before = services.clock.now();
  const { status } = await remove(customerId);
  expect(services.clock.now() - before).toBeLessThan(callTimeout * 1_000);
  services.clearFaults();
  services.clock.advance(60_000);
  expect([status, (await remove(customerId)).status]).toEqual([503, 200]);
});

test('Stripe is down: nothing is deleted, and the next try works', async () => {
  const customerId = await openShop();
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect(await remove(customerId)).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
  services.clearFaults();
  expect((await services.userItems(owner)).shops).toHaveLength(1);
  expect((await remove(customerId)).status).toBe(200);
});

describe('interrupted after Stripe has deleted the customer', () => {
  let customerId: string;
  beforeEach(async () => {
    customerId = await openShop();
    let deleted = false;
    services.inject((service, operation) => {
      if (deleted) return 'down';
      deleted = service === 'stripe' && operation.startsWith('DELETE');
      return deleted ? 'lost' : 'pass';
    });
    expect((await remove(customerId)).status).toBe(503);
    services.clearFaults();
    services.clock.advance(31_001); // longer than a lease that could not be released
    expect((await services.userItems(owner)).shops).toHaveLength(1);
  });

  test('the retry finishes it', async () => {
    expect((await remove(customerId)).status).toBe(200);
    expect(await traces(customerId)).toEqual([]);
  });

  test('Stripe’s event finishes it', async () => {
    const event = await newestEvent(services, 'customer.deleted');
    expect((await deliverEvent(services, event)).status).toBe(200);
    expect(await traces(customerId)).toEqual([]);
  });
});

test('the keys of a wrong account: nothing is deleted', async () => {
  const customerId = await openShop();
  await services.emulator.reset();
  expect((await remove(customerId)).status).toBe(500);
  expect((await services.userItems(owner)).shops).toHaveLength(1);
});

describe('opening was interrupted after the shop was made', () => {
  const key = 'the-key-of-this-form';
  const submit = () =>
    owner.browser.send(createShopWithSubscription, {
      method: 'POST',
      path: '/api',
      body: subscribedBody(),
      headers: { 'idempotency-key': key },
    });
  let customerId: string;

  beforeEach(async () => {
    let down = false;
    services.inject((_service, operation) => {
      down ||= operation === 'POST /v1/subscriptions';
      return down ? 'down' : 'pass';
    });
    expect((await submit()).status).toBe(503);
    services.clearFaults();
    customerId = String((await services.userItems(owner)).shops[0]?.customerId);
  });

  test('it is completed first: the shop has a subscription, and is not deleted', async () => {
    services.clock.advance(31_001);
    expect((await submit()).status).toBe(200);
    expect(await remove(customerId)).toMatchObject({ status: 409, body: { activeSubscriptions: 1 } });
  });

  test('the shop is deleted as soon as the opening does not hold it: its retry begins no subscription', async () => {
    expect(await remove(customerId)).toMatchObject({ status: 409, body: { code: 'CHANGE_IN_PROGRESS' } });
    services.clock.advance(31_001);
    expect((await remove(customerId)).status).toBe(200);
    expect(await submit()).toMatchObject({ status: 404, body: { code: 'SHOP_NOT_FOUND' } });
    expect(await readOnce(owner.userId, identifyRequest('create-shop-with-subscription', {}, key).key)).toMatchObject({
      state: 'refused',
      refusal: { code: 'SHOP_NOT_FOUND' },
    });
    expect((await services.stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
  });
});
