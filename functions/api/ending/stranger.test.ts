import type { CallHandler } from '../../http/define-handler';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as changeQuantities } from '../billing/change-quantities';
import { handler as markSent } from '../movement/mark-sent';
import { handler as withdrawMovement } from '../movement/withdraw-movement';
import { handler as listMovements } from '../movement/list-movements';
import { readShopMovements } from '../../adapters/devices-table/movements';
import { handler as getReceipt } from './get-ending-receipt';
import { handler as planEnding } from './plan-ending';
import { handler as previewEnding } from './preview-ending';
import { handler as takeBackEnding } from './take-back-ending';

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
const now = { endsAt: null, seen: { total: 0, owed: 0 } };

test('another owner’s subscription and movements: 404 each, and nothing changes', async () => {
  const before = await readShopMovements(shop.customerId);
  const [{ movementId } = { movementId: '' }] = before.movements;
  const { subscriptionId: sub, customerId: cus } = shop;
  const asked = [
    send(stranger, previewEnding, 'GET', sub),
    send(stranger, planEnding, 'POST', sub, now),
    send(stranger, takeBackEnding, 'DELETE', sub),
    send(stranger, getReceipt, 'GET', sub),
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
  ['a text for the end', { ...now, endsAt: 'now' }],
  ['a fraction', { ...now, endsAt: 1.5 }],
  ['no costs', { endsAt: null }],
  ['a planned end that is no time', { endsAt: null, seen: { total: 0, owed: 0, planned: 'x' } }],
  ['negative costs', { endsAt: null, seen: { total: -1, owed: 0 } }],
  ['a list', []],
])('an end with %s: 400, and the subscription goes on', async (_what, body) => {
  expect((await send(owner, planEnding, 'POST', shop.subscriptionId, body)).status).toBe(400);
  expect((await services.stripe.subscriptions.retrieve(shop.subscriptionId)).status).toBe('active');
});

test.each([
  ['no list', 'RVZ-1'],
  ['a number', [1]],
  ['an empty text', ['']],
  ['too many', Array.from({ length: 100 }, (_, index) => `RVZ-${index}`)],
  ['a device of nobody', ['__proto__']],
])('named devices: %s: 400, and nothing is announced', async (_what, serials) => {
  const response = await send(owner, changeQuantities, 'POST', shop.subscriptionId, {
    quantities: {},
    total: 2,
    serials,
  });
  expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect((await readShopMovements(shop.customerId)).intentions).toEqual([]);
});

test('an end in the past, of no period, or far ahead: refused, and no receipt', async () => {
  const at = Math.floor(services.clock.now() / 1000);
  for (const endsAt of [0, -1, at - 86_400, at + 1, 99_999_999_999])
    expect((await send(owner, planEnding, 'POST', shop.subscriptionId, { ...now, endsAt })).status).toBe(409);
  expect((await send(owner, getReceipt, 'GET', shop.subscriptionId)).status).toBe(404);
});
