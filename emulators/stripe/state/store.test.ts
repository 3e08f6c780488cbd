import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customerWithCard, makeCatalogue, openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';
import { Store } from './store';

let folder: string;
let journalPath: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-'));
  journalPath = join(folder, 'stripe.journal');
});
afterEach(() => rm(folder, { recursive: true }));

/** Opens the file in its current state as another process would after a kill. */
async function reopened(account: TestAccount): Promise<TestAccount> {
  const copy = join(folder, `${Math.random()}.journal`);
  await writeFile(copy, await readFile(journalPath));
  await account.close();
  journalPath = copy;
  return openTestAccount({ journalPath });
}

test('the process is killed: every acknowledged change is kept, idempotency keys too', async () => {
  let account = await openTestAccount({ journalPath });
  const { first } = await makeCatalogue(account.stripe);
  const { customer } = await customerWithCard(account.stripe);
  const options = { idempotencyKey: 'once' };
  const params = { customer: customer.id, items: [{ price: first.id }], trial_period_days: 35 };
  const made = await account.stripe.subscriptions.create(params, options);
  const events = (await account.stripe.events.list({ limit: 100 })).data.map(({ id }) => id);
  account = await reopened(account);
  expect(await account.stripe.subscriptions.retrieve(made.id)).toEqual(made);
  expect((await account.stripe.subscriptions.create(params, options)).id).toBe(made.id);
  expect((await account.stripe.events.list({ limit: 100 })).data.map(({ id }) => id)).toEqual(events);
  await account.advanceDays(36);
  expect((await account.stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  await account.close();
});

test('a kill in the middle of a request: all of it is kept, or nothing', async () => {
  let account = await openTestAccount({ journalPath });
  await account.stripe.customers.create({ name: 'kept' });
  const text = await readFile(journalPath, 'utf8');
  await account.stripe.customers.create({ name: 'cut off' });
  await writeFile(journalPath, (await readFile(journalPath, 'utf8')).slice(0, text.length + 40));
  account = await reopened(account);
  expect((await account.stripe.customers.list()).data.map(({ name }) => name)).toEqual(['kept']);
  await account.close();
});

test('a refused request leaves nothing, on disk neither', async () => {
  let account = await openTestAccount({ journalPath });
  await refusalOf(account.stripe.customers.create({ payment_method: 'pm_card_chargeDeclined' }));
  account = await reopened(account);
  expect((await account.stripe.customers.list()).data).toHaveLength(0);
  expect((await account.stripe.events.list()).data).toHaveLength(0);
  await account.close();
});

test('a reset removes everything, on disk too', async () => {
  let account = await openTestAccount({ journalPath });
  await account.stripe.customers.create({});
  await account.emulator.reset();
  expect((await account.stripe.customers.list()).data).toHaveLength(0);
  await account.stripe.customers.create({ name: 'new' });
  account = await reopened(account);
  expect((await account.stripe.customers.list()).data).toHaveLength(1);
  await account.close();
});

test('a change that is tried out leaves no trace: values, lists and version are those before', async () => {
  const store = await Store.open(undefined);
  const put = (id: string) => store.put('deliveries', { id, attempts: 0, due: 0 });
  for (const id of ['first', 'dropped', 'last']) put(id);
  const before = [store.version, store.all('deliveries')];
  const during = store.tryOut(() => {
    store.drop('deliveries', 'dropped');
    put('added');
    return [store.version, store.all('deliveries').map(({ id }) => id)];
  });
  expect(during[1]).toEqual(['first', 'last', 'added']);
  expect(during[0]).not.toBe(before[0]);
  expect([store.version, store.all('deliveries')]).toEqual(before);
});
