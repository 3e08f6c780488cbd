import { movementCauses } from '#shared/model/movement';
import { acceptRequest, type RequestItem } from '../../adapters/devices-table/requests';
import { movementOf } from '../device-requests/request-movement';
import { handler as deliverRequests } from '../../jobs/deliver-requests';
import { putIntention, readShopMovements, type MovementItem } from '../../adapters/devices-table/movements';
import { startRequestServices } from '../../testing/request-services';
import { testServices } from '../../testing/test-services';
import { applyMovements } from './advance-movement';
import { bookMovements } from '../booking/book-movements';
import { netCounts, planMovements, type Wanted } from '../booking/plan-movements';

/** Numbers in [0, 1) that are the same in each run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const below = (next: () => number, most: number): number => Math.floor(next() * most);

describe('without services', () => {
  /** One contract through random changes; a booking may be lost, so that the next one finds several changes at once. */
  function live(seed: number): { movements: MovementItem[]; booked: number } {
    const next = numbersFrom(seed);
    const movements: MovementItem[] = [];
    let [booked, billed, at] = [0, 0, 0];
    const add = (wanted: Pick<MovementItem, 'kind' | 'cause' | 'count' | 'serialNumbers'>, more = {}): void => {
      const item = { subscriptionId: 'sub', state: 'ordered', orderedAt: at, ...wanted, ...more };
      movements.push(item as unknown as MovementItem);
    };
    const book = (): void => {
      if (billed === booked) return;
      const named = below(next, 2) === 0;
      const serialNumbers = named ? Array.from({ length: below(next, 4) }, (_, index) => `R${index}`) : [];
      const plan = planMovements(movements, {
        from: booked,
        to: billed,
        isFirst: booked === 0,
        intention: named ? { to: billed, serialNumbers } : undefined,
      });
      for (const one of plan.withdraw) one.state = 'withdrawn';
      for (const one of plan.lowered) one.lowers = 'done';
      plan.order.forEach((wanted: Wanted) => add(wanted));
      booked = billed;
    };
    for (at = 1; at <= 12; at += 1) {
      const what = below(next, 7);
      if (what <= 2) billed = below(next, 8);
      if (what === 3) billed = 0;
      if (what === 4 && billed > 0)
        add(
          { kind: 'collect', cause: 'return', count: 1, serialNumbers: [`R${below(next, 4)}`] },
          below(next, 2) === 0 ? { lowers: 'waiting' } : {},
        );
      if (what === 5) add({ kind: 'swap', cause: 'exchange', count: 1, serialNumbers: ['X'] });
      const moved = movements[below(next, Math.max(1, movements.length))];
      if (what === 6 && moved && moved.state !== 'withdrawn') moved.state = 'on-its-way';
      if (below(next, 3) > 0) book();
    }
    book();
    return { movements, booked };
  }

  test('980 contracts: what is shipped less what is collected is what is billed', () => {
    for (let seed = 1; seed <= 980; seed += 1) {
      const { movements, booked } = live(seed);
      expect([seed, netCounts(movements)['sub'] ?? 0]).toEqual([seed, booked]);
      for (const { serialNumbers, count } of movements) expect([0, count]).toContain(serialNumbers.length);
    }
  });
});

