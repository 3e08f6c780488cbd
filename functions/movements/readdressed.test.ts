import type { Stripe } from 'stripe';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { renewSnapshot } from '#functions/shops/renew-snapshot';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3 });
});

const renew = () => renewSnapshot(owner.userId, shop.customerId);
const news = async () =>
  (await waitingTasks('tell-staff')).flatMap(({ body }) => {
    const { subject, text } = body as { subject: string; text: string };
    return subject.startsWith('Address changed') ? [text] : [];
  });

test('the delivery address changes before a shipment is sent: the staff are told the new one, once', async () => {
  await renew();
  const address = { country: 'JP', postal_code: '5300001', state: '大阪府', city: '大阪市', line1: '北区1-1' };
  await services.stripe.customers.update(shop.customerId, { shipping: { name: '新店', address } });
  await Promise.all([renew(), renew()]);
  await renew();
  expect(await news()).toEqual([expect.stringContaining('大阪市北区1-1')]);
});

test('another name on the parcel: the staff are told too', async () => {
  await renew();
  const { shipping } = (await services.stripe.customers.retrieve(shop.customerId)) as Stripe.Customer;
  const address = { ...shipping?.address, country: 'JP' } as Stripe.AddressParam;
  await services.stripe.customers.update(shop.customerId, { shipping: { name: '二階受付', address } });
  await renew();
  expect(await news()).toEqual([expect.stringContaining('宛名: 二階受付')]);
});

test('what does not change the address tells nothing', async () => {
  await renew();
  await services.stripe.customers.update(shop.customerId, { name: '新しい名前' });
  await renew();
  expect(await news()).toEqual([]);
});
