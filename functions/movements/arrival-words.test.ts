import { listNotices } from '#functions/testing/notices';
import { orderMovement } from '#functions/testing/a-movement';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { noticeMail, type PlainNotice } from '#functions/mails/notices';
import { applyMovements } from './advance';

const services = testServices(startPaymentServices);
const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
let owner: ShopOwner;
let shop: SubscribedShop;

/** A shop with so many devices, and a movement of it. */
async function moving(total: number, more: Parameters<typeof orderMovement>[1]): Promise<void> {
  shop = await createSubscribedShop(services, owner, { total });
  await orderMovement(services.clock.now() / 1000, { ...shop, count: 1, ...more });
}
const back = { kind: 'collect', cause: 'return', serialNumbers: ['RVZ-1'] } as const;

beforeEach(async () => {
  owner = await services.createOwner();
});

/** The words of the mail after the staff set a stage. */
async function wordsAfter(stage: '到着' | '取消'): Promise<string> {
  await applyMovements([{ requestId: `mv-${shop.customerId}-1`, stage }]);
  const news = (await listNotices(services.clock.now() / 1000)).find((one) => 'news' in one);
  const { text } = noticeMail(news as PlainNotice, {
    origin: 'https://portal.example.jp',
    contact,
  });
  return text;
}
test('the staff call a return off: its device need not be sent', async () => {
  await moving(3, back);
  const words = await wordsAfter('取消');
  expect(words).toContain(
    '返却のお手続きは、担当者が取りやめました。このお手続きでデバイスをお送りいただく必要はありません。',
  );
});

test('the staff call a shipment off: nothing about sending a device back', async () => {
  await moving(3, {});
  const words = await wordsAfter('取消');
  expect(words).toContain('お届けのお手続きは、担当者が取りやめました。');
  expect(words).not.toContain('お送りいただく');
});
