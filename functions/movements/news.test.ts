import { defaultAppIds } from '#shared/model/record-system';
import { followDevices } from './advance';
import { type MovementItem, readShopMovements } from './movements-table';
import { listNotices } from '#functions/testing/notices';
import { forgetShop, ownerOf } from '#functions/shops/shops-table';
import { getUser, updateProfile } from '#functions/accounts/calls';
import { returnDevice, requestRepair } from '#functions/requests/calls';
import { deviceRecords, fieldsOf, serial } from '#functions/testing/device-records';
import { orderMovement } from '#functions/testing/a-movement';
import type { Browser } from '#functions/testing/browser';
import { startRequestServices } from '#functions/testing/request-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { noticeMail, type PlainNotice } from '#functions/mails/notices';

const services = testServices(startRequestServices);
const { run, minutes, addDevices, change } = deviceRecords(services);
let owner: Browser;

beforeEach(async () => {
  owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
});

const now = (): number => Math.floor(services.clock.now() / 1000);
const told = async (): Promise<string[]> => (await listNotices(now())).map(({ kind }) => kind);

async function order(more: Partial<MovementItem> = {}): Promise<void> {
  await orderMovement(now(), more);
  await doTasks();
}

/** The staff set a field of a record, and the next run mirrors it. */
async function staffSet(requestId: string, values: Record<string, unknown>): Promise<void> {
  await services.kintone.record.updateRecord({
    app: defaultAppIds.requests,
    updateKey: { field: 'requestId', value: requestId },
    record: fieldsOf(values),
  });
  minutes(10);
  await run();
}
/** The id of the newest request, whose record the staff have. */
async function newestRequest(): Promise<string> {
  await doTasks();
  return String((await services.requestRecords()).at(-1)?.['requestId']?.value);
}
const switchNews = (newsMails: boolean) =>
  owner.send(updateProfile, { method: 'PUT', path: '/api/profile', body: { newsMails } });

test('a shipment: its owner is told when it is sent and when it arrives, once each', async () => {
  await order();
  await staffSet('mv-cus_1-1', { requestStage: '箱発送' });
  expect(await told()).toEqual(['movement-sent']);
  await staffSet('mv-cus_1-1', { requestStage: '輸送中' });
  expect(await told()).toEqual(['movement-sent']);
  await staffSet('mv-cus_1-1', { requestStage: '到着' });
  await staffSet('mv-cus_1-1', { requestStage: '完了' });
  expect(await told()).toEqual(['movement-sent', 'movement-arrived']);
});

test('its shop was deleted: nobody is told, as the deletion’s dialog says', async () => {
  await order();
  await forgetShop((await ownerOf('cus_1')) ?? '', 'cus_1');
  await staffSet('mv-cus_1-1', { requestStage: '箱発送' });
  expect(await told()).toEqual([]);
});

test('a return: told when the work begins, when the box is sent, and when the device is back', async () => {
  await addDevices(1, 1);
  await run();
  await owner.post(returnDevice, { serialNumber: serial(1), stripeSubscriptionId: 'sub_1', reason: '台数削減' });
  const id = await newestRequest();
  for (const requestStage of ['対応中', '箱発送']) await staffSet(id, { requestStage });
  await change(1, { status: '返却' });
  minutes(10);
  await run();
  expect(await told()).toEqual(['request-in-work', 'movement-sent', 'movement-arrived']);
});

test('its owner buys the device instead: the return is over, and no mail says that it arrived', async () => {
  await addDevices(1, 1);
  await run();
  await owner.post(returnDevice, { serialNumber: serial(1), stripeSubscriptionId: 'sub_1', reason: '台数削減' });
  await change(1, { deviceCategory: '購入機材', subscriptionRentalAvailability: '販売済' });
  minutes(10);
  await run();
  await followDevices('cus_1');
  expect(await readShopMovements('cus_1')).toMatchObject([{ cause: 'return', state: 'closed' }]);
  expect(await told()).toEqual([]);
});

test('the staff take what came back out of its subscription in the same edit: it has arrived', async () => {
  await addDevices(1, 1);
  await run();
  await owner.post(returnDevice, { serialNumber: serial(1), stripeSubscriptionId: 'sub_1', reason: '台数削減' });
  await change(1, { status: '返却', stripeSubscriptionId: '' });
  minutes(10);
  await run();
  await followDevices('cus_1');
  expect(await readShopMovements('cus_1')).toMatchObject([{ state: 'closed', arrivedAt: expect.any(Number) }]);
  expect(await told()).toEqual(['movement-arrived']);
});

test('a return that is already on its way back: not told that a box is sent', async () => {
  await addDevices(1, 1);
  await run();
  await owner.post(returnDevice, { serialNumber: serial(1), stripeSubscriptionId: 'sub_1', reason: '台数削減' });
  const id = await newestRequest();
  for (const requestStage of ['輸送中', '到着']) await staffSet(id, { requestStage });
  expect(await told()).toEqual(['movement-arrived']);
});

test('a repair: told of each step; called off by the staff, of that alone', async () => {
  const bought = { deviceCategory: '購入機材', subscriptionRentalAvailability: '販売済' };
  await addDevices(1, 2, bought);
  await run();
  const ask = (number: number) =>
    owner.post(requestRepair, {
      serialNumber: serial(number),
      issues: ['その他の不具合'],
      additionalInfo: '',
      deviceType: 'purchased',
    });
  await ask(1);
  const first = await newestRequest();
  for (const requestStage of ['対応中', '完了']) await staffSet(first, { requestStage });
  expect(await told()).toEqual(['request-in-work', 'request-done']);
  await ask(2);
  await staffSet(await newestRequest(), { requestStage: '取消' });
  expect((await told()).at(-1)).toBe('request-cancelled');
});

test('the switch is kept on the server: off, no news is mailed; on again, it is', async () => {
  await order();
  expect(await switchNews(false)).toMatchObject({ status: 200, body: { user: { newsMails: false } } });
  expect((await owner.get(getUser)).body).toMatchObject({ user: { newsMails: false } });
  await staffSet('mv-cus_1-1', { requestStage: '輸送中' });
  expect(await told()).toEqual([]);
  await switchNews(true);
  await staffSet('mv-cus_1-1', { requestStage: '到着' });
  expect(await told()).toEqual(['movement-arrived']);
});

test.each(['down', 'lost'] as const)('the change is %s: one mail in the end', async (fault) => {
  await order();
  let fails = true;
  services.inject((service, operation) =>
    service === 'dynamodb' && operation === 'TransactWriteItems' && fails ? fault : 'pass',
  );
  await staffSet('mv-cus_1-1', { requestStage: '輸送中' }).catch(() => undefined);
  fails = false;
  minutes(25 * 60);
  await run();
  expect(await told()).toEqual(['movement-sent']);
});

test('the mail names receipt, devices and parcel, escapes what people typed, and links to the switch', async () => {
  await order({ parcel: { carrier: '<b>佐川</b>', number: '12-34' } });
  await staffSet('mv-cus_1-1', { requestStage: '輸送中' });
  const [notice] = await listNotices(now());
  const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
  const { subject, html } = noticeMail(notice as PlainNotice, {
    origin: 'https://portal.example.jp',
    contact,
  });
  expect(subject).toBe('【レボナイザー】デバイスを発送しました');
  for (const text of [
    'R-20270115-AAAAA',
    '店舗: 一号店',
    'デバイス: 2台',
    'お荷物: &lt;b&gt;佐川&lt;/b&gt; 12-34',
    'https://portal.example.jp/store/cus_1/devices',
    'メール通知',
    '03-0000-0000',
  ])
    expect(html).toContain(text);
});
