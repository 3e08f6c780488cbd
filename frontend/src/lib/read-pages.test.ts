import { getUser } from '#shared/contract/account';
import { listShops } from '#shared/contract/billing';
import { shopPages } from '#shared/contract/parts';
import type { ShopRecord } from '#shared/model/customer';
import { FakeServer } from '../../testing/server';
import { aShop } from '../../testing/shops';
import { readPages } from './use-call';

const { first, later } = shopPages;
const key = (index: number): string => `cus_${String(index).padStart(6, '0')}`;

/** A server that has so many shops; the first by id is the youngest. */
function serve(count: number): FakeServer {
  const shops = Array.from({ length: count }, (_, index) => {
    const { customer, ...rest } = aShop();
    return { ...rest, customer: { ...customer, id: key(index), created: count - index } };
  });
  const server = new FakeServer().install();
  const servedFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const after = new URL(input instanceof Request ? input.url : input).searchParams.get('after');
    const rest = shops.filter(({ customer }) => customer.id > (after ?? ''));
    server.on(listShops, rest.slice(0, after === '' ? first : later));
    return servedFetch(input, init);
  };
  return server;
}

test.each([
  [0, 1],
  [first - 1, 1],
  [first, 2],
  [first + later, 3],
  [first + later + 1, 3],
])('%i shops: %i requests, and every shop once', async (count, requests) => {
  const server = serve(count);
  const list = (await readPages(listShops, {})) as ShopRecord[];
  expect(new Set(list.map(({ customer }) => customer.id)).size).toBe(count);
  expect(list).toHaveLength(count);
  expect(server.askedOf(listShops)).toHaveLength(requests);
});

test('more than a page: the whole list is in order, the oldest shop first', async () => {
  serve(first + 5);
  const list = (await readPages(listShops, {})) as ShopRecord[];
  expect(list[0]?.customer.id).toBe(key(first + 4));
  expect(list.at(-1)?.customer.id).toBe(key(0));
});

test('a server that always returns the same full page: it ends', async () => {
  const page = Array.from({ length: later }, () => aShop());
  const server = new FakeServer().install().on(listShops, page);
  await readPages(listShops, {});
  expect(server.askedOf(listShops).length).toBeLessThan(4);
});

test('a call without pages: one request', async () => {
  const server = new FakeServer().install().refuse(getUser, 'NOT_SIGNED_IN');
  await expect(readPages(getUser, {})).rejects.toThrow();
  expect(server.askedOf(getUser)).toHaveLength(1);
});
