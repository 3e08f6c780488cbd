import { startRequestServices } from '#functions/testing/request-services';
import { Browser } from '#functions/testing/browser';
import { moveLock } from './requests-table';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { listDevices, listShopDevices } from './calls';
import { returnDevice } from '#functions/requests/calls';

const services = testServices(startRequestServices);
let owner: Browser;

const aoyama = { customerId: 'cus_aoyama', subscriptionId: 'sub_aoyama' };
const ginza = { customerId: 'cus_ginza', subscriptionId: 'sub_ginza', status: 'canceled' };
const elsewhere = { customerId: 'cus_elsewhere', subscriptionId: 'sub_elsewhere' };
const inIndex = (serialNumber: string, subscriptionId: string, more: object = {}) =>
  services.putDevice(serialNumber, { subscriptionId, ...more });
const address = '〒107-0062 東京都港区南青山1-1-1 ビル2階';

beforeEach(async () => {
  owner = await services.createOwner(aoyama, ginza);
  await inIndex('RVZ-1', 'sub_aoyama', { recordId: 11, statusUpdatedAt: 1_796_086_800 });
  await inIndex('RVZ-2', 'sub_aoyama', {
    recordId: 12,
    statusUpdatedAt: 1_796_090_400,
    status: '返却',
    deviceCategory: '購入機材',
    subscriptionRentalAvailability: '販売済',
  });
  await inIndex('RVZ-3', 'sub_ginza', { recordId: 13 });
  await inIndex('RVZ-9', 'sub_elsewhere');
});

const shopDevices = (id: string, who = owner) =>
  who.send(listShopDevices, { method: 'GET', path: `/api/stores/${id}/devices`, params: { id } });

test('a shop’s devices: newest status first, with the shop’s name and address', async () => {
  const { status, body } = await shopDevices('cus_aoyama');
  expect(status).toBe(200);
  const store = { name: '一号店', address };
  const free = {
    isActionLocked: false,
    lockUntil: null,
    lastActionType: null,
    request: null,
    store,
    stripeSubscriptionId: 'sub_aoyama',
  };
  expect(body).toEqual([
    {
      ...free,
      id: '12',
      serialNumber: 'RVZ-2',
      status: '返却',
      statusUpdatedAt: '2026-12-01T02:00:00.000Z',
      deviceCategory: '購入機材',
      subscriptionRentalAvailability: '販売済',
    },
    {
      ...free,
      id: '11',
      serialNumber: 'RVZ-1',
      status: '出荷',
      statusUpdatedAt: '2026-12-01T01:00:00.000Z',
      deviceCategory: 'サブスク',
      subscriptionRentalAvailability: null,
    },
  ]);
});

test('all devices: shop by shop, with those of an ended subscription', async () => {
  const { status, body } = await owner.get(listDevices);
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { id: 'cus_aoyama', name: '一号店', address, devices: [{ serialNumber: 'RVZ-2' }, { serialNumber: 'RVZ-1' }] },
    { id: 'cus_ginza', name: '二号店', address, devices: [{ serialNumber: 'RVZ-3' }] },
  ]);
});

test('a locked device: end and kind are shown; a past lock is not, but its request still is', async () => {
  const { body } = await owner.post(returnDevice, {
    serialNumber: 'RVZ-1',
    stripeSubscriptionId: 'sub_aoyama',
    reason: '台数削減',
  });
  const request = { ...(body['request'] as { receiptNumber: string }), state: 'delivered' };
  await doTasks();
  const listed = async () =>
    ((await shopDevices('cus_aoyama')).body as unknown as { serialNumber: string }[]).find(
      (device) => device.serialNumber === 'RVZ-1',
    );
  const until = new Date(services.clock.now() + 14 * 86_400_000).toISOString();
  expect(await listed()).toMatchObject({
    isActionLocked: true,
    lockUntil: until,
    lastActionType: 'return',
    request,
  });
  services.clock.advance(14 * 86_400_000);
  expect(await listed()).toMatchObject({ isActionLocked: false, lockUntil: null, lastActionType: 'return', request });
});

test('a device moved to another owner: its request is hidden; moved among the owner’s shops: it stays', async () => {
  const give = (who: Browser, stripeSubscriptionId: string) =>
    who.post(returnDevice, { serialNumber: 'RVZ-1', stripeSubscriptionId, reason: 'その他' });
  const listed = async (id: string, who: Browser) =>
    ((await shopDevices(id, who)).body as unknown as { serialNumber: string }[]).find(
      (device) => device.serialNumber === 'RVZ-1',
    );
  const moveTo = async (subscriptionId: string, revision: number) => {
    // The mirroring moves the lock in the same way, so that both are next to each other in the index.
    await inIndex('RVZ-1', subscriptionId, { recordId: 11, revision });
    await moveLock(
      {
        serialNumber: 'RVZ-1',
        requestId: String((await services.items('DEVICE#RVZ-1')).find((item) => item['sk'] === 'LOCK')?.['requestId']),
      },
      subscriptionId,
    );
  };
  const first = (await give(owner, 'sub_aoyama')).body as { request: { receiptNumber: string } };
  await moveTo('sub_ginza', 2);
  expect(await listed('cus_ginza', owner)).toMatchObject({ isActionLocked: true, request: first.request });

  const other = await services.createOwner(elsewhere);
  await moveTo('sub_elsewhere', 3);
  const theirs = async () => (await other.get(listDevices)).body as unknown as { devices: object[] }[];
  expect(await listed('cus_elsewhere', other)).toMatchObject({
    isActionLocked: false,
    lockUntil: null,
    lastActionType: null,
    request: null,
  });
  expect(JSON.stringify(await theirs())).not.toContain(first.request.receiptNumber);
  const second = await give(other, 'sub_elsewhere');
  expect(second).toMatchObject({ status: 200, body: { request: { kind: 'return' } } });
  expect(await listed('cus_elsewhere', other)).toMatchObject({
    isActionLocked: true,
    request: { receiptNumber: (second.body as typeof first).request.receiptNumber },
  });

  // The device moves back. The first owner does not see the request of the owner in between.
  await moveTo('sub_aoyama', 4);
  expect(await listed('cus_aoyama', owner)).toMatchObject({ isActionLocked: false, request: null });
});

test('500 devices of one subscription: listed whole, none of them asked of the record system', async () => {
  for (let from = 0; from < 500; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        inIndex(`RVZ-L${from + index}`, 'sub_ginza', { recordId: 1000 + from + index }),
      ),
    );
  }
  services.operations.length = 0;
  const { body } = await shopDevices('cus_ginza');
  expect(body).toHaveLength(501);
  expect(services.operations.filter((one) => one.startsWith('records'))).toEqual([]);
});

test('another owner’s shop: 404 like one that does not exist', async () => {
  await services.createOwner(elsewhere);
  const foreign = await shopDevices('cus_elsewhere');
  const missing = await shopDevices('cus_nowhere');
  expect(foreign).toMatchObject({ status: 404, body: { code: 'SHOP_NOT_FOUND' } });
  expect(foreign.body).toEqual(missing.body);
});

test('not signed in: refused', async () => {
  expect(await new Browser().get(listDevices)).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
  expect(await shopDevices('cus_aoyama', new Browser())).toMatchObject({ status: 401 });
});
