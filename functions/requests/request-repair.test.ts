import type { Browser } from '#functions/testing/browser';
import { startRequestServices } from '#functions/testing/request-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { requestRepair } from './calls';

const services = testServices(startRequestServices);
let owner: Browser;

const bought = { deviceCategory: '購入機材', subscriptionRentalAvailability: '販売済' };

beforeEach(async () => {
  owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1', ...bought });
});

const body = {
  serialNumber: 'RVZ-1',
  issues: ['その他の不具合'],
  additionalInfo: '電源が入りません',
  deviceType: 'purchased',
};
const send = (change: object = {}) => owner.post(requestRepair, { ...body, ...change });

test('a sold device: accepted, and the request reaches the staff', async () => {
  expect(await send()).toMatchObject({
    status: 200,
    body: { message: '修理申請を受け付けました', request: { kind: 'repair', state: 'accepted' } },
  });
  await doTasks();
  expect(await services.requestRecords()).toMatchObject([
    {
      requestKind: { value: '修理' },
      issues: { value: ['その他の不具合'] },
      notes: { value: '電源が入りません\nお客様への連絡の期限: 2027年1月19日\n宛名: レンタル受付' },
    },
  ]);
  expect(services.sns.published()).toMatchObject([
    {
      subject: expect.stringMatching(/^Repair request R-/),
      message: expect.stringContaining('修理内容: その他の不具合'),
    },
  ]);
});

test('a running repair: refused; a finished one: accepted', async () => {
  await services.putRepair('RVZ-1', '1', true);
  await services.putRepair('RVZ-1', '2', false);
  expect(await send()).toMatchObject({ status: 409, body: { code: 'REPAIR_IN_PROGRESS' } });
  await services.putRepair('RVZ-1', '2', true);
  expect(await send()).toMatchObject({ status: 200 });
});

test('a rented device: refused', async () => {
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  expect(await send()).toMatchObject({
    status: 409,
    body: { code: 'DEVICE_NOT_ELIGIBLE', message: '修理を申請できるのは、販売済のデバイスのみです。' },
  });
});

test('another owner’s device: 404 like one that does not exist', async () => {
  await services.putDevice('RVZ-2', { subscriptionId: 'sub_2', ...bought });
  for (const serialNumber of ['RVZ-2', 'RVZ-3'])
    expect(await send({ serialNumber })).toMatchObject({ status: 404, body: { code: 'DEVICE_NOT_FOUND' } });
});

test('no fault: INVALID_INPUT names the field', async () => {
  expect(await send({ issues: [] })).toMatchObject({
    status: 400,
    body: { fields: { issues: '少なくとも1つの不具合を選択してください。' } },
  });
});
