import { openTestAccount, refusalOf, type TestAccount } from '../testing/test-account';
import { documentedLimits } from './request-limits';

let account: TestAccount;
let time = 0;
beforeEach(async () => {
  account = await openTestAccount({ realTime: () => time });
  account.emulator.strictness = { requests: documentedLimits.live };
});
afterEach(() => account.close());

const reasonOf = async (request: Promise<unknown>): Promise<unknown> => {
  const { statusCode, code, headers } = await refusalOf(request);
  return [statusCode, code, headers?.['stripe-rate-limited-reason']];
};
const times = async (count: number, request: () => Promise<unknown>): Promise<void> => {
  for (let made = 0; made < count; made += 1) await request();
};

test('26 requests of one operation within a second: the last is refused; another operation passes', async () => {
  const list = () => account.stripe.customers.list({});
  await times(25, list);
  expect(await reasonOf(list())).toEqual([429, 'rate_limit', 'endpoint-rate']);
  await account.stripe.products.list({});
  time += 1000;
  await list();
});

test('26 requests of a sandbox within a second: the account’s limit', async () => {
  account.emulator.strictness = { requests: documentedLimits.sandbox };
  await times(13, () => account.stripe.customers.list({}));
  await times(12, () => account.stripe.products.list({}));
  expect(await reasonOf(account.stripe.prices.list({}))).toEqual([429, 'rate_limit', 'global-rate']);
});

test('a refused write: nothing is made, and its key is free', async () => {
  await times(25, () => account.stripe.customers.create({}));
  const create = () => account.stripe.customers.create({ name: 'A' }, { idempotencyKey: 'a-key' });
  expect(await reasonOf(create())).toEqual([429, 'rate_limit', 'endpoint-rate']);
  time += 1000;
  expect((await create()).name).toBe('A');
  expect((await account.stripe.customers.list({ limit: 100 })).data).toHaveLength(26);
});

test('no limits unless they are asked for', async () => {
  account.emulator.strictness = {};
  await expect(times(60, () => account.stripe.customers.list({ limit: 1 }))).resolves.toBeUndefined();
});
