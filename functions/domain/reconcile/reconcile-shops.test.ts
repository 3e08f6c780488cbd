import { documents } from '../../adapters/dynamodb/documents';
import { keepPass, readPass } from '../../adapters/users-table/reconcile-pass';
import { scanShopAges } from '../../adapters/users-table/shop-ages';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createPlainShop } from '../../testing/save-card';
import { testServices } from '../../testing/test-services';
import { continueReconciling, reconcileShops } from './reconcile-shops';
import { renewSnapshot } from '../shops/renew-snapshot';

const services = testServices(startPaymentServices);
let owners: ShopOwner[];
let shops: string[];
/** Shops in the order in which Stripe was asked for them. */
let asked: string[];
let scans: number;

const minute = 60_000;
/** The time of a run, in milliseconds; it passes only when a test advances it. */
const time = 100;
const run = () => reconcileShops(services.clock.now() + time);

/** Three owners with two shops each. */
beforeEach(async () => {
  [owners, shops, asked, scans] = [[], [], [], 0];
  for (const name of ['one', 'two', 'three']) owners.push(await services.createOwner(`${name}@example.jp`));
  for (const owner of [...owners, ...owners]) {
    services.clock.advance(1_000);
    shops.push(await createPlainShop(services, owner));
  }
  services.clock.advance(minute);
  watch();
});
afterEach(() => void documents.middlewareStack.remove('small pages'));

/** Records which shops are read; `trouble` decides whether Stripe is down for one. */
function watch(trouble: (customerId: string) => boolean = () => false): void {
  services.inject((service, operation, request) => {
    const customerId =
      service === 'stripe' && operation.startsWith('GET') ? shops.find((id) => request.url.includes(id)) : undefined;
    if (customerId === undefined) return 'pass';
    if (asked.at(-1) !== customerId && !asked.includes(customerId)) asked.push(customerId);
    return trouble(customerId) ? 'down' : 'pass';
  });
}

/**
 * DynamoDB's pages have only a few items, as if each item was very large; `fails` names the scans that return an error.
 */
function smallPages(items: number, fails: (scan: number) => boolean = () => false): void {
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        if (commandName !== 'ScanCommand') return next(request);
        scans += 1;
        if (fails(scans)) throw new Error('The page could not be read');
        return next({ ...request, input: { ...request.input, Limit: items } });
      },
    { step: 'initialize', priority: 'high', name: 'small pages' },
  );
}

/** The time of a run ends after this many shops. */
function endAfter(count: number): void {
  watch(() => {
    if (asked.length === count) services.clock.advance(time);
    return false;
  });
}

test('a small portal: every shop in each run, the oldest first, and nothing is kept', async () => {
  for (const _time of ['once', 'again']) {
    asked = [];
    services.clock.advance(minute);
    await expect(run()).resolves.toEqual({ read: 6, failed: 0, left: 0 });
    expect(asked.toSorted()).toEqual(shops.toSorted());
    await expect(readPass()).resolves.toBeUndefined();
  }
});

test('pages in many parts: every shop is read once in a run', async () => {
  smallPages(1);
  await expect(run()).resolves.toEqual({ read: 6, failed: 0, left: 0 });
  expect(asked).toHaveLength(6);
  expect(scans).toBeGreaterThan(20);
  await expect(readPass()).resolves.toBeUndefined();
});

test('interrupted within a part: the next run reads the rest of it first, then what was read before', async () => {
  endAfter(1);
  const first = await run();
  expect(first.left).toBeGreaterThan(0);
  expect(first.read + first.left).toBe(6);
  const readBefore = [...asked];
  expect(readBefore).not.toContain(shops.at(-1)); // the newest
  await expect(readPass()).resolves.toMatchObject({ failed: [] });
  asked = [];
  services.clock.advance(minute);
  watch();
  await expect(run()).resolves.toEqual({ read: 6, failed: 0, left: 0 });
  expect(asked.slice(0, first.left).filter((id) => readBefore.includes(id))).toEqual([]);
  expect(asked.slice(first.left).toSorted()).toEqual(readBefore.toSorted());
});

