import type { CallHandler } from '#functions/http/define-handler';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { changeQuantities } from '#functions/quantities/calls';
import { readShopMovements } from './movements-table';
import { listMovements, markSent, withdrawMovement } from './calls';

/** What belongs to another owner is not there, whatever is sent; wrong values are refused by their field. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;
let stranger: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
  stranger = await services.createOwner('stranger@example.jp');
  shop = await createSubscribedShop(services, owner, { total: 3 });
  await createSubscribedShop(services, stranger, { total: 1 });
});

const send = (who: ShopOwner, handler: CallHandler, method: 'GET' | 'POST' | 'DELETE', id: string, body?: unknown) =>
  who.browser.send(handler, { method, path: '/api', params: { id }, ...(body !== undefined && { body }) });

test('another owner’s subscription and movements: 404 each, and nothing changes', async () => {
  const before = await readShopMovements(shop.customerId);
  const [{ movementId } = { movementId: '' }] = before;
  const { subscriptionId: sub, customerId: cus } = shop;
  const asked = [
    send(stranger, changeQuantities, 'POST', sub, { quantities: {}, total: 1, serials: ['RVZ-1'] }),
    send(stranger, listMovements, 'GET', cus),
    send(stranger, markSent, 'POST', movementId, { carrier: 'a', number: '1' }),
    send(stranger, withdrawMovement, 'POST', movementId),
  ];
  for (const response of await Promise.all(asked)) expect(response.status).toBe(404);
  expect(await readShopMovements(shop.customerId)).toEqual(before);
  expect(await services.stripe.subscriptions.retrieve(sub)).toMatchObject({ status: 'active', cancel_at: null });
});

test.each([
  ['no list', 'RVZ-1'],
  ['a number', [1]],
  ['an empty text', ['']],
  ['too many', Array.from({ length: 100 }, (_, index) => `RVZ-${index}`)],
  ['a device of nobody', ['__proto__']],
])('named devices: %s: 400, and nothing is changed', async (_what, serials) => {
  const response = await send(owner, changeQuantities, 'POST', shop.subscriptionId, {
    quantities: {},
    total: 2,
    serials,
  });
  expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect((await services.stripe.subscriptions.retrieve(shop.subscriptionId)).items.data).toHaveLength(2);
});
