import { monthEndInJapan } from '#shared/model/japan-time';
import { refreshShop } from '#functions/shops/refresh-shop';
import type { SubscriptionNotice } from './notices-table';
import { subscriptionMail } from './subscription-mails';
import { listNotices } from '#functions/testing/notices';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, startOfYear, type ShopWish, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { tellCardsExpiring } from './shop-notices';

const services = testServices(startPaymentServices);
const day = 86_400_000;
let owner: ShopOwner;
let shop: SubscribedShop;
let card: string;

/** A shop whose card expires at the end of February; it is 15 January. */
async function begin(wish: ShopWish = { total: 1 }): Promise<void> {
  startOfYear(services);
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, wish);
  const { data } = await services.stripe.paymentMethods.list({ customer: shop.customerId });
  card = data[0]?.id ?? '';
  await expires(2);
}
const expires = (month: number): Promise<void> =>
  services.emulator.updateCard(card, {
    exp_month: month,
    exp_year: new Date(services.clock.now()).getUTCFullYear(),
  });
/** How many notices the pass enqueues, so many days before the end of February in Japan. */
async function told(daysBefore: number): Promise<number> {
  const end = monthEndInJapan(new Date(services.clock.now()).getUTCFullYear(), 2) * 1_000;
  services.clock.advance(end - daysBefore * day - services.clock.now());
  await services.emulator.tick();
  const record = await refreshShop(owner.userId, shop.customerId);
  return tellCardsExpiring(owner.userId, record!);
}

test('thirty and seven days before its card expires an owner is told, once each', async () => {
  await begin();
  expect([await told(40), await told(30.1)]).toEqual([0, 0]);
  expect([await told(29.9), await told(29.8), await told(24), await told(15)]).toEqual([1, 0, 0, 0]);
  expect([await told(7.1), await told(6.9), await told(6), await told(1), await told(-1)]).toEqual([0, 1, 0, 0, 0]);
});

test('the mail names the card and its last month', async () => {
  await begin();
  await told(29.5);
  const notices = await listNotices(services.clock.now() / 1000);
  const notice = notices.find(({ kind }) => kind === 'card-expires') as SubscriptionNotice;
  const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
  const { subject, html } = subscriptionMail(notice, { origin: 'https://portal.example.jp', contact });
  expect(subject).toContain('カードの有効期限');
  expect(html).toContain('下4桁 4242');
  expect(html).toMatch(/\d{4}年2月28日|\d{4}年2月29日/);
  expect(html).toContain(`https://portal.example.jp/subscription/${shop.subscriptionId}`);
});

test('Stripe has renewed the card: nothing is told', async () => {
  await begin();
  expect(await told(31)).toBe(0);
  await expires(12);
  expect(await told(29)).toBe(0);
});

test('no subscription needs the card: nothing is told', async () => {
  await begin();
  await services.stripe.subscriptions.update(shop.subscriptionId, { cancel_at_period_end: true });
  expect(await told(29)).toBe(0);
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  expect(await told(6)).toBe(0);
});
