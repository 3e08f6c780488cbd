import { taskTimeout } from '#shared/constants';
import { documents, putItem } from '#functions/platform/dynamodb/items';
import { dailyDigest } from '#functions/jobs';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { runJob } from '#functions/testing/run-job';
import { createPlainShop } from '#functions/testing/save-card';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { giveShop } from '#functions/testing/shops';
import { testServices } from '#functions/testing/test-services';
import { tasksKey, usersTable } from '#functions/platform/users-table';
import { refreshShop } from './refresh-shop';
import { markChanged } from './shops-table';

const services = testServices(startPaymentServices);
let owners: ShopOwner[];
let shops: string[];
/** Shops in the order in which Stripe was asked for them. */
let asked: string[];
let scans: number;

const minute = 60_000;
const day = 24 * 60 * minute;
/** A day's digest. */
async function run(event?: object): Promise<void> {
  await runJob(dailyDigest, event);
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

/** Three owners with two shops each, which were read three days ago. */
beforeEach(async () => {
  [owners, shops, asked, scans] = [[], [], [], 0];
  await createOwners(['one', 'two', 'three']);
  services.clock.advance(3 * day - minute);
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

/** DynamoDB's pages have only a few items, as if each item was very large; `before` happens before each scan. */
function smallPages(items: number, before: (scan: number) => unknown = () => undefined): void {
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        if (commandName !== 'ScanCommand') return next(request);
        scans += 1;
        await before(scans);
        return next({ ...request, input: { ...request.input, Limit: items } });
      },
    { step: 'initialize', priority: 'high', name: 'small pages' },
  );
}

test('every shop of every user on each third day, and nothing is left', async () => {
  for (const read of [shops, [], [], shops, []]) {
    asked = [];
    await run();
    expect(asked.toSorted()).toEqual(read.toSorted());
    expect(await doTasks()).toBe(0);
    services.clock.advance(day);
  }
});

test('a person has all shops read: each is, and none is told of twice', async () => {
  await run();
  asked = [];
  services.clock.advance(minute);
  await run({ readAll: true });
  expect(asked.toSorted()).toEqual(shops.toSorted());
});

test('a person has all shops read while the digest is under way: each is', async () => {
  await run();
  asked = [];
  services.clock.advance(minute);
  smallPages(1, (scan) => scan === 1 && runJob(dailyDigest, { readAll: true }));
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
});

test('shops that nobody has read, or not since a change: read on the same day', async () => {
  await run();
  const [owner] = owners;
  const userId = owner?.userId ?? '';
  const { id } = await services.stripe.customers.create({ name: '新店' });
  await giveShop(userId, id);
  await markChanged(userId, shops[0] ?? '', services.clock.now());
  shops.push(id);
  services.clock.advance(minute);
  asked = [];
  await run();
  expect(asked.toSorted()).toEqual([shops[0] ?? '', id].toSorted());
});

test('a part of an older version waits, which names no time: it is done like one of the day', async () => {
  const body = { checked: 2 };
  const task = { kind: 'daily-digest', id: 'daily-digest', group: 'daily-digest', body, nonce: 'n', dueAt: 0 };
  await putItem(usersTable(), { pk: tasksKey, sk: 'daily-digest#daily-digest' }, task);
  await doTasks();
  expect(asked.toSorted()).toEqual(shops.toSorted());
  expect(await waitingTasks('daily-digest')).toEqual([]);
});

test('pages in many parts: every shop is read once, one part after the other', async () => {
  smallPages(1);
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
  expect(scans).toBeGreaterThan(20);
});

test('the time is over in a part: the rest of it is a task of its own, and no shop is read twice', async () => {
  // A task leaves 5 s of its time, and the digest 30.
  let left = (taskTimeout - 35) * 1000;
  const pass = (milliseconds: number): void => {
    services.clock.advance(Math.min(left, milliseconds));
    left -= Math.min(left, milliseconds);
  };
  services.inject((service, operation, { url }) => {
    if (service === 'dynamodb' && operation === 'Scan') pass(left - 100);
    const shop = service === 'stripe' ? shops.find((id) => url.includes(id)) : undefined;
    if (shop === undefined) return 'pass';
    if (!asked.includes(shop)) asked.push(shop);
    pass(100);
    return 'pass';
  });
  services.operations.length = 0;
  await runJob(dailyDigest);
  expect(await doTasks({ sweep: false })).toBeGreaterThan(1);
  expect(asked.toSorted()).toEqual(shops.toSorted());
  expect(services.operations.filter((one) => one === 'stripe GET /v1/customers/{customer}')).toHaveLength(6);
});

test('a part failed for good: the next day begins anew', async () => {
  services.inject((service, operation) => (service === 'dynamodb' && operation === 'Scan' ? 'down' : 'pass'));
  await runJob(dailyDigest);
  for (let hours = 0; hours < 48; hours += 1) {
    await doTasks({ sweep: false });
    services.clock.advance(60 * minute);
  }
  watch();
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
});

test('the item where a part begins is deleted: the digest continues after it', async () => {
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

test('a shop that an event read meanwhile is read too: the event says nothing of lost documents', async () => {
  await runJob(dailyDigest);
  const [owner, read] = [owners[0], shops[0] ?? ''];
  await refreshShop(owner?.userId ?? '', read);
  asked = [];
  await doTasks();
  expect(asked.toSorted()).toEqual(shops.toSorted());
});

test('a page cannot be read: finished readings stay, and the same part is tried again', async () => {
  // The first part has 20 items, wherever they are: the profiles and shops of four owners at most.
  await createOwners(['four', 'five']);
  services.clock.advance(3 * day);
  asked = [];
  smallPages(1, (scan) => {
    if (scan === 21) throw new Error('The page could not be read');
  });
  await run();
  expect(asked.length).toBeLessThan(10);
  services.clock.advance(minute);
  await doTasks();
  expect(asked.toSorted()).toEqual(shops.toSorted());
});

test('one shop cannot be read: the others are, and it waits for the next day', async () => {
  const [bad = ''] = shops;
  watch((id) => id === bad);
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
  expect(await doTasks()).toBe(0);
  services.clock.advance(day);
  [asked] = [[]];
  watch();
  await run();
  expect(asked).toEqual([bad]);
});

test('Stripe is down: after twenty shops in a row it is not asked again, and all are read the next day', async () => {
  await createOwners(Array.from({ length: 12 }, (_, index) => `more-${index}`));
  services.clock.advance(3 * day);
  asked = [];
  watch(() => true);
  await run();
  expect(asked.length).toBeGreaterThanOrEqual(20);
  expect(asked.length).toBeLessThan(25);
  services.clock.advance(day);
  asked = [];
  watch();
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
});

test('many shops of another account can never be read: all others are read', async () => {
  const [owner] = owners;
  for (let index = 0; index < 45; index += 1) await giveShop(owner?.userId ?? '', `cus_0${index}`);
  await run();
  expect(asked.toSorted()).toEqual(shops.toSorted());
});

test('many shops for which Stripe is down every day: all others are read within days', async () => {
  const [owner] = owners;
  for (let index = 0; index < 25; index += 1) await giveShop(owner?.userId ?? '', `cus_0${index}`);
  services.inject((service, _operation, { url }) => {
    if (service !== 'stripe') return 'pass';
    const customerId = shops.find((id) => url.includes(id));
    if (customerId !== undefined) asked.push(customerId);
    return url.includes('cus_0') ? 'down' : 'pass';
  });
  for (let days = 0; days < 10; days += 1) {
    await run();
    services.clock.advance(day);
  }
  expect(new Set(asked)).toEqual(new Set(shops));
});
