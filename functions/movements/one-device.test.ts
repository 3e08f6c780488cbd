import { lockDays } from '#shared/model/device';
import { leftToMove, isOpen } from '#shared/model/movement';
import { defaultAppIds, recordApps } from '#shared/model/record-system';
import { dailyDigest } from '#functions/jobs';
import { runJob } from '#functions/testing/run-job';
import { listShopDevices } from '#functions/devices/calls';
import { cancelSubscription } from '#functions/endings/calls';
import { requestExchange, returnDevice } from '#functions/requests/calls';
import { refreshShop } from '#functions/shops/refresh-shop';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { staffRecords } from '#functions/testing/staff-records';
import { createSubscribedShop, tierItems, tierPrices, type SubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { listMovements, withdrawMovement } from './calls';
import { readShopMovements } from './movements-table';

/** What becomes of a device between its owner's requests and the staff's records, through the calls and Kintone. */
const services = testServices(() => startPaymentServices({}, { records: true }));
const { devices: devicesApp, requests: requestsApp } = defaultAppIds;
const { stage, carrier, trackingNumber } = recordApps.requests.fields;
const { enter, remove, setDevice, setRequest, setStage, settle } = staffRecords(services);
let owner: ShopOwner;
let shop: SubscribedShop;

/** A shop with so many devices, RVZ-1 and on, all of them there. */
async function begin(total: number, email?: string): Promise<void> {
  owner = await services.createOwner(email);
  shop = await createSubscribedShop(services, owner, { total });
  const first = email === undefined ? 1 : 100;
  for (let nth = first; nth < first + total; nth += 1) await enter(`RVZ-${nth}`, shop.subscriptionId);
  await settle();
  for (const { movementId } of await readShopMovements(shop.customerId)) await setStage(movementId, '完了');
  await settle();
}

const giveBack = (serialNumber: string, more: object = {}, of = shop) =>
  owner.browser.post(returnDevice, {
    serialNumber,
    stripeSubscriptionId: of.subscriptionId,
    reason: 'その他',
    ...more,
  });
const exchange = (serialNumber: string) =>
  owner.browser.post(requestExchange, { serialNumber, customerId: shop.customerId, issues: ['異音がする'] });
const end = () =>
  owner.browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: shop.subscriptionId } });
const withdraw = (movementId: string) =>
  owner.browser.send(withdrawMovement, { method: 'POST', path: '/api', params: { id: movementId } });
const openIn = async ({ customerId }: Pick<SubscribedShop, 'customerId'>) =>
  (await readShopMovements(customerId)).filter(isOpen);
const words = async (of = shop): Promise<string[]> =>
  (await openIn(of)).map((one) => [one.cause, one.count, ...leftToMove(one)].join(' ')).toSorted();
const listed = async () =>
  (await owner.browser.send(listMovements, { method: 'GET', path: '/api', params: { id: shop.customerId } })).body as {
    movements: Record<string, unknown>[];
    counts: Record<string, unknown>[];
  };
const shopDevices = async () =>
  (await owner.browser.send(listShopDevices, { method: 'GET', path: '/api', params: { id: shop.customerId } })).body;
const billed = async (): Promise<number> =>
  (await services.stripe.subscriptions.retrieve(shop.subscriptionId)).items.data.reduce(
    (sum, { quantity = 0 }) => sum + quantity,
    0,
  );

test('a device is moved to another owner with a return open: that is over, and the new owner asks anew', async () => {
  await begin(2);
  const before = { shop, owner };
  await giveBack('RVZ-1', { alsoReduce: true });
  await begin(2, 'another@example.jp');
  await setDevice('RVZ-1', { stripeSubscriptionId: shop.subscriptionId });
  await settle();
  expect((await exchange('RVZ-1')).status).toBe(200);
  expect([await words(before.shop), await words()]).toEqual([[], ['exchange 1 RVZ-1']]);
});

