import { reconciling } from '#shared/constants';
import { documents } from '#functions/platform/dynamodb/items';
import { scanShopAges, reconcileOnePart, reconcileShops } from './reconcile';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createPlainShop } from '#functions/testing/save-card';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { refreshShop } from './refresh-shop';

const services = testServices(startPaymentServices);
let owners: ShopOwner[];
let shops: string[];
/** Shops in the order in which Stripe was asked for them. */
let asked: string[];
let scans: number;

const minute = 60_000;
/** The time of a part, in milliseconds; it passes only when a test advances it. */
const time = 100;
/** A pass over all shops. */
async function run(): Promise<void> {
  await reconcileShops();
  await doTasks();
}

/** Owners with two shops each. */
async function createOwners(names: readonly string[]): Promise<void> {
  const added = await Promise.all(names.map((name) => services.createOwner(`${name}@example.jp`)));
  owners.push(...added);
  for (const owner of [...added, ...added]) {
    services.clock.advance(1_000);
    shops.push(await createPlainShop(services, owner));
  }
}

/** Three owners with two shops each. */
beforeEach(async () => {
  [owners, shops, asked, scans] = [[], [], [], 0];
  await createOwners(['one', 'two', 'three']);
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

test('every shop of every user in each pass, the oldest reading first, and nothing is left', async () => {
  for (const _time of ['once', 'again']) {
    asked = [];
    services.clock.advance(minute);
    await run();
    expect(asked.toSorted()).toEqual(shops.toSorted());
    expect(await doTasks()).toBe(0);
  }
});

test('pages in many parts: every shop is read once, one part after the other', async () => {
  smallPages(1);
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
  expect(scans).toBeGreaterThan(20);
});

test('the time is over in a part: the rest of it is a task of its own, and no shop is read twice', async () => {
  endAfter(1);
  services.operations.length = 0;
  const now = services.clock.now();
  await reconcileOnePart({ since: now, failed: [] }, now + reconciling.reserveSeconds * 1000 + time);
  expect(asked.length).toBeLessThan(6);
  await doTasks();
  expect(asked.toSorted()).toEqual(shops.toSorted());
  expect(services.operations.filter((one) => one === 'stripe GET /v1/customers/{customer}')).toHaveLength(6);
});

test('a pass goes on: no other begins', async () => {
  await expect(reconcileShops()).resolves.toEqual({ begun: 1 });
  await expect(reconcileShops()).resolves.toEqual({ begun: 0 });
  await doTasks();
  await expect(reconcileShops()).resolves.toEqual({ begun: 1 });
});

test('the item where a part begins is deleted: the pass continues after it', async () => {
  smallPages(1);
  services.inject((service, _, request) => {
    const id = service === 'stripe' ? shops.find((one) => request.url.includes(one)) : undefined;
    if (id !== undefined && !asked.includes(id)) asked.push(id);
    return 'pass';
  });
  await services.stripe.customers.del(shops[0] ?? '');
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
  const left = (await Promise.all(owners.map(services.userItems))).flatMap(({ snapshots }) => snapshots);
  expect(left.map(({ customerId }) => customerId).toSorted()).toEqual(shops.slice(1).toSorted());
});

test('a shop that an event read since the pass began is left out', async () => {
  await reconcileShops();
  services.clock.advance(minute);
  const [owner, read] = [owners[0], shops[0] ?? ''];
  await refreshShop(owner?.userId ?? '', read);
  asked = [];
  await doTasks();
  expect(asked.toSorted()).toEqual(shops.slice(1).toSorted());
});

test('a page cannot be read: finished readings stay, and the same part is tried again', async () => {
  // The first part has 20 items, wherever they are: the profiles and shops of four owners at most.
  await createOwners(['four', 'five']);
  services.clock.advance(minute);
  asked = [];
  smallPages(1, (scan) => scan === 21);
  await run();
  expect(asked.length).toBeLessThan(10);
  services.clock.advance(minute);
  await doTasks();
  expect(asked.toSorted()).toEqual(shops.toSorted());
});

test('one shop cannot be read: the others are, and it waits for the next pass', async () => {
  const [bad = ''] = shops;
  watch((id) => id === bad);
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
  expect(await doTasks()).toBe(0);
});

test('many shops that can never be read: all others are read', async () => {
  const [owner] = owners;
  if (!owner) throw new Error('Nobody owns a shop');
  const bad: string[] = [];
  for (let index = 0; index < 25; index += 1) bad.push(await createPlainShop(services, owner));
  // The others were read later, so the failing ones come first in the order.
  services.clock.advance(minute);
  for (const { userId, customerId } of (await scanShopAges()).shops)
    if (!bad.includes(customerId)) await refreshShop(userId, customerId);
  const good = shops;
  shops = [...good, ...bad];
  asked = [];
  services.clock.advance(minute);
  watch((id) => bad.includes(id));
  await run();
  expect(good.filter((id) => asked.includes(id))).toEqual([]);
  services.clock.advance(5 * minute);
  await doTasks();
  expect(good.filter((id) => !asked.includes(id))).toEqual([]);
});
