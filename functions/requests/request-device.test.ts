import type { Subscription } from '#shared/model/customer';
import type { DeviceItem, LockItem, RepairItem } from '#functions/devices/items';
import type { MovementItem } from '#functions/movements/movements-table';
import { aMovement } from '#functions/testing/a-movement';
import { type RequestTarget, type DeviceShop, whyRefused } from './request-device';

const now = 1_800_000_000;
const device: DeviceItem = {
  serialNumber: 'RVZ-1',
  recordId: 1,
  revision: 1,
  status: '出荷',
  statusUpdatedAt: null,
  subscriptionId: 'sub_1',
  deviceCategory: 'サブスク',
  subscriptionRentalAvailability: null,
};
const bought: DeviceItem = { ...device, deviceCategory: '購入機材', subscriptionRentalAvailability: '販売済' };
const lock: LockItem = {
  serialNumber: 'RVZ-1',
  kind: 'exchange',
  lockUntil: now + 1,
  requestId: 'id',
  receiptNumber: 'R-1',
  requestedAt: now - 60,
  state: 'in_work',
  subscriptionId: 'sub_1',
  requestedUnder: 'sub_1',
};
const repair = (completed: boolean): RepairItem => ({
  repairId: '1',
  revision: 1,
  serialNumber: 'RVZ-1',
  reportedAt: null,
  item: null,
  completed,
  amount: null,
  underWarranty: null,
});
const shop: DeviceShop = {
  customerId: 'cus_1',
  record: { subscriptions: [{ id: 'sub_1', status: 'active' } as Subscription] },
  movements: [],
};
const give: RequestTarget = { kind: 'return', subscriptionId: 'sub_1' };
const swap: RequestTarget = { kind: 'exchange', customerId: 'cus_1' };
const mend: RequestTarget = { kind: 'repair' };

type Facts = { device?: DeviceItem | undefined; lock?: LockItem; repairs?: RepairItem[] };
const decide = (asked: RequestTarget, facts: Facts, whose: typeof shop | undefined = shop) =>
  whyRefused(
    asked,
    { device: 'device' in facts ? facts.device : device, lock: facts.lock, repairs: facts.repairs ?? [] },
    whose,
    now,
  );

test.each<[string, RequestTarget, Facts]>([
  ['the return of a rented device', give, {}],
  ['its exchange', swap, {}],
  ['the repair of a device that was sold', mend, { device: bought }],
  ['a repair after another one is done', mend, { device: bought, repairs: [repair(true)] }],
  ['a return while a repair runs', give, { repairs: [repair(false)] }],
  ['what comes when the lock is over', swap, { lock: { ...lock, lockUntil: now } }],
  ['a device whose status the record system leaves empty', give, { device: { ...device, status: null } }],
])('accepts %s', (_what, asked, facts) => {
  expect(decide(asked, facts)).toBeUndefined();
});

test.each<[string, RequestTarget, Facts, string]>([
  ['a device that is not in the mirror', give, { device: undefined }, 'DEVICE_NOT_FOUND'],
  ['a device under another subscription', { ...give, subscriptionId: 'sub_2' }, {}, 'DEVICE_NOT_FOUND'],
  ['a device of another shop', { ...swap, customerId: 'cus_2' }, {}, 'DEVICE_NOT_FOUND'],
  ['the return of a bought device', give, { device: bought }, 'DEVICE_NOT_ELIGIBLE'],
  ['the exchange of a substitute', swap, { device: { ...device, deviceCategory: '代替え機' } }, 'DEVICE_NOT_ELIGIBLE'],
  ['a device without a category', swap, { device: { ...device, deviceCategory: null } }, 'DEVICE_NOT_ELIGIBLE'],
  ['a returned device', give, { device: { ...device, status: '返却' } }, 'DEVICE_NOT_ELIGIBLE'],
  ['the repair of a returned device', mend, { device: { ...bought, status: '返却' } }, 'DEVICE_NOT_ELIGIBLE'],
  ['the repair of a rented device', mend, {}, 'DEVICE_NOT_ELIGIBLE'],
  ['a second repair', mend, { device: bought, repairs: [repair(true), repair(false)] }, 'REPAIR_IN_PROGRESS'],
  [
    'a second repair of a locked device',
    mend,
    { device: bought, repairs: [repair(false)], lock },
    'REPAIR_IN_PROGRESS',
  ],
  ['a locked device', give, { lock }, 'DEVICE_LOCKED'],
  ['the repair of a locked device', mend, { device: bought, lock: { ...lock, kind: 'repair' } }, 'DEVICE_LOCKED'],
])('refuses %s', (_what, asked, facts, code) => {
  expect(decide(asked, facts)?.code).toBe(code);
});

