import type { Stripe } from 'stripe';
import { defaultAppIds } from '#shared/model/record-system';
import { returnDevice } from '#functions/requests/calls';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { staffRecords } from '#functions/testing/staff-records';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { refreshShop } from '#functions/shops/refresh-shop';
import { readShopMovements } from './movements-table';

const services = testServices(() => startPaymentServices({}, { records: true }));
const { enter, setStage, settle } = staffRecords(services);
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3 });
});

const osaka = { country: 'JP', postal_code: '5300001', state: '大阪府', city: '大阪市', line1: '北区1-1' };
const moveTo = (line1: string) =>
  services.stripe.customers.update(shop.customerId, { shipping: { name: '新店', address: { ...osaka, line1 } } });
const refresh = () => refreshShop(owner.userId, shop.customerId);
const news = async () =>
  (await waitingTasks('tell-staff')).flatMap(({ body }) => {
    const { subject, text } = body as { subject: string; text: string };
    return subject.startsWith('Address changed') ? [text] : [];
  });

test('the delivery address changes before a shipment is sent: the staff are told the new one, once', async () => {
  await refresh();
  await moveTo('北区1-1');
  await Promise.all([refresh(), refresh()]);
  await refresh();
  expect(await news()).toEqual([expect.stringContaining('大阪市北区1-1')]);
});

test('another name on the parcel: the staff are told too', async () => {
  await refresh();
  const { shipping } = (await services.stripe.customers.retrieve(shop.customerId)) as Stripe.Customer;
  const address = { ...shipping?.address, country: 'JP' } as Stripe.AddressParam;
  await services.stripe.customers.update(shop.customerId, { shipping: { name: '二階受付', address } });
  await refresh();
  expect(await news()).toEqual([expect.stringContaining('宛名: 二階受付')]);
});

test('another number of the receiver, which carriers call: the staff are told too', async () => {
  await moveTo('北区1-1');
  await refresh();
  const shipping = { name: '新店', address: { ...osaka, line1: '北区1-1' }, phone: '0698765432' };
  await services.stripe.customers.update(shop.customerId, { shipping });
  await refresh();
  expect(await news()).toEqual([expect.stringContaining('電話番号: 0698765432')]);
});

test('what does not change the address tells nothing', async () => {
  await refresh();
  await services.stripe.customers.update(shop.customerId, { name: '新しい名前' });
  await refresh();
  expect(await news()).toEqual([]);
});

describe('the records in Kintone', () => {
  /** The comments of each record whose work has not begun. */
  async function comments(): Promise<string[][]> {
    const app = defaultAppIds.requests;
    const { records } = await services.kintone.record.getRecords({ app, query: 'requestStage in ("受付")' });
    const ids = records.map((record) => Number(record['$id']?.value));
    const all = ids.map((record) => services.kintone.record.getRecordComments({ app, record }));
    return (await Promise.all(all)).map((page) => page.comments.map(({ text }) => text));
  }

  const ordered = async () => (await readShopMovements(shop.customerId)).filter(({ state }) => state === 'ordered');

  test('the address changes twice: each record of what was not sent yet names the newest one, once', async () => {
    const serials = ['RVZ-1', 'RVZ-2', 'RVZ-3'];
    for (const serial of serials) await enter(serial, shop.subscriptionId);
    await refresh();
    await settle();
    for (const { movementId } of await ordered()) await setStage(movementId, '完了');
    await settle();
    const stripeSubscriptionId = shop.subscriptionId;
    for (const serialNumber of serials.slice(0, 2))
      await owner.browser.post(returnDevice, { serialNumber, stripeSubscriptionId, reason: 'その他' });
    await settle();
    for (const line1 of ['北区1-1', '北区2-2']) {
      await moveTo(line1);
      await refresh();
    }
    await doTasks();
    await settle();
    const told = (serial: string) => [
      expect.stringMatching(new RegExp(`住所: 〒530-0001 大阪府大阪市北区2-2[^]*シリアル番号: ${serial}\\n`, 'u')),
    ];
    const all = await comments();
    expect(all).toHaveLength(2);
    expect(all).toEqual(expect.arrayContaining([told('RVZ-1'), told('RVZ-2')]));
  });

  test('Kintone is down while the address changes: the record that is added later names the new one', async () => {
    services.inject((service) => (service === 'records' ? 'down' : 'pass'));
    await refresh();
    await doTasks();
    await moveTo('北区1-1');
    await refresh();
    await doTasks();
    services.clearFaults();
    for (let nth = 0; nth < 3; nth += 1) await settle();
    expect(await comments()).toEqual([[expect.stringContaining('大阪市北区1-1')]]);
  });
});
