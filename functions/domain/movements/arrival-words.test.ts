import { orderWrites } from '../../adapters/devices-table/movements';
import { writeAll } from '../../adapters/dynamodb/transaction';
import { listNotices, type NoticeItem } from '../../adapters/users-table/notices';
import { aMovement } from '../../testing/a-movement';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, setCard, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { noticeMail } from '../mails/notices';
import { renewSnapshot } from '../shops/renew-snapshot';
import { applyMovements } from './advance-movement';
import { lowerReturned } from './lower-returned';

const services = testServices(startPaymentServices);
const day = 86_400_000;
const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
let owner: ShopOwner;
let shop: SubscribedShop;

/** A shop with so many devices, and a movement of it. */
async function moving(
  total: number,
  more: Parameters<typeof aMovement>[1],
  begun: { trialDays?: number; card?: null } = {},
): Promise<void> {
  shop = await createSubscribedShop(services, owner, { total, ...begun });
  const movement = aMovement(services.clock.now() / 1000, { ...shop, count: 1, ...more });
  await writeAll(orderWrites(movement, { name: '一号店', address: '', phone: '' }));
}
const back = { kind: 'collect', cause: 'return', serialNumbers: ['RVZ-1'], lowers: 'waiting' } as const;

beforeEach(async () => {
  owner = await services.createOwner();
});

/** The words of the mail after the staff set a stage. */
async function wordsAfter(stage: '到着' | '取消'): Promise<string> {
  await applyMovements([{ requestId: 'mv-1', customerId: shop.customerId, stage }]);
  const news = (await listNotices(services.clock.now() / 1000)).find((one) => 'news' in one);
  const { text } = noticeMail(news as Exclude<NoticeItem, { kind: 'invoice-address' }>, {
    origin: 'https://portal.example.jp',
    contact,
  });
  return text;
}
const billed = async () =>
  (await services.stripe.subscriptions.retrieve(shop.subscriptionId)).items.data.reduce(
    (sum, { quantity = 0 }) => sum + quantity,
    0,
  );

test('the device arrives: the next bill has one fewer', async () => {
  await moving(3, back);
  expect(await wordsAfter('到着')).toContain('次回のご請求から、契約台数が1台減ります。');
});

test('it arrives while a payment is late: one fewer only once that is paid, and so the mail says', async () => {
  await moving(3, back);
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(32 * day);
  await services.emulator.tick();
  await renewSnapshot(owner.userId, shop.customerId);
  const words = await wordsAfter('到着');
  await lowerReturned(services.clock.now() + 60_000);
  expect(await billed()).toBe(3);
  expect(words).toContain('未払いのご請求のお支払いが確認できた後に、契約台数が1台減ります。');
  expect(words).not.toContain('次回のご請求から');
});

test('it arrives while the subscription is paused: one fewer once it is resumed, and so the mail says', async () => {
  await moving(3, back, { trialDays: 35, card: null });
  const { trial_end: ends } = await services.stripe.subscriptions.update(shop.subscriptionId, {
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  });
  services.clock.advance(Number(ends) * 1000 - services.clock.now() + 60_000);
  await services.emulator.tick();
  await renewSnapshot(owner.userId, shop.customerId);
  const words = await wordsAfter('到着');
  await lowerReturned(services.clock.now() + 60_000);
  expect(await billed()).toBe(3);
  expect(words).toContain('契約を再開した後に、契約台数が1台減ります。');
  expect(words).not.toContain('次回のご請求から');
});

test('it is the last device: the subscription stays until its owner ends it, and so the mail says', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await moving(1, back);
  const words = await wordsAfter('到着');
  await lowerReturned(services.clock.now() + 60_000);
  expect(await billed()).toBe(1);
  expect(words).toContain('ご契約の最後の1台のため、契約台数と月額料金は変わりません。');
});

test('the subscription ends at its renewal: one fewer, and no next bill is promised', async () => {
  await moving(3, back);
  await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at_period_end: true });
  await renewSnapshot(owner.userId, shop.customerId);
  const words = await wordsAfter('到着');
  expect(words).toContain('契約台数が1台減ります。');
  expect(words).not.toContain('次回のご請求');
});

test('the staff call a return off: its subscription stays as it is, and so the mail says', async () => {
  await moving(3, back);
  const words = await wordsAfter('取消');
  expect(words).toContain('デバイスをお送りいただく必要はありません。契約台数と月額料金は変わりません。');
});

test('the staff call a shipment off: nothing about sending a device back', async () => {
  await moving(3, {});
  const words = await wordsAfter('取消');
  expect(words).toContain('お届けのお手続きは、担当者が取りやめました。');
  expect(words).not.toContain('お送りいただく');
});