describe('with DynamoDB, the record system and SNS', () => {
  const services = testServices(startRequestServices);

  const readingOf = (customerId: string, units: number) => ({
    record: {
      customer: { id: customerId, name: '青山店', metadata: {}, shipping: null, address: null, phone: null },
      subscriptions: [
        {
          id: `sub_${customerId}`,
          status: units === 0 ? 'canceled' : 'active',
          items: [{ quantity: units, product: { tier: 'first' } }],
        },
      ],
      payment_history: [],
      readAt: 0,
    } as never,
    readAtMs: services.clock.now(),
  });

  let devices = 0;

  /** An owner's return or exchange, whose acceptance may be cut off; the owner sends it again. */
  async function ask(customerId: string, next: () => number): Promise<void> {
    devices += 1;
    const serialNumber = `RVZ-${devices}`;
    const subscriptionId = `sub_${customerId}`;
    await services.putDevice(serialNumber, { subscriptionId, recordId: devices });
    const now = services.clock.now() / 1000;
    const kind = (['return', 'exchange'] as const)[below(next, 2)] ?? 'return';
    const request: RequestItem = {
      requestId: `request-${devices}`,
      receiptNumber: `R-${devices}`,
      kind,
      state: 'accepted',
      serialNumber,
      requestedAt: now,
      userId: 'user',
      subscriptionId,
      customerId,
      notes: '',
      shop: { name: '青山店', address: '', phone: '' },
    };
    const accept = () =>
      acceptRequest({
        device: { recordId: devices, revision: 1 },
        request,
        lockUntil: now + 86_400,
        insteadOfLock: undefined,
        movement: movementOf(request, kind === 'return' && below(next, 2) === 0),
        receipt: { key: serialNumber, fingerprint: 'same', expiresAt: now + 86_400, instead: undefined },
        delivery: { claim: 'none', nextTryAt: now },
      });
    const fault = (['down', 'lost', 'pass'] as const)[below(next, 3)] ?? 'pass';
    services.weather((service) => (service === 'dynamodb' ? fault : 'pass'));
    await accept().catch(() => undefined);
    services.weather();
    await accept();
  }

  /** Changes a contract, and reads it by several ways that fail, repeat and are late. */
  async function live(customerId: string, next: () => number): Promise<number> {
    let units = 0;
    let late = readingOf(customerId, 0);
    for (let step = 0; step < 4; step += 1) {
      services.clock.advance(1_000 + below(next, 3) * 86_400_000);
      units = below(next, 5);
      if (units > 0 && below(next, 3) === 0) await ask(customerId, next);
      if (below(next, 2) === 0)
        await putIntention(customerId, {
          subscriptionId: `sub_${customerId}`,
          to: units,
          serialNumbers: ['A'],
          ...(units === 0 && { cause: 'forced-end' as const }),
          expiresAt: services.clock.now() / 1000 + 3600,
        });
      const reading = readingOf(customerId, units);
      const fault = (['down', 'lost', 'busy', 'pass', 'pass'] as const)[below(next, 5)] ?? 'pass';
      let seen = 0;
      const failing = below(next, 4);
      services.weather((service) => (service === 'dynamodb' && (seen += 1) > failing ? fault : 'pass'));
      const ways = [reading, reading, late].slice(0, 1 + below(next, 3));
      await Promise.all(ways.map((one) => bookMovements('user', customerId, one).catch(() => undefined)));
      services.weather();
      if (below(next, 3) > 0) {
        const { movements } = await readShopMovements(customerId);
        const one = movements[below(next, Math.max(1, movements.length))];
        if (one) await applyMovements([{ requestId: one.movementId, customerId, stage: '輸送中' }]);
      }
      late = reading;
    }
    services.clock.advance(1_000);
    await bookMovements('user', customerId, readingOf(customerId, units));
    return units;
  }

  test('20 contracts, cut off and repeated: each promise is one movement, one record, one message', async () => {
    const ids: string[] = [];
    const causes = new Set<string>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const customerId = `cus_${seed}`;
      const units = await live(customerId, numbersFrom(seed));
      const { movements } = await readShopMovements(customerId);
      expect([seed, netCounts(movements)[`sub_${customerId}`] ?? 0]).toEqual([seed, units]);
      for (const { movementId, cause } of movements) {
        ids.push(movementId);
        causes.add(cause);
      }
    }
    expect([...causes].toSorted()).toEqual(Object.keys(movementCauses).toSorted());
    for (let run = 0; run < 3; run += 1) await deliverRequests({}, { getRemainingTimeInMillis: () => 300_000 });
    const told = /^(機器の移動が必要です|返却の申請がありました|交換のリクエストがありました)/;
    expect(services.sns.published().filter(({ message }) => told.test(message))).toHaveLength(ids.length);
    expect(await services.items('DELIVERIES')).toEqual([]);
    const records = new Set(await recordIds());
    expect(records).toEqual(new Set(ids));
  }, 300_000);

  async function recordIds(): Promise<string[]> {
    const all = await services.kintone.record.getAllRecords({ app: '4', fields: ['requestId'] });
    return all.map((record) => record['requestId']?.value as string);
  }
});
