import { jobTimeout } from '#shared/constants';
import type { ShopRecord } from '#shared/model/customer';
import { isOpen, movementCauses } from '#shared/model/movement';
import type { ServiceName } from '../../local/services/services';
import type { Fault } from '../../local/testing/functions';
import { numbers, randomCases } from '../../local/testing/random';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { readShopMovements } from './movements-table';
import { linkedIds, putSnapshot, readSnapshot } from '#functions/shops/shops-table';
import { startRequestServices } from '#functions/testing/request-services';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { requestDevice } from '#functions/requests/request-device';
import { returnAlone } from '#functions/requests/return-device';
import { applyMovements } from './advance';
import { bookMovements, type Chosen } from './book';

const services = testServices(startRequestServices);
const rounds = 2;
/** Subscriptions of a shop: one reading of it may find changes of all of them. */
const perShop = 8;
const day = 86_400_000;

const below = (next: () => number, most: number): number => Math.floor(next() * most);
const pick = <T>(next: () => number, from: readonly T[]): T => from[below(next, from.length)] as T;

/** A shop of several subscriptions, with random numbers and a process of its own. */
interface Shop {
  customerId: string;
  next: () => number;
  /** The devices that each subscription pays for. */
  units: Record<string, number>;
  /** The reading before the last one, which a slow process may still hand in. */
  late: ReturnType<typeof readingOf>;
  /** Says how a request of the shop's process fares. */
  nextFault: () => Fault;
}

function readingOf({ customerId, units }: Pick<Shop, 'customerId' | 'units'>) {
  const subscriptions = Object.entries(units).map(([id, quantity]) => ({
    id,
    status: quantity === 0 ? 'canceled' : 'active',
    items: [{ subscription_item_id: id.replace('sub', 'si'), quantity, product: { tier: 'first' } }],
  }));
  const customer = { id: customerId, name: '青山店', metadata: {}, shipping: null, address: null, phone: null };
  return {
    record: { customer, subscriptions, payment_history: [], readAt: 0 } as unknown as ShopRecord,
    readAtMs: services.clock.now(),
  };
}

const faults = ['down', 'lost', 'busy', 'killed', 'pass', 'pass'] as const;

/** Some requests pass, then a fault: a single one, or the process is gone, perhaps after its request took effect. */
function faultAfterSome(next: () => number): () => Fault {
  const [kind, passing, acted] = [pick(next, faults), below(next, 5), next() < 0.5];
  let seen = 0;
  return () => {
    seen += 1;
    if (seen <= passing) return 'pass';
    if (kind !== 'killed') return seen === passing + 1 ? kind : 'pass';
    return seen === passing + 1 && acted ? 'lost' : 'down';
  };
}

/** Does something in a process of the shop that a fault may end, whatever becomes of it. */
async function faulty(shop: Shop, work: () => Promise<unknown>): Promise<void> {
  shop.nextFault = faultAfterSome(shop.next);
  await work().catch(() => undefined);
  shop.nextFault = () => 'pass';
}

/** An owner's return or exchange; its request may be cut off, and the owner sends it again with the same key. */
async function ask(shop: Shop, subscriptionId: string, serialNumber: string): Promise<void> {
  const { customerId, next } = shop;
  const kind = pick(next, ['return', 'exchange'] as const);
  const snapshot = await readSnapshot('user', customerId);
  if (!snapshot) return;
  const caller = { userId: 'user', shops: [{ customerId, createdAt: 0 }], snapshots: [snapshot] };
  const asked = { kind, serialNumber, subscriptionId, notes: '' };
  const send = () =>
    (kind === 'return' ? returnAlone : requestDevice)(caller, asked, {
      key: `key-${serialNumber}`,
      fingerprint: serialNumber,
      named: true,
      arrivedAt: services.clock.now(),
    });
  await services.putDevice(serialNumber, { subscriptionId, recordId: 1 });
  await faulty(shop, send);
  await send().catch(() => undefined);
}

/** A subscription changes at Stripe; what only the portal knows of it. Some of its devices go back. */
async function change(shop: Shop, subscriptionId: string, round: number): Promise<Chosen | undefined> {
  const { next, units } = shop;
  if (next() < 0.3) return undefined;
  const to = Math.max(0, below(next, 6) - 1);
  units[subscriptionId] = to;
  if (to > 0 && below(next, 3) === 0) await ask(shop, subscriptionId, `${subscriptionId}-${round}`);
  if (to > 0 && next() < 0.5) return { subscriptionId, serials: [`${subscriptionId}-chosen${round}`] };
  return undefined;
}

