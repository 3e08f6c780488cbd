import { deviceKey } from '#functions/devices/items';
import { readShopMovements } from './movements-table';
import type { SnapshotItem } from '#functions/platform/users-table';
import { ownerOf, readSnapshot } from '#functions/shops/shops-table';
import { bookMovements } from './book';
import { mirrorDevices } from '#functions/jobs';
import type { Browser } from '#functions/testing/browser';
import { startRequestServices } from '#functions/testing/request-services';
import { runJob } from '#functions/testing/run-job';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { requestExchange } from '#functions/requests/calls';
import { markSent, withdrawMovement } from './calls';

const services = testServices(startRequestServices);
let owner: Browser;
let id: string;

beforeEach(async () => {
  owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  await owner.post(requestExchange, { serialNumber: 'RVZ-1', issues: ['異音がする'], customerId: 'cus_1' });
  await doTasks();
  id = (await exchange())?.movementId ?? '';
});

const exchange = async () => (await readShopMovements('cus_1')).find(({ kind }) => kind === 'swap');
const send = (parcel = { carrier: 'ヤマト運輸', number: '1234' }) =>
  owner.send(markSent, { method: 'POST', path: '/api', params: { id }, body: parcel });
const isLocked = async (): Promise<boolean> => {
  const lock = (await services.items(deviceKey('RVZ-1'))).find(({ sk }) => sk === 'LOCK');
  return Number(lock?.['lockUntil']) > services.clock.now() / 1000;
};

test('the owner names a parcel: not before the other device was sent, because that would seem done', async () => {
  const refused = await send();
  expect(refused).toMatchObject({ status: 409, body: { code: 'MOVEMENT_NOT_CHANGEABLE' } });
  expect(refused.body['message']).toContain('交換機を発送する前');
  await services.kintone.record.updateRecord({
    app: '4',
    updateKey: { field: 'requestId', value: id },
    record: { requestStage: { value: '箱発送' } },
  });
  services.clock.advance(600_000);
  await runJob(mirrorDevices);
  expect(await send()).toMatchObject({ status: 200, body: { movement: { state: 'on-its-way' } } });
});

test('its device goes to another owner before the lock is over: they may ask for another one too', async () => {
  const other = await services.createOwner({ customerId: 'cus_2', subscriptionId: 'sub_2' });
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_2' });
  expect(await isLocked()).toBe(true);
  const asked = { serialNumber: 'RVZ-1', issues: ['異音がする'], customerId: 'cus_2' };
  expect((await other.post(requestExchange, asked)).status).toBe(200);
});

test('a device that the staff have under its shop alone: its exchange can be withdrawn too', async () => {
  await services.putDevice('RVZ-2', { subscriptionId: 'cus_1' });
  await owner.post(requestExchange, { serialNumber: 'RVZ-2', issues: ['異音がする'], customerId: 'cus_1' });
  const movement = (await readShopMovements('cus_1')).find(({ serialNumbers }) => serialNumbers.includes('RVZ-2'));
  const params = { id: movement?.movementId ?? '' };
  expect((await owner.send(withdrawMovement, { method: 'POST', path: '/api', params })).status).toBe(200);
});

test('it ends with the last subscription of the shop, which paid for it', async () => {
  await services.putDevice('RVZ-2', { subscriptionId: 'cus_1' });
  await owner.post(requestExchange, { serialNumber: 'RVZ-2', issues: ['異音がする'], customerId: 'cus_1' });
  await read(2);
  const state = async () =>
    (await readShopMovements('cus_1')).find(({ serialNumbers }) => serialNumbers.includes('RVZ-2'))?.state;
  expect(await state()).toBe('ordered');
  await doTasks();
  await read(0, 'canceled');
  expect(await state()).toBe('withdrawn');
  await doTasks();
  const told = services.sns.published().map(({ message }) => message);
  expect(told.join()).toMatch(/取り下げ[^]*シリアル番号: RVZ-2/);
});

/** A reading of the shop finds how many devices its subscription bills. */
async function read(quantity: number, status = 'active'): Promise<void> {
  const userId = (await ownerOf('cus_1')) ?? '';
  const known = await readSnapshot(userId, 'cus_1');
  const items = [{ quantity, product: { tier: 'FIRST_UNIT' } }];
  const subscription = { ...known?.record.subscriptions[0], status, items };
  services.clock.advance(1_000);
  const record = { ...known?.record, subscriptions: [subscription] } as SnapshotItem['record'];
  await bookMovements(userId, 'cus_1', { record, readAtMs: services.clock.now() });
}

test.each([
  ['', () => undefined],
  [
    ', and the first message about it is lost',
    () => services.inject((service) => (service === 'sns' ? 'down' : 'pass')),
  ],
])(
  'the subscription ends before it begins%s: withdrawn, the staff are told, the device is free',
  async (_what, fail) => {
    await read(2);
    await read(0);
    expect(await exchange()).toMatchObject({ state: 'withdrawn', movedAt: services.clock.now() / 1000 });
    fail();
    for (const minutes of [1, 10]) {
      services.clock.advance(minutes * 60_000);
      await doTasks().catch(() => undefined);
      services.clearFaults();
    }
    const told = services.sns
      .published()
      .filter(
        ({ message }) => message.startsWith('デバイスの移動が取り下げられました') && message.includes(`申請ID: ${id}`),
      );
    expect(told).toHaveLength(1);
    expect(await isLocked()).toBe(false);
  },
);
