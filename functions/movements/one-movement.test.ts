import type { ShopRecord } from '#shared/model/customer';
import { lockDays } from '#shared/model/device';
import { isOpen, movementCauses } from '#shared/model/movement';
import { numbers, randomCases } from '../../local/testing/random';
import { type MovementItem, readShopMovements } from './movements-table';
import { readDevices } from '#functions/devices/devices-table';
import { linkedIds } from '#functions/shops/shops-table';
import { putSnapshot, readSnapshot } from '#functions/shops/snapshots-table';
import { startRequestServices } from '#functions/testing/request-services';
import { giveShop } from '#functions/testing/shops';
import { testServices } from '#functions/testing/test-services';
import { requestDevice } from '#functions/requests/request-device';
import { applyMovements, settleMovements } from './advance';
import { bookMovements } from './book';

/** A device is in one movement at a time, whatever its owner, the staff and time do. */
const services = testServices(startRequestServices);
const day = 86_400_000;
const most = 6;
const stages = ['箱発送', '輸送中', '到着', '完了', '取消'] as const;

/** A shop with one subscription, in a random history of its own. */
class Shop {
  units = 0;
  added = 0;
  readonly subscriptionId: string;

  constructor(
    readonly customerId: string,
    readonly next: () => number,
  ) {
    this.subscriptionId = customerId.replace('cus', 'sub');
  }

  below = (limit: number): number => Math.floor(this.next() * limit);
  pick = <T>(from: readonly T[]): T | undefined => from[this.below(from.length)];
  all = (): Promise<MovementItem[]> => readShopMovements(this.customerId);
  open = async (): Promise<MovementItem[]> => (await this.all()).filter(isOpen);

  reading() {
    const item = { subscription_item_id: 'si_1', quantity: this.units, product: { tier: 'first' } };
    const status = this.units === 0 ? 'canceled' : 'active';
    const subscriptions = [{ id: this.subscriptionId, status, items: [item] }];
    const customer = { id: this.customerId, name: '', metadata: {}, shipping: null, address: null, phone: null };
    const record = { customer, subscriptions, payment_history: [], readAt: 0 } as unknown as ShopRecord;
    return { record, readAtMs: services.clock.now() };
  }

  serials = (): string[] => Array.from({ length: this.added }, (_, index) => `${this.customerId}-${index}`);

  put = (serialNumber: string, more: { status?: string; subscriptionId?: string } = {}): Promise<void> =>
    services.putDevice(serialNumber, {
      subscriptionId: this.customerId,
      ofSubscription: this.subscriptionId,
      ...more,
    });

  /** The devices of the shop that its owner has. */
  async held(): Promise<string[]> {
    const devices = [...(await readDevices(this.serials())).values()];
    return devices
      .filter((one) => one.status === '出荷' && one.subscriptionId === this.customerId)
      .map((one) => one.serialNumber);
  }

  async ask(kind: 'return' | 'exchange', serialNumber: string): Promise<void> {
    const snapshot = await readSnapshot('user', this.customerId);
    if (!snapshot) return;
    const caller = { userId: 'user', shops: [{ customerId: this.customerId, createdAt: 0 }], snapshots: [snapshot] };
    const key = `${serialNumber}-${services.clock.now()}-${this.next()}`;
    await requestDevice(caller, { kind, serialNumber, notes: '' }, { key, fingerprint: key, named: true }).catch(
      () => undefined,
    );
  }

  /** Its owner, or the staff at Stripe, change the quantity. */
  async setUnits(units: number): Promise<void> {
    const taken = new Set((await this.open()).flatMap(({ serialNumbers }) => serialNumbers));
    const free = (await this.held()).filter((serial) => !taken.has(serial));
    const serials = this.next() < 0.5 ? free.slice(0, Math.max(0, this.units - units)) : [];
    this.units = units;
    services.clock.advance(1_000);
    await bookMovements('user', this.customerId, this.reading(), {
      chosen: { subscriptionId: this.subscriptionId, serials },
    });
  }

  async step(): Promise<void> {
    const device = this.pick(await this.held()) ?? '';
    const movement = this.pick(await this.open());
    const ways: (() => Promise<unknown>)[] = [
      () => this.ask('return', device),
      () => this.ask('exchange', device),
      () => this.setUnits(1 + this.below(most)),
      () => this.setUnits(1 + this.below(most)),
      async () => {
        const [requestId, stage] = [movement?.movementId ?? '', this.pick(stages) ?? '到着'];
        return applyMovements([{ requestId, customerId: this.customerId, stage }]);
      },
      () => this.put(device, { status: '返却' }).then(() => settleMovements(this.customerId)),
      () => this.put(device, { subscriptionId: 'cus_elsewhere' }).then(() => settleMovements(this.customerId)),
      () => this.put(this.serials().at((this.added += 1)) ?? `${this.customerId}-${this.added - 1}`),
      async () => services.clock.advance(this.below(lockDays + 2) * day),
    ];
    await this.pick(ways)?.();
  }

  /** What holds at any moment. */
  async check(said: string): Promise<void> {
    const open = await this.open();
    const named = open.flatMap(({ serialNumbers }) => serialNumbers);
    const twice = named.filter((serial, index) => named.indexOf(serial) !== index);
    const notBegun = open.filter(({ state, cause }) => state === 'ordered' && !movementCauses[cause].requested);
    const kinds = notBegun.map(({ kind }) => kind);
    const returned = open.filter(({ count, serialNumbers }) => count === 1 && serialNumbers.length === 1);
    const devices = await readDevices(returned.flatMap(({ serialNumbers }) => serialNumbers));
    const back = [...devices.values()].filter(({ status }) => status === '返却').map((one) => one.serialNumber);
    const tooMany = open.filter(({ count, serialNumbers }) => serialNumbers.length > count);
    expect({ said, twice, kinds, back, tooMany }).toEqual({
      said,
      twice: [],
      kinds: [...new Set(kinds)],
      back: [],
      tooMany: [],
    });
  }
}

const cases = randomCases(25);

test(`${cases} random histories: each device in one open movement, and an end collects what is held`, async () => {
  for (let seed = 1; seed <= cases; seed += 1) {
    const shop = new Shop(`cus_${seed}`, numbers(seed * 7_919));
    await giveShop('user', shop.customerId);
    const { record, readAtMs } = shop.reading();
    const none = { booked: {}, bookings: 0, linked: linkedIds(record), shelved: [] };
    const first = { customerId: shop.customerId, record, readAtMs, ...none };
    await putSnapshot('user', first);
    for (let steps = 0; steps < 25; steps += 1) {
      await shop.step();
      await shop.check(`seed ${seed}, step ${steps}`);
    }
    const before = (await shop.open()).filter((one) => one.state !== 'ordered' || movementCauses[one.cause].requested);
    await shop.setUnits(0);
    await shop.check(`seed ${seed}, end`);
    // Exchanges that have not begun are withdrawn; what other movements name comes back with them.
    const others = new Set(
      before.filter(({ kind, state }) => kind !== 'swap' || state !== 'ordered').flatMap((one) => one.serialNumbers),
    );
    const unnamed = before.some(({ kind, count, serialNumbers }) => kind === 'collect' && serialNumbers.length < count);
    const free = (await shop.held()).filter((serial) => !others.has(serial)).toSorted();
    const ended = (await shop.open()).find(({ cause }) => cause === 'ended');
    expect([seed, [...(ended?.serialNumbers ?? [])].toSorted()]).toEqual([seed, unnamed ? [] : free]);
  }
}, 300_000);
