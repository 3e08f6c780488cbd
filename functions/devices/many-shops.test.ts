import { shopPages } from '#shared/contract/parts';
import type { Browser } from '#functions/testing/browser';
import { startRequestServices } from '#functions/testing/request-services';
import { testServices } from '#functions/testing/test-services';
import { getUser } from '#functions/accounts/calls';
import { listShops } from '#functions/shops/calls';
import { listDevices } from './calls';

/** A chain's lists come in pages, so that no size of a chain makes a response too large or too dear. */
const services = testServices(startRequestServices);
const { first, later } = shopPages;
const chain = first + later + 7;
let owner: Browser;

beforeEach(async () => {
  const shops = Array.from({ length: chain }, (_, index) => ({
    customerId: `cus_${String(index * 7919).padStart(9, '0')}`,
    subscriptionId: `sub_${index}`,
  }));
  owner = await services.createOwner(...shops);
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_0' });
  services.operations.length = 0;
});

type Handler = typeof listShops;
const idsOf = (entries: { id?: string; customer?: { id: string } }[]) =>
  entries.map(({ id, customer }) => id ?? customer?.id ?? '');
const page = async (handler: Handler, after?: string): Promise<string[]> => {
  const { status, body } = await owner.get(handler, after === undefined ? undefined : { after });
  expect(status).toBe(200);
  return idsOf(body as unknown as { id: string }[]);
};

test.each([
  ['shops', listShops],
  ['devices', listDevices],
])('%s of a chain: three pages, each shop once', async (_what, handler) => {
  const pages: string[][] = [];
  for (let after = ''; pages.length < 4; after = pages.at(-1)?.toSorted().at(-1) ?? '') {
    pages.push(await page(handler, after));
    if ((pages.at(-1)?.length ?? 0) < (after === '' ? first : later)) break;
  }
  expect(pages.map(({ length }) => length)).toEqual([first, later, 7]);
  expect(new Set(pages.flat()).size).toBe(chain);
});

test('without pages the whole list is returned, as the specification has it', async () => {
  expect(await page(listShops)).toHaveLength(chain);
  expect(await page(listDevices)).toHaveLength(chain);
});

test.each([
  ['the first page', '', first],
  ['a later page', 'cus_0', later],
  ['the whole list', undefined, chain],
])('%s reads the devices of all its shops together', async (_what, after, shops) => {
  await page(listDevices, after);
  // A device is of one of a shop's subscriptions (here each shop has one), or of the shop alone.
  const requests = services.operations.filter((one) => one === 'dynamodb ExecuteStatement');
  expect(requests).toHaveLength(Math.ceil((2 * shops) / 50));
  // The session, and the shops.
  expect(services.operations.filter((one) => one === 'dynamodb Query').length).toBeLessThanOrEqual(2);
});

test('the first screen reads no more shops than it shows', async () => {
  const keys: number[] = [];
  services.inject((_, operation, request) => {
    if (operation === 'Query') expect(String(request.body)).not.toContain('SNAPSHOT#');
    if (operation === 'BatchGetItem') {
      const asked = JSON.parse(String(request.body)) as { RequestItems: { users: { Keys: unknown[] } } };
      keys.push(asked.RequestItems.users.Keys.length);
    }
    return 'pass';
  });
  await owner.get(getUser);
  await page(listShops, '');
  // Their snapshots.
  expect(keys).toEqual([first]);
});

test("a page begins after any id, and never shows another owner's shops", async () => {
  const other = await services.createOwner({ customerId: 'cus_9', subscriptionId: 'sub_9' });
  expect(await page(listShops, 'cus_8')).toEqual([]);
  const { body } = await other.get(listShops, { after: 'cus_8' });
  expect(idsOf(body as unknown as { customer: { id: string } }[])).toEqual(['cus_9']);
});
