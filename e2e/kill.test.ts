import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import { listShops } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import { Portal } from './portal';
import { sampleBodies } from './samples';
import { startPortal, type RunningPortal } from './start-cloud';

let data: string;
let running: RunningPortal;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portal-kill-'));
});
afterAll(async () => {
  await running.stop();
  await rm(data, { recursive: true, force: true });
});

const shopNames = async (portal: Portal, cookie: string): Promise<string[]> => {
  const { body } = await portal.send(listShops, { cookie });
  return (body as ShopRecord[]).map(({ customer }) => customer.metadata['サロン名'] ?? '');
};

const named = (call: 'create-shop-only' | 'create-shop-with-subscription', storeName: string): unknown => {
  const sample = sampleBodies[call];
  return { ...sample, storeData: { ...sample.storeData, storeName } };
};

test('what was answered is there after the portal was killed and started again, and what was cut off can be finished', async () => {
  const email = 'killed@example.jp';
  const password = 'A-Password-Of-Some-Length-1';
  running = await startPortal(data);
  let portal = new Portal(running.url);
  const post = (path: string, body: unknown) => portal.send({ method: 'POST', path }, { body });

  expect((await post('/api/registration/request', { email, username: '消えないサロン', password })).status).toBe(200);
  await running.kill();

  running = await startPortal(data);
  portal = new Portal(running.url);
  const [message] = await portal.local<{ code: string }[]>(`inbox?to=${email}`);
  expect((await post('/api/registration/verify', { email, verificationCode: message?.code })).status).toBe(200);
  const cookie = await portal.signIn(email, password);
  expect((await portal.send(createShopOnly, { cookie, body: named('create-shop-only', '一号店') })).status).toBe(200);
  const headers = { 'idempotency-key': 'the-second-shop-of-this-test' };
  const body = named('create-shop-with-subscription', '二号店');
  // Its answer never comes: the portal is killed while it works.
  const cutOff = portal.send(createShopWithSubscription, { cookie, body, headers }).catch((error: unknown) => error);
  // Wherever this falls, before, between or after its steps, the end is the same.
  await new Promise((resolve) => setTimeout(resolve, 60));
  await running.kill();
  await cutOff;

  running = await startPortal(data);
  portal = new Portal(running.url);
  expect(await shopNames(portal, cookie)).toContain('一号店');
  // Whoever held the submit may hold it for its lease; a client waits and asks again.
  const deadline = Date.now() + 40_000;
  let again = await portal.send(createShopWithSubscription, { cookie, body, headers });
  while (again.status === 409 && Date.now() < deadline) {
    await portal.local('clock', { advance: '5s' });
    again = await portal.send(createShopWithSubscription, { cookie, body, headers });
  }
  expect([again.status, again.body]).toEqual([200, expect.objectContaining({ clientSecret: expect.any(String) })]);
  expect((await shopNames(portal, cookie)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['一号店', '二号店']);
}, 240_000);
