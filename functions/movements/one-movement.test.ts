import * as fc from 'fast-check';
import { lockDays } from '#shared/model/device';
import { leftToMove, isOpen, movementCauses } from '#shared/model/movement';
import { requestStages } from '#shared/model/record-system';
import { randomCases } from '../../local/testing/random';
import { listDevicesUnder, readDevices, readLocks } from '#functions/devices/devices-table';
import { type DeviceItem, subscriptionOf } from '#functions/devices/items';
import { cancelSubscription } from '#functions/endings/calls';
import { changeQuantities } from '#functions/quantities/calls';
import { requestExchange, returnDevice } from '#functions/requests/calls';
import { refreshShop } from '#functions/shops/refresh-shop';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { staffRecords } from '#functions/testing/staff-records';
import { createSubscribedShop, tierItems, tierPrices } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { withdrawMovement } from './calls';
import { differenceOf } from './daily-digest';
import { type MovementItem, readShopMovements } from './movements-table';
import { isHeld } from '#shared/model/device-request';
import { readSnapshot } from '#functions/shops/shops-table';

/** A device is in one movement at a time, whatever its owners, the staff and time do; nothing is promised in vain. */
const services = testServices(() => startPaymentServices({}, { records: true }));
const { enter, remove, setDevice, setStage, settle } = staffRecords(services);
const day = 86_400_000;

interface Shop {
  owner: ShopOwner;
  customerId: string;
  /** All that it ever had. */
  subscriptions: string[];
}

const kinds = [
  'return',
  'return and lower',
  'exchange',
  'quantity',
  'quantity with names',
  'end',
  'subscribe again',
  'stage',
  'stage',
  'back',
  'new device',
  'move',
  'delete device',
  'delete request',
  'withdraw',
  'days',
] as const;
/** Something happens to the device, movement or shop with these numbers. */
interface Step {
  kind: (typeof kinds)[number];
  which: number;
  how: number;
}

/** Two owners with a shop each, and the staff with their record system. */
class World {
  readonly shops: Shop[] = [];
  added = 0;