test.each<[string, () => Promise<unknown>, string, number]>([
  ['a return that lowers', () => giveBack('RVZ-1', { alsoReduce: true }), 'return 1 RVZ-1', 2],
  ['an exchange', () => exchange('RVZ-1'), 'exchange 1 RVZ-1', 3],
])('%s whose lock has run out: no second request beside it, and 返却 closes it', async (_what, ask, order, bill) => {
  await begin(3);
  await ask();
  services.clock.advance((lockDays + 1) * 86_400_000);
  for (const again of [await giveBack('RVZ-1'), await exchange('RVZ-1')])
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'DEVICE_LOCKED', message: expect.stringContaining('受付番号 R-') },
    });
  expect(await words()).toEqual([order]);
  await setDevice('RVZ-1', { status: '返却' });
  await settle();
  expect([await words(), await billed()]).toEqual([[], bill]);
});

test('an end while an exchange is on its way: the new device is collected, and the old one once', async () => {
  await begin(3);
  await exchange('RVZ-1');
  await settle();
  const [swap] = await openIn(shop);
  await setStage(swap?.movementId ?? '', '箱発送');
  await enter('RVZ-9', shop.subscriptionId);
  await settle();
  await end();
  expect(await words()).toEqual(['ended 3 RVZ-2 RVZ-3 RVZ-9', 'exchange 1 RVZ-1']);
  for (const serial of ['RVZ-1', 'RVZ-2', 'RVZ-3', 'RVZ-9']) await setDevice(serial, { status: '返却' });
  await settle();
  expect(await words()).toEqual([]);
});

test('an end after many returns of which some are closed: every device that is held is in one order', async () => {
  await begin(5);
  for (const serial of ['RVZ-1', 'RVZ-2']) await giveBack(serial);
  await setDevice('RVZ-1', { status: '返却' });
  await settle();
  await end();
  expect(await words()).toEqual(['ended 3 RVZ-3 RVZ-4 RVZ-5', 'return 1 RVZ-2']);
});

test('the staff delete the device’s record on arrival: the bill went down with the return', async () => {
  await begin(3);
  await giveBack('RVZ-1', { alsoReduce: true });
  await settle();
  await remove('devices', 'RVZ-1');
  await settle();
  expect([await billed(), (await listed()).counts]).toMatchObject([2, [{ held: 2, billed: 2 }]]);
});

describe('a withdrawal', () => {
  test('the staff have sent already, and the mirror does not know: refused, and the parcel is shown', async () => {
    await begin(2);
    await giveBack('RVZ-1');
    await doTasks();
    const [movement] = await openIn(shop);
    const id = movement?.movementId ?? '';
    await setRequest(id, {
      [stage.code]: '箱発送',
      [carrier.code]: 'ヤマト運輸',
      [trackingNumber.code]: '1234',
    });
    expect(await withdraw(id)).toMatchObject({ status: 409, body: { code: 'MOVEMENT_NOT_CHANGEABLE' } });
    expect((await listed()).movements[0]).toMatchObject({ state: 'box-sent', parcel: { number: '1234' } });
  });

  test('its record in Kintone says so, in a comment that changes nothing else', async () => {
    await begin(2);
    await giveBack('RVZ-1');
    await settle();
    const [movement] = await openIn(shop);
    expect((await withdraw(movement?.movementId ?? '')).status).toBe(200);
    await doTasks();
    const { records } = await services.kintone.record.getRecords({ app: requestsApp, query: 'order by $id desc' });
    const record = Number(records[0]?.['$id']?.value);
    expect(records[0]).toMatchObject({ [stage.code]: { value: '受付' }, $revision: { value: '1' } });
    const { comments } = await services.kintone.record.getRecordComments({ app: requestsApp, record });
    expect(comments.map(({ text }) => text)).toEqual([expect.stringContaining('デバイスの移動が取り下げられました')]);
  });

  test('before its record is there: the record is added first, then the comment', async () => {
    await begin(2);
    services.inject((service) => (service === 'records' ? 'down' : 'pass'));
    await giveBack('RVZ-1');
    await doTasks();
    const [movement] = await openIn(shop);
    expect((await withdraw(movement?.movementId ?? '')).status).toBe(200);
    await doTasks();
    services.clearFaults();
    services.clock.advance(30 * 60_000);
    await doTasks();
    services.clock.advance(30 * 60_000);
    await doTasks();
    const { records } = await services.kintone.record.getRecords({ app: requestsApp, query: 'order by $id desc' });
    const record = Number(records[0]?.['$id']?.value);
    const { comments } = await services.kintone.record.getRecordComments({ app: requestsApp, record });
    expect([records[0]?.['requestId']?.value, comments.length]).toEqual([movement?.movementId, 1]);
  });

  test('Kintone is down: what is mirrored counts, and it is withdrawn', async () => {
    await begin(2);
    await giveBack('RVZ-1');
    await settle();
    const [movement] = await openIn(shop);
    services.inject((service) => (service === 'records' ? 'down' : 'pass'));
    expect((await withdraw(movement?.movementId ?? '')).status).toBe(200);
  });
});

