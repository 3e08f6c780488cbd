import * as fc from 'fast-check';
import { mostDevices } from '#shared/constants';
import type { ShopRecord } from '#shared/model/customer';
import { devicesMoved, isNotBegun, type Movement, movesOfChange } from '#shared/model/movement';
import { aMovement } from '#functions/testing/a-movement';
import { startRequestServices } from '#functions/testing/request-services';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { testServices } from '#functions/testing/test-services';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { linkedIds, putSnapshot, readSnapshot } from '#functions/shops/shops-table';
import { bookMovements } from './book';
import { type MovementItem, movementWrite, readShopMovements } from './movements-table';

const services = testServices(startRequestServices);

/** What waits in a shop, in movements of one device each, and what a reading says of its only live subscription. */
interface Case {
  /** Returns and exchanges that have not begun. */
  returns: number;
  swaps: number;
  due: boolean;
  ships: number;
  collects: number;
  from: number;
  to: number;
  /** Subscriptions that the reading has for the first time; they pay for nothing. */
  added: number;
  /** Subscriptions without devices that end with the reading. */
  ended: number;
  address: string;
}

let count = 0;

async function prepare(customerId: string, { returns, swaps, due, ships, collects }: Case): Promise<void> {
  const moved = (kind: MovementItem['kind'], cause: MovementItem['cause'], id: string, more = {}): MovementItem =>
    aMovement(services.clock.now() / 1000, {
      customerId,
      movementId: `mv-${customerId}-${kind}-${cause}-${id}`,
      subscriptionId: 'sub_own',
      kind,
      cause,
      count: 1,
      ...more,
    });
  const list = (length: number, make: (id: string) => MovementItem): MovementItem[] =>
    Array.from({ length }, (_, nth) => make(String(nth)));
  const movements = [
    ...list(returns, (id) =>
      moved('collect', 'return', id, { serialNumbers: [`R${id}`], ...(due && { lowers: 'due' }) }),
    ),
    ...list(swaps, (id) => moved('swap', 'exchange', id, { serialNumbers: [`S${id}`] })),
    ...(ships > 0 ? [moved('ship', 'raised', 'one', { count: ships })] : []),
    ...(collects > 0 ? [moved('collect', 'lowered', 'one', { count: collects })] : []),
  ];
  await Promise.all(movements.map((one) => writeAll([movementWrite(one)])));
}

function readingOf(customerId: string, { from, to, added, ended, address }: Case, isLater: boolean) {
  const subscription = (id: string, quantity: number, status: string) => ({
    id,
    status,
    items: [{ subscription_item_id: id.replace('sub', 'si'), quantity, amount: 9_900, product: { tier: 'first' } }],
  });
  const quantity = isLater ? to : from;
  const subscriptions = [
    subscription('sub_own', quantity, quantity === 0 ? 'canceled' : 'active'),
    ...Array.from({ length: ended }, (_, nth) => subscription(`sub_e${nth}`, 0, isLater ? 'canceled' : 'active')),
    ...Array.from({ length: isLater ? added : 0 }, (_, nth) => subscription(`sub_n${nth}`, 0, 'active')),
  ];
  const shipping = { name: '青山', phone: '03-0000-0000', address: { line1: isLater ? address : '' } };
  const customer = { id: customerId, name: '青山店', metadata: {}, shipping, address: null, phone: null };
  return {
    record: { customer, subscriptions, payment_history: [], readAt: 0 } as unknown as ShopRecord,
    readAtMs: services.clock.now(),
  };
}

const shown = (one: MovementItem): Movement =>
  ({ ...one, subscription: one.subscriptionId, lowers: one.lowers ?? null }) as unknown as Movement;

/** Books a change and returns how many writes the largest transaction had. */
async function book(userId: string, one: Case): Promise<number> {
  const customerId = `cus_${(count += 1)}`;
  await prepare(customerId, one);
  const { record, readAtMs } = readingOf(customerId, one, false);
  const none = { version: 0, linked: linkedIds(record) };
  await putSnapshot(userId, { customerId, record, readAtMs, booked: { sub_own: one.from }, ...none });
  const before = await readShopMovements(customerId);
  const promised = movesOfChange(before.map(shown), 'sub_own', { before: one.from, after: one.to });
  const sizes: number[] = [];
  services.inject((_service, operation, { body }) => {
    const { TransactItems = [] } = operation === 'TransactWriteItems' ? JSON.parse(String(body)) : {};
    sizes.push(TransactItems.length);
    return 'pass';
  });
  services.clock.advance(1_000);
  await bookMovements(userId, customerId, readingOf(customerId, one, true));
  services.clearFaults();
  expect((await readSnapshot(userId, customerId))?.booked['sub_own']).toBe(one.to);
  const ships = (await readShopMovements(customerId)).filter((movement) => isNotBegun(movement, 'ship'));
  if (one.to > one.from) expect(devicesMoved(ships)).toBe(one.ships + promised.ship);
  return Math.max(...sizes);
}

const many = fc.integer({ min: 0, max: mostDevices });
const cases = fc.record({
  returns: many,
  swaps: many,
  due: fc.boolean(),
  ships: many,
  collects: many,
  from: many,
  to: many,
  added: fc.integer({ min: 0, max: 12 }),
  ended: fc.integer({ min: 0, max: 8 }),
  address: fc.constantFrom('', '東京都'),
});
const all = mostDevices;
const most = {
  returns: 0,
  swaps: 0,
  ships: 0,
  collects: 0,
  due: true,
  added: 5,
  ended: 8,
  address: '東京都',
};

test('whatever waits in a shop: each transaction of a change has fewer than 100 writes, and it is booked', async () => {
  const { userId } = await signInOwner('owner@example.jp');
  const property = fc.asyncProperty(cases, async (one) => {
    expect(await book(userId, one)).toBeLessThan(100);
  });
  await fc.assert(property, {
    numRuns: 24,
    seed: 20_270_115,
    examples: [
      [{ ...most, swaps: all, from: all, to: 0 }],
      [{ ...most, returns: all, from: all, to: 1 }],
      [{ ...most, swaps: all, returns: all, ships: 1, collects: 1, from: all, to: 0 }],
      // The last part of an end has the most writes if it is a full one.
      ...Array.from({ length: 11 }, (_, nth): [Case] => [
        { ...most, swaps: 8 + nth, returns: 20, ships: 1, collects: 1, from: all, to: 0 },
      ]),
    ],
  });
}, 120_000);