  /** The one of a list with this number. */
  at = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];

  async begin(): Promise<void> {
    for (const total of [3, 2]) {
      const owner = await services.createOwner(`owner-${total}@example.jp`);
      const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total });
      this.shops.push({ owner, customerId, subscriptions: [subscriptionId] });
      for (let nth = 0; nth < total; nth += 1) await this.addDevice(subscriptionId);
    }
    await settle();
    for (const { movementId } of await this.movements()) await setStage(movementId, '完了');
    await settle();
  }

  movements = async (): Promise<MovementItem[]> =>
    (await Promise.all(this.shops.map(({ customerId }) => readShopMovements(customerId)))).flat();
  shopOf = (one: { customerId: string }): Shop | undefined =>
    this.shops.find(({ customerId }) => customerId === one.customerId);
  serials = (): string[] => Array.from({ length: this.added }, (_, index) => `RVZ-${index + 1}`);
  devices = async (): Promise<DeviceItem[]> => [...(await readDevices(this.serials())).values()];

  addDevice = (subscriptionId: string): Promise<unknown> => enter(`RVZ-${(this.added += 1)}`, subscriptionId);

  async act({ kind, which, how }: Step): Promise<void> {
    const devices = await this.devices();
    const device = this.at(devices, which);
    const serialNumber = device?.serialNumber ?? '';
    const movement = this.at(await this.movements(), which);
    const shop = this.at(this.shops, which) as Shop;
    const subscriptionId = shop.subscriptions.at(-1) ?? '';
    const holder = this.shops.find(({ subscriptions }) => subscriptions.includes(device ? subscriptionOf(device) : ''));
    const call = (handler: typeof cancelSubscription, id: string, body?: object) =>
      shop.owner.browser.send(handler, { method: 'POST', path: '/api', params: { id }, ...(body && { body }) });
    const giveBack = (more: object) =>
      holder?.owner.browser.post(returnDevice, {
        serialNumber,
        stripeSubscriptionId: device ? subscriptionOf(device) : '',
        reason: 'その他',
        ...more,
      });
    const lowerTo = (total: number, serials: string[]) =>
      call(changeQuantities, subscriptionId, { quantities: {}, total, ...(serials.length > 0 && { serials }) });
    switch (kind) {
      case 'return':
        return void (await giveBack({}));
      case 'return and lower':
        return void (await giveBack({ alsoReduce: true }));
      case 'exchange':
        return void (await holder?.owner.browser.post(requestExchange, {
          serialNumber,
          customerId: holder.customerId,
          issues: ['異音がする'],
        }));
      case 'quantity':
        return void (await lowerTo(1 + (how % 5), []));
      case 'quantity with names': {
        const own = devices.filter((one) => subscriptionOf(one) === subscriptionId && isHeld(one));
        const names = own.map((one) => one.serialNumber).slice(0, 1 + (how % 2));
        return void (await lowerTo(1 + (how % 3), names));
      }
      case 'end':
        return void (await call(cancelSubscription, subscriptionId));
      case 'subscribe again': {
        const { status } = await services.stripe.subscriptions.retrieve(subscriptionId);
        if (status !== 'canceled') return;
        const items = tierItems(await tierPrices(services), 1 + (how % 4));
        const { id } = await services.stripe.subscriptions.create({ customer: shop.customerId, items });
        shop.subscriptions.push(id);
        return void (await refreshShop(shop.owner.userId, shop.customerId));
      }
      case 'stage':
        if (movement) await setStage(movement.movementId, this.at(requestStages, how) ?? '');
        return;
      case 'back':
        return void (await setDevice(serialNumber, { status: '返却' }));
      case 'new device':
        return void (await this.addDevice(subscriptionId));
      case 'move':
        return void (await setDevice(serialNumber, { status: '出荷', stripeSubscriptionId: subscriptionId }));
      case 'delete device':
        return remove('devices', serialNumber);
      case 'delete request':
        return remove('requests', movement?.movementId ?? '');
      case 'withdraw': {
        const owner = movement && this.shopOf(movement)?.owner;
        const request = { method: 'POST', path: '/api', params: { id: movement?.movementId ?? '' } };
        return void (await owner?.browser.send(withdrawMovement, request));
      }
      case 'days':
        return services.clock.advance((how % (lockDays + 2)) * day);
    }
  }

  /** Stripe tells of every change, after it. */
  async takeEvents(): Promise<void> {
    for (const { owner, customerId } of this.shops) await refreshShop(owner.userId, customerId);
  }

  /** What is wrong at any moment. */
  async faults(): Promise<string[]> {
    const all = await this.movements();
    const open = all.filter(isOpen);
    const named = open.flatMap(leftToMove);
    const notBegun = open
      .filter(({ state, cause }) => state === 'ordered' && !movementCauses[cause].requested)
      .map(({ subscriptionId, kind }) => `${subscriptionId} ${kind}`);
    const devices = await this.devices();
    const returned = devices.filter(({ status }) => status === '返却').map(({ serialNumber }) => serialNumber);
    const locks = [...(await readLocks(this.serials())).values()];
    const over = all.filter((one) => !isOpen(one)).map(({ movementId }) => movementId);
    const counts = all.filter(({ count, serialNumbers }) => count < 1 || serialNumbers.length > count);
    const billed = await Promise.all(
      this.shops.map(async ({ owner, customerId, subscriptions }) => {
        const { booked = {} } = (await readSnapshot(owner.userId, customerId)) ?? {};
        return Promise.all(
          subscriptions.map(async (id) => {
            const { status, items } = await services.stripe.subscriptions.retrieve(id);
            const units = status === 'canceled' ? 0 : items.data.reduce((sum, one) => sum + (one.quantity ?? 0), 0);
            return units === (booked[id] ?? 0) ? [] : [`${id} is billed for ${units}, booked ${booked[id]}`];
          }),
        );
      }),
    );
    return [
      ...named.filter((serial, index) => named.indexOf(serial) !== index).map((serial) => `${serial} is named twice`),
      ...notBegun.filter((one, index) => notBegun.indexOf(one) !== index).map((one) => `two not begun: ${one}`),
      ...returned.filter((serial) => named.includes(serial)).map((serial) => `${serial} is back and leftToMove`),
      ...all.filter((one) => one.lowers === 'due').map(({ movementId }) => `${movementId} lowered nothing`),
      ...locks
        .filter(({ lockUntil, requestId }) => lockUntil > services.clock.now() / 1000 && over.includes(requestId))
        .map((lock) => `${lock.serialNumber} is locked by what is over`),
      ...counts.map(({ movementId }) => `${movementId} has more names than devices`),
      ...billed.flat(2),
    ];
  }

  async isRunning(subscription: string): Promise<boolean> {
    return (await services.stripe.subscriptions.retrieve(subscription)).status !== 'canceled';
  }

  /** Held devices of a subscription that has just ended which no movement collects, and the other way round. */
  async forgotten(id: string): Promise<string[]> {
    const open = (await this.movements()).filter((one) => isOpen(one) && one.kind !== 'ship');
    const own = open.filter(({ subscriptionId }) => subscriptionId === id);
    // Which of them come back with a collection without names is not known.
    if (own.some(({ count, serialNumbers }) => serialNumbers.length < count)) return [];
    const devices = await this.devices();
    const held = devices.filter((one) => subscriptionOf(one) === id && isHeld(one)).map((one) => one.serialNumber);
    const named = open.flatMap(leftToMove);
    const wrong = own.filter(({ cause }) => cause === 'ended').flatMap(leftToMove);
    return [
      ...held.filter((serial) => !named.includes(serial)).map((serial) => `${serial} is not collected`),
      ...wrong.filter((serial) => !held.includes(serial)).map((serial) => `${serial} is collected and not held`),
    ];
  }

  /** Subscriptions whose difference between held and billed is still explained when nothing has moved for long. */
  async explained(): Promise<string[]> {
    services.clock.advance(61 * day);
    const all = await this.movements();
    const results = this.shops.map(async ({ owner, customerId, subscriptions }) => {
      const { booked = {} } = (await readSnapshot(owner.userId, customerId)) ?? {};
      const listed = await Promise.all(subscriptions.map((id) => listDevicesUnder([id])));
      return subscriptions.filter((id, index) => {
        const held = (listed[index] ?? []).flatMap(({ device }) => (isHeld(device) ? [device.serialNumber] : []));
        const own = all.filter(({ subscriptionId }) => subscriptionId === id);
        const told = differenceOf(held, booked[id] ?? 0, own, services.clock.now() / 1000);
        return told !== held.length - (booked[id] ?? 0);
      });
    });
    return (await Promise.all(results)).flat();
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat({ max: 30 }),
  how: fc.nat({ max: 30 }),
});

