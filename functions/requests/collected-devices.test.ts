import { readShopMovements, type MovementItem } from '#functions/movements/movements-table';
import { orderMovement } from '#functions/testing/a-movement';
import type { Browser } from '#functions/testing/browser';
import { startRequestServices } from '#functions/testing/request-services';
import { testServices } from '#functions/testing/test-services';
import { requestExchange, returnDevice } from './calls';

const services = testServices(startRequestServices);
let owner: Browser;

beforeEach(async () => {
  owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1', status: 'canceled' });
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
});

async function order(more: Partial<MovementItem>): Promise<void> {
  const collection = { kind: 'collect', cause: 'ended', count: 1, serialNumbers: ['RVZ-1'] } as const;
  await orderMovement(services.clock.now() / 1000, { ...collection, ...more });
}
const giveBack = () =>
  owner.post(returnDevice, { serialNumber: 'RVZ-1', stripeSubscriptionId: 'sub_1', reason: '台数削減' });
const movements = async () => (await readShopMovements('cus_1')).length;

test.each<[string, Partial<MovementItem>]>([
  ['its collection names it', { state: 'box-sent' }],
  ['its subscription ended, without names', { serialNumbers: [] }],
])('a device that is collected already cannot be returned or exchanged: %s', async (_, more) => {
  await order(more);
  const refused = {
    status: 409,
    body: { code: 'DEVICE_NOT_ELIGIBLE', message: expect.stringContaining('返却の手続き') },
  };
  expect(await giveBack()).toMatchObject(refused);
  const exchange = { serialNumber: 'RVZ-1', customerId: 'cus_1', issues: ['異音がする'], notes: '' };
  expect(await owner.post(requestExchange, exchange)).toMatchObject(refused);
  expect(await movements()).toBe(1);
});

test.each<[string, Partial<MovementItem>]>([
  ['the collection was withdrawn', { state: 'withdrawn' }],
  ['another device is collected', { serialNumbers: ['RVZ-2'] }],
  ['a lower quantity names none', { cause: 'lowered', serialNumbers: [] }],
  ['another subscription ended', { subscriptionId: 'sub_2', serialNumbers: [] }],
])('it can be returned: %s', async (_, more) => {
  await order(more);
  expect(await giveBack()).toMatchObject({ status: 200 });
  expect(await movements()).toBe(2);
});
