import { listNotices, type NoticeItem } from '../../adapters/users-table/notices';
import { noticeMail } from '../../domain/mails/notices';
import { startPaymentServices, subscribedBody } from '../../testing/payment-services';
import { testServices } from '../../testing/test-services';
import { handler as createShopWithSubscription } from './create-shop-with-subscription';

const services = testServices(startPaymentServices);

test('an order is confirmed by one mail with the day of the shipment, even if its request is repeated', async () => {
  const owner = await services.createOwner();
  for (let times = 0; times < 2; times += 1)
    await owner.browser.send(createShopWithSubscription, {
      method: 'POST',
      path: '/api',
      headers: { 'idempotency-key': 'order-with-three-devices' },
      body: subscribedBody({ revonizerQuantity: 3 }),
    });
  const told = await listNotices(Math.floor(services.clock.now() / 1000));
  const ordered = told.filter(({ kind }) => kind === 'ordered');
  expect(ordered).toEqual([
    expect.objectContaining({
      userId: owner.userId,
      subscription: expect.objectContaining({ shopName: '青山店', devices: 3 }),
    }),
  ]);
  const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
  const { html } = noticeMail(ordered[0] as Exclude<NoticeItem, { kind: 'invoice-address' }>, {
    origin: 'https://portal.example.jp',
    contact,
  });
  expect(html).toContain('機器の発送: 2027年1月20日まで');
  expect(html).toContain('ご利用台数: 3台');
});
