import { readShopMovements } from '#functions/movements/movements-table';
import type { Browser } from '#functions/testing/browser';
import { limitTo } from '#functions/testing/limit-to';
import { startRequestServices } from '#functions/testing/request-services';
import { testServices } from '#functions/testing/test-services';
import { withdrawMovement } from '#functions/movements/calls';
import { returnDevice } from './calls';

const services = testServices(startRequestServices);
let owner: Browser;

beforeEach(async () => {
  owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  for (const serial of ['RVZ-1', 'RVZ-2']) await services.putDevice(serial, { subscriptionId: 'sub_1' });
});

let requests = 0;
const giveBack = (serialNumber = 'RVZ-1') =>
  owner.send(returnDevice, {
    method: 'POST',
    path: '/api',
    headers: { 'idempotency-key': `a-key-of-a-request-${(requests += 1)}` },
    body: { serialNumber, stripeSubscriptionId: 'sub_1', reason: '台数削減' },
  });
const withdraw = async () => {
  const ordered = (await readShopMovements('cus_1')).find(({ state }) => state === 'ordered');
  return owner.send(withdrawMovement, { method: 'POST', path: '/api', params: { id: ordered?.movementId ?? '' } });
};

test('one device is returned and withdrawn in a loop: five times in a day, another device still can', async () => {
  const statuses: number[] = [];
  for (let cycle = 0; cycle < 20; cycle += 1) {
    statuses.push((await giveBack()).status);
    await withdraw();
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(await giveBack()).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_ATTEMPTS', retryAfter: 86_400, message: expect.stringContaining('1日に5回まで') },
  });
  expect((await giveBack('RVZ-2')).status).toBe(200);
  services.clock.advance(86_400_000);
  expect((await giveBack()).status).toBe(200);
});

test('a request that is refused does not count', async () => {
  expect((await giveBack()).status).toBe(200);
  for (let tried = 0; tried < 10; tried += 1)
    expect(await giveBack()).toMatchObject({ status: 409, body: { code: 'DEVICE_LOCKED' } });
  expect((await withdraw()).status).toBe(200);
  expect((await giveBack()).status).toBe(200);
});

test('a day’s requests of all users are used up: refused, withdrawals too, nothing reaches the staff', async () => {
  limitTo({ request: { stage: ['1/d'] } });
  expect((await giveBack()).status).toBe(200);
  services.operations.length = 0;
  expect((await giveBack('RVZ-2')).status).toBe(429);
  expect((await withdraw()).status).toBe(429);
  expect(services.operations.filter((one) => /^(records|sns)/.test(one))).toEqual([]);
});

test('the same content without a key after the withdrawal: a request of its own, not the withdrawn one', async () => {
  const body = { serialNumber: 'RVZ-1', stripeSubscriptionId: 'sub_1', reason: '台数削減' };
  const ask = () => owner.send(returnDevice, { method: 'POST', path: '/api', body });
  const first = await ask();
  expect((await ask()).body).toEqual(first.body);
  expect((await withdraw()).status).toBe(200);
  const second = await ask();
  expect(second).toMatchObject({ status: 200, body: { request: { state: 'accepted' } } });
  expect(second.body['request']).not.toEqual(first.body['request']);
});
