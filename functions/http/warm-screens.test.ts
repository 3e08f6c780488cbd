import type { CallHandler } from './define-handler';
import { startPaymentServices } from '#functions/testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { getUser } from '#functions/accounts/calls';
import { listShops } from '#functions/shops/calls';
import { previewEnding } from '#functions/endings/calls';
import { listDevices, listShopDevices } from '#functions/devices/calls';
import { getNextInvoice } from '#functions/documents/calls';
import { listMovements } from '#functions/movements/calls';

/**
 * What the screens about a subscription cost when the functions are warm: of each call the requests to DynamoDB and to
 * vendors. A visit makes the first two calls once, whatever it opens (frontend/src/lib/use-call.ts).
 */
const services = testServices(startPaymentServices);
let shop: SubscribedShop;
let ask: (handler: CallHandler, params?: object, body?: unknown) => Promise<{ status: number; asked: string[] }>;

beforeEach(async () => {
  const owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3 });
  ask = async (handler, params = {}, body?: unknown) => {
    services.operations.length = 0;
    const method = body === undefined ? 'GET' : 'POST';
    const { status } = await owner.browser.send(handler, {
      method,
      path: '/api',
      params: { ...params },
      ...(body !== undefined && { body }),
    });
    return { status, asked: services.operations.map((one) => one.replace('dynamodb ', '')) };
  };
  await ask(getUser); // notes the visit, once an hour
});

const byShop = () => ({ id: shop.customerId });
const bySubscription = () => ({ id: shop.subscriptionId });

/** The session, ownership and snapshot of the shop, which decide who may ask. */
const ofShop = ['Query', 'BatchGetItem'];
/** What a request of Stripe costs is counted for the user, the network and the stage. */
const counted = ['UpdateItem', 'UpdateItem', 'UpdateItem'];

test.each<[string, CallHandler, () => object, string[]]>([
  ['every screen: the user', getUser, () => ({}), ['Query']],
  ['every screen: the shops', listShops, () => ({ after: '' }), ['Query', 'Query', 'BatchGetItem']],
  [
    'the devices of all shops: one request of the devices',
    listDevices,
    () => ({ after: '' }),
    ['Query', 'Query', 'BatchGetItem', 'ExecuteStatement'],
  ],
  ['the devices of a shop: one request of the devices', listShopDevices, byShop, [...ofShop, 'ExecuteStatement']],
  [
    'shop and subscription: one query of movements, one request of devices',
    listMovements,
    byShop,
    [...ofShop, 'Query', 'ExecuteStatement'],
  ],
])('%s, and no request to a vendor', async (_what, handler, params, expected) => {
  await ask(handler, params());
  expect(await ask(handler, params())).toEqual({ status: 200, asked: expected });
});

test('what is charged next: one preview by Stripe', async () => {
  expect(await ask(getNextInvoice, byShop())).toEqual({
    status: 200,
    asked: [...ofShop, ...counted, 'stripe POST /v1/invoices/create_preview'],
  });
});

test('the ways to end, which asks Stripe too: three reads of DynamoDB, and what it costs is counted', async () => {
  const { status, asked } = await ask(previewEnding, bySubscription());
  expect(status).toBe(200);
  expect(asked.filter((one) => !one.startsWith('stripe '))).toEqual(['Query', 'GetItem', 'BatchGetItem', ...counted]);
  // Drafts and pending items, and what it owes.
  expect(asked.filter((one) => one.startsWith('stripe ')).toSorted()).toEqual([
    'stripe GET /v1/invoiceitems',
    'stripe GET /v1/invoices',
    'stripe GET /v1/invoices',
    'stripe GET /v1/subscriptions/{subscription}',
    'stripe GET /v1/subscriptions/{subscription}',
  ]);
});