const taken = (cause: MovementItem['cause'], more: Partial<MovementItem> = {}): DeviceShop => ({
  ...shop,
  movements: [aMovement(0, { kind: 'collect', cause, count: 1, serialNumbers: ['RVZ-1'], state: 'box-sent', ...more })],
});

test.each<[string, DeviceShop, string]>([
  ['an open return names it', taken('return'), 'DEVICE_LOCKED'],
  ['an open exchange names it', taken('exchange', { kind: 'swap' }), 'DEVICE_LOCKED'],
  ['a lower quantity collects it', taken('lowered'), 'DEVICE_NOT_ELIGIBLE'],
  ['its ended subscription collects all', taken('ended', { serialNumbers: [] }), 'DEVICE_NOT_ELIGIBLE'],
])('no return and no exchange while %s, lock or not', (_what, whose, code) => {
  for (const asked of [give, swap]) expect(decide(asked, {}, whose)?.code).toBe(code);
});

test.each<[string, DeviceShop]>([
  ['the return is closed', taken('return', { state: 'closed' })],
  ['another device goes back', taken('lowered', { serialNumbers: ['RVZ-2'] })],
  ['a lower quantity names none', taken('lowered', { serialNumbers: [] })],
  ['another subscription ended', taken('ended', { serialNumbers: [], subscriptionId: 'sub_2' })],
])('a return while %s: accepted', (_what, whose) => {
  expect(decide(give, {}, whose)).toBeUndefined();
});

test('an ended subscription: nothing is sent in exchange, and its device can be returned (D5)', () => {
  const ended = { ...shop, record: { subscriptions: [{ id: 'sub_1', status: 'canceled' } as Subscription] } };
  expect(decide(swap, {}, ended)?.code).toBe('DEVICE_NOT_ELIGIBLE');
  expect(decide(give, {}, ended)).toBeUndefined();
});

test('a subscription whose first payment is open pays for no device, also of the shop alone', () => {
  const begun = { ...shop, record: { subscriptions: [{ id: 'sub_1', status: 'incomplete' } as Subscription] } };
  for (const subscriptionId of ['sub_1', 'cus_1'])
    expect(decide(swap, { device: { ...device, subscriptionId } }, begun)?.code).toBe('DEVICE_NOT_ELIGIBLE');
});

test('a device of the shop alone is exchanged while one of the shop’s subscriptions runs', () => {
  const ofShop = { device: { ...device, subscriptionId: 'cus_1' } };
  expect(decide(swap, ofShop)).toBeUndefined();
  expect(decide(swap, ofShop, { ...shop, record: { subscriptions: [] } })?.code).toBe('DEVICE_NOT_ELIGIBLE');
});

test('a device that no shop of the caller has: refused', () => {
  expect(whyRefused(mend, { device: bought, lock: undefined, repairs: [] }, undefined, now)?.code).toBe(
    'DEVICE_NOT_FOUND',
  );
});

test('a locked device: the refusal names the end and the kind of the lock', () => {
  expect(decide(give, { lock })?.details).toEqual({
    lockUntil: '2027-01-15T08:00:01.000Z',
    lastActionType: 'exchange',
  });
});