const turn = fc.array(step, { minLength: 1, maxLength: 2 });

test('each device in one open movement, an end collects what is held, nothing is promised in vain', async () => {
  const property = fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 16, size: 'max' }), async (turns) => {
    await services.startAfresh();
    const world = new World();
    await world.begin();
    for (const steps of turns) {
      const [one, other] = steps;
      const subscription = world.at(world.shops, one?.which ?? 0)?.subscriptions.at(-1);
      // Of one that has ended before, the staff may have deleted a device meanwhile: its movement waits for them.
      const ending = one?.kind === 'end' && subscription !== undefined && (await world.isRunning(subscription));
      await Promise.allSettled(steps.map((step) => world.act(step)));
      if (ending && !other) expect([steps, await world.forgotten(subscription)]).toEqual([steps, []]);
      // Of two readings in one millisecond the older one may be kept; the event of the later change brings another.
      if (other) await world.takeEvents();
      await settle();
      expect([steps, await world.faults()]).toEqual([steps, []]);
    }
    expect(await world.explained()).toEqual([]);
  });
  await fc.assert(property, { numRuns: randomCases(12), endOnFailure: true });
}, 600_000);

test.each(['return', 'return and lower', 'exchange'] as const)(
  'the staff delete the record of a request (%s) while its device comes back: nothing awaits it',
  async (kind) => {
    const world = new World();
    await world.begin();
    await world.act({ kind, which: 0, how: 0 });
    await settle();
    const which = (await world.movements()).findIndex((one) => isOpen(one));
    expect(which).toBeGreaterThanOrEqual(0);
    await Promise.all([
      world.act({ kind: 'delete request', which, how: 0 }),
      world.act({ kind: 'back', which: 0, how: 0 }),
    ]);
    await settle();
    await settle();
    expect(await world.faults()).toEqual([]);
  },
);

test('a device that goes back is moved to the next subscription, which ends too: one movement names it', async () => {
  const world = new World();
  await world.begin();
  const act = (kind: Step['kind'], which = 0, how = 0) => world.act({ kind, which, how }).then(settle);
  await act('end');
  const ended = (await world.movements()).findIndex((one) => isOpen(one));
  await act('stage', ended, requestStages.indexOf('箱発送'));
  await act('subscribe again', 0, 1);
  await act('move');
  await act('end');
  expect(await world.faults()).toEqual([]);
});