test('a device with another status than 出荷: shown as it is, not held, and allows nothing', async () => {
  await begin(2);
  const options = Object.fromEntries(
    ['出荷', '返却', '紛失'].map((label, index) => [label, { label, index: String(index) }]),
  );
  const properties = { status: { type: 'DROP_DOWN', options } } as const;
  await services.kintone.app.updateFormFields({ app: devicesApp, properties });
  await services.kintone.app.deployApp({ apps: [{ app: devicesApp }] });
  await services.kintone.app.getDeployStatus({ apps: [devicesApp] });
  await setDevice('RVZ-1', { status: '紛失' });
  await settle();
  expect(await giveBack('RVZ-1')).toMatchObject({
    status: 409,
    body: { code: 'DEVICE_NOT_ELIGIBLE', message: '状態が「紛失」のデバイスのため、この操作はできません。' },
  });
  expect((await exchange('RVZ-1')).status).toBe(409);
  expect((await listed()).counts).toMatchObject([{ held: 1, billed: 2 }]);
  expect(await shopDevices()).toContainEqual(expect.objectContaining({ serialNumber: 'RVZ-1', status: '紛失' }));
  // Until then, what was just delivered may not be entered yet.
  services.clock.advance(3 * 86_400_000);
  await end();
  expect(await words()).toEqual(['ended 1 RVZ-2']);
});

test('three of five are back: their owner reads which are still to be returned', async () => {
  await begin(5);
  await end();
  for (const serial of ['RVZ-1', 'RVZ-3', 'RVZ-5']) await setDevice(serial, { status: '返却' });
  await settle();
  expect((await listed()).movements[0]).toMatchObject({
    count: 5,
    back: ['RVZ-1', 'RVZ-3', 'RVZ-5'],
    state: 'on-its-way',
  });
  expect(await words()).toEqual(['ended 5 RVZ-2 RVZ-4']);
  for (const serial of ['RVZ-2', 'RVZ-4']) await setDevice(serial, { status: '返却' });
  await settle();
  expect(await words()).toEqual([]);
});

test('subscribed again just after an end: the devices of both go their way', async () => {
  await begin(2);
  await end();
  const items = tierItems(await tierPrices(services), 1);
  await services.stripe.subscriptions.create({ customer: shop.customerId, items });
  services.clock.advance(1_000);
  await refreshShop(owner.userId, shop.customerId);
  expect(await words()).toEqual(['ended 2 RVZ-1 RVZ-2', 'subscribed 1']);
});

test('the staff type another shop’s number into a record, or none: its stage counts for the movement', async () => {
  await begin(3);
  for (const serial of ['RVZ-1', 'RVZ-2']) await giveBack(serial);
  await settle();
  const [one, other] = await openIn(shop);
  await setRequest(one?.movementId ?? '', { customerId: '', [stage.code]: '取消' });
  await setRequest(other?.movementId ?? '', { customerId: 'cus_other', [stage.code]: '箱発送' });
  await settle();
  expect(await openIn(shop)).toMatchObject([{ movementId: other?.movementId, state: 'box-sent' }]);
  expect(await giveBack(one?.serialNumbers[0] ?? '')).toMatchObject({ status: 200 });
});

test('two records have one serial number but for a blank: one is shown, the staff read of the other', async () => {
  await begin(1);
  await enter('RVZ-1 ', 'sub_other');
  await settle();
  expect(await shopDevices()).toMatchObject([{ serialNumber: 'RVZ-1' }]);
  await runJob(dailyDigest);
  await doTasks({ sweep: false });
  expect(services.toldStaff().at(-1)).toContain('・デバイス管理 レコード番号 2');
});