/** Several processes read a changed shop: some fail, repeat it or are late. The staff begin one of its movements. */
async function live(shop: Shop, round: number): Promise<void> {
  const { customerId, next, late } = shop;
  const said: (Chosen | undefined)[] = [];
  for (const subscriptionId of Object.keys(shop.units)) said.push(await change(shop, subscriptionId, round));
  const reading = readingOf(shop);
  const ways = [reading, reading, late].slice(0, 1 + below(next, 3));
  await faulty(shop, () =>
    Promise.allSettled(ways.map((one) => bookMovements('user', customerId, one, { chosen: pick(next, said) }))),
  );
  shop.late = reading;
  const movements = await readShopMovements(customerId);
  const begun = movements.filter(() => next() < 0.5).map(({ movementId: requestId }) => requestId);
  await applyMovements(begun.map((requestId) => ({ requestId, stage: '輸送中' as const })));
}

/** A run of the worker whose time is over at a random request, or with faults among its requests. */
async function deliver(next: () => number): Promise<void> {
  const cut = next() < 0.5 ? below(next, 2_000) : Infinity;
  let seen = 0;
  services.inject(() => {
    seen += 1;
    if (seen === cut) services.clock.advance(jobTimeout * 1_000);
    if (seen >= cut) return 'down';
    return next() < 0.99 ? 'pass' : pick(next, ['down', 'lost'] as const);
  });
  await doTasks().catch(() => undefined);
  services.clearFaults();
}

/** The ids in the messages that the staff got; SNS keeps the last thousand. */
const toldNow = (): string[] =>
  services.sns.published().flatMap(({ message }) => /申請ID: (\S+)/.exec(message)?.[1] ?? []);

const shopCount = Math.ceil(randomCases(160) / perShop);

test(`${shopCount * perShop} subscriptions, cut and repeated: one movement, record and message each`, async () => {
  const shops = Array.from({ length: shopCount }, (_, index): Shop => {
    const number = String(index).padStart(4, '0');
    const customerId = `cus_${number}`;
    const units = Object.fromEntries(Array.from({ length: perShop }, (__, one) => [`sub_${number}x${one}`, 0]));
    const late = readingOf({ customerId, units });
    return { customerId, next: numbers(index * 7_919), units, late, nextFault: () => 'pass' };
  });
  await Promise.all(
    shops.map(({ customerId, late: { record, readAtMs } }) => {
      const none = { booked: {}, version: 0, linked: linkedIds(record) };
      const snapshot = { customerId, record, readAtMs, ...none };
      return putSnapshot('user', snapshot);
    }),
  );
  const next = numbers(1);
  const told = new Set<string>();
  const ofShop = (_: ServiceName, __: string, { body }: { body: Buffer }): Fault =>
    shops[Number(/(?:cus|sub)_(\d{4})/.exec(body.toString())?.[1])]?.nextFault() ?? 'pass';
  for (let round = 0; round < rounds; round += 1) {
    services.clock.advance(1_000 + below(next, 3) * day);
    services.inject(ofShop);
    await mapWithLimit(10, shops, (shop) => live(shop, round));
    await deliver(next);
    toldNow().forEach((id) => told.add(id));
  }
  services.clock.advance(day);
  await mapWithLimit(10, shops, (shop) => bookMovements('user', shop.customerId, readingOf(shop)));
  while ((await waitingTasks()).length > 0) {
    services.clock.advance(3_600_000);
    await doTasks();
    toldNow().forEach((id) => told.add(id));
  }

  const ids: string[] = [];
  const causes = new Set<string>();
  for (const { customerId, units } of shops) {
    const movements = await readShopMovements(customerId);
    const { booked } = (await readSnapshot('user', customerId)) ?? {};
    expect({ ...units, ...booked }).toEqual(units);
    const named = movements.filter(isOpen).flatMap(({ serialNumbers }) => serialNumbers);
    expect(named.filter((serial, index) => named.indexOf(serial) !== index)).toEqual([]);
    const waiting = movements
      .filter(({ cause, state }) => state === 'ordered' && !movementCauses[cause].requested)
      .map(({ subscriptionId, kind }) => `${subscriptionId} ${kind}`);
    expect(new Set(waiting).size).toBe(waiting.length);
    for (const { movementId, cause, count, serialNumbers } of movements) {
      ids.push(movementId);
      causes.add(cause);
      expect(serialNumbers.length).toBeLessThanOrEqual(count);
    }
  }
  expect([...causes].toSorted()).toEqual(Object.keys(movementCauses).toSorted());
  expect(ids.filter((id) => !told.has(id))).toEqual([]);
  const records = await services.kintone.record.getAllRecords({ app: '4', fields: ['requestId'] });
  expect(records.map((record) => record['requestId']?.value as string).toSorted()).toEqual(ids.toSorted());
}, 600_000);
