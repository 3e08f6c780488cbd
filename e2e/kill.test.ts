import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestRegistration, verifyRegistration } from '#shared/contract/auth';
import { listShops } from '#shared/contract/billing';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import type { ShopRecord } from '#shared/model/customer';
import { Portal } from './testing/portal';
import { sampleBodies } from './testing/samples';
import { startPortal, type RunningPortal } from './testing/start-cloud';

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
  const { body } = await portal.request(listShops, { cookie });
  return (body as ShopRecord[]).map(({ customer }) => customer.metadata['サロン名'] ?? '');
};

const named = (call: 'create-shop-only' | 'create-shop-with-subscription', storeName: string): unknown => {
  const sample = sampleBodies[call];
  return { ...sample, storeData: { ...sample.storeData, storeName } };
};

test('the portal is killed: after a restart confirmed changes are kept, interrupted ones can be finished', async () => {
  const email = 'killed@example.jp';
  const password = 'A-Password-Of-Some-Length-1';
  running = await startPortal(data);
  let portal = new Portal(running.url);
  const registration = { email, username: '消えないサロン', password };
  expect((await portal.request(requestRegistration, { body: registration })).status).toBe(200);
  // The response comes after a fixed time, on a busy machine before the mail.
  while ((await portal.local<unknown[]>(`inbox?to=${email}`)).length === 0);
  await running.kill();

  running = await startPortal(data);
  portal = new Portal(running.url);
  const [message] = await portal.local<{ code: string }[]>(`inbox?to=${email}`);
  const verification = { email, verificationCode: message?.code };
  expect((await portal.request(verifyRegistration, { body: verification })).status).toBe(200);
  const { cookie } = await portal.signIn({ email, password });
  expect((await portal.request(createShopOnly, { cookie, body: named('create-shop-only', '一号店') })).status).toBe(
    200,
  );
  const headers = { 'idempotency-key': 'the-second-shop-of-this-test' };
  const body = named('create-shop-with-subscription', '二号店');
  // The portal is killed while it works on this.
  const cutOff = portal.request(createShopWithSubscription, { cookie, body, headers }).catch((error: unknown) => error);
  // The kill may fall before, between or after the steps of the opening: the outcome is the same.
  await new Promise((resolve) => setTimeout(resolve, 60));
  await running.kill();
  await cutOff;

  running = await startPortal(data);
  portal = new Portal(running.url);
  expect(await shopNames(portal, cookie)).toContain('一号店');
  // The killed request holds its idempotency record until the lease ends; a client waits and sends again.
  const deadline = Date.now() + 40_000;
  let again = await portal.request(createShopWithSubscription, { cookie, body, headers });
  while (again.status === 409 && Date.now() < deadline) {
    await portal.local('clock', { advance: '5s' });
    again = await portal.request(createShopWithSubscription, { cookie, body, headers });
  }
  expect([again.status, again.body]).toEqual([200, expect.objectContaining({ clientSecret: expect.any(String) })]);
  expect((await shopNames(portal, cookie)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['一号店', '二号店']);
}, 240_000);