test('the time is up: runs that continue it read the rest, end the pass, and then do nothing', async () => {
  smallPages(1);
  endAfter(2);
  await run();
  expect(asked.length).toBeLessThan(6);
  const read = [...asked];
  const goOn = () => continueReconciling(services.clock.now() + time);
  for (let runs = 0; runs < 4 && (await readPass()) !== undefined; runs += 1) {
    asked = [];
    services.clock.advance(minute);
    endAfter(2);
    await goOn();
    read.push(...asked);
  }
  expect([...new Set(read)].toSorted()).toEqual(shops.toSorted());
  await expect(readPass()).resolves.toBeUndefined();
  services.operations.length = 0;
  await expect(goOn()).resolves.toEqual({ read: 0, failed: 0, left: 0 });
  expect(services.operations).toEqual(['dynamodb GetItem']);
});

test('runs that never finish: each continues where the last one ended', async () => {
  smallPages(1);
  const places = new Set<string>();
  const read = new Set<string>();
  for (let runs = 0; runs < 12 && read.size < 6; runs += 1) {
    asked = [];
    endAfter(1);
    await run();
    for (const id of asked) read.add(id);
    const start = (await readPass())?.start;
    if (start) places.add(JSON.stringify(start));
    services.clock.advance(minute);
  }
  expect(read.size).toBe(6);
  expect(places.size).toBeGreaterThan(0);
});

test('the item where the last run ended is deleted: the next one continues after it with every shop', async () => {
  await keepPass({ since: services.clock.now(), start: { pk: 'USER#nobody', sk: 'SHOP#cus_gone' }, failed: [] });
  services.clock.advance(1_000);
  await expect(run()).resolves.toEqual({ read: 6, failed: 0, left: 0 });
  await expect(readPass()).resolves.toBeUndefined();
});

test('a shop that an event read since the pass began: it waits until the others were read', async () => {
  endAfter(1);
  const { left } = await run();
  const waiting = (await scanShopAges()).shops.find(({ customerId }) => !asked.includes(customerId));
  if (!waiting) throw new Error('Every shop was read');
  services.clock.advance(minute);
  watch();
  await renewSnapshot(waiting.userId, waiting.customerId);
  services.clock.advance(minute);
  asked = [];
  await expect(run()).resolves.toEqual({ read: 6, failed: 0, left: 0 });
  expect(asked.indexOf(waiting.customerId)).toBeGreaterThanOrEqual(left - 1);
});

test('a page cannot be read: the run throws, finished readings stay, and the next run continues there', async () => {
  smallPages(1, (scan) => scan === 21);
  await expect(run()).rejects.toThrow('The page could not be read');
  const readBefore = [...asked];
  await expect(readPass()).resolves.toMatchObject({ start: expect.anything() as unknown });
  services.clock.advance(minute);
  asked = [];
  await expect(run()).resolves.toMatchObject({ failed: 0, left: 0 });
  expect([...new Set([...readBefore, ...asked])].toSorted()).toEqual(shops.toSorted());
});

test('many shops that can never be read: all others are read', async () => {
  const [owner] = owners;
  if (!owner) throw new Error('Nobody owns a shop');
  const bad: string[] = [];
  for (let index = 0; index < 25; index += 1) bad.push(await createPlainShop(services, owner));
  // The others were read later, so the failing ones come first in the order.
  services.clock.advance(minute);
  for (const { userId, customerId } of (await scanShopAges()).shops)
    if (!bad.includes(customerId)) await renewSnapshot(userId, customerId);
  const good = shops;
  shops = [...good, ...bad];
  asked = [];
  services.clock.advance(minute);
  watch((id) => bad.includes(id));
  const first = await run();
  expect(first.failed).toBeGreaterThanOrEqual(20);
  expect(first.left).toBeGreaterThan(0);
  services.clock.advance(minute);
  await run();
  expect(good.filter((id) => !asked.includes(id))).toEqual([]);
});
