import { idOf } from '#functions/platform/stripe/client';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, tierPrices, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { dropRemovedItems } from './continue-change';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

const live = () => services.stripe.subscriptions.retrieve(shop.subscriptionId);
const itemOf = async (tier: string): Promise<string> => {
  const price = (await tierPrices(services))[tier];
  return (await live()).items.data.find((item) => item.price.id === price)?.id ?? '';
};
const drop = () => dropRemovedItems(owner.userId, shop.customerId, shop.subscriptionId);

/** A subscription whose fifth device was removed in the period before. */
beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 5 });
  await services.stripe.subscriptions.update(shop.subscriptionId, {
    items: [{ id: await itemOf('FIFTH_AND_MORE'), quantity: 0 }],
    proration_behavior: 'none',
  });
  services.clock.advance(32 * 86_400_000);
});

test('an item that was removed in the period before is deleted', async () => {
  await drop();
  expect((await live()).items.data).toHaveLength(2);
});

test('an increase that waits for its payment keeps waiting; the item goes once it is paid', async () => {
  await setCard(services, shop.customerId, 'pm_card_authenticationRequired');
  const { latest_invoice: waiting } = await services.stripe.subscriptions.update(shop.subscriptionId, {
    items: [{ id: await itemOf('SECOND_TO_FOURTH'), quantity: 4 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  await drop();
  expect(await live()).toMatchObject({ pending_update: { trial_end: null } });
  await services.stripe.invoices.pay(idOf(waiting) ?? '', { paid_out_of_band: true });
  await drop();
  expect((await live()).items.data.map(({ quantity }) => quantity)).toEqual([1, 4]);
});

test('a subscription on a schedule of the staff is left alone; the item goes once that is released', async () => {
  const { stripe } = services;
  const { id } = await stripe.subscriptionSchedules.create({ from_subscription: shop.subscriptionId });
  await drop();
  expect((await live()).items.data).toHaveLength(3);
  await stripe.subscriptionSchedules.release(id);
  await drop();
  expect((await live()).items.data).toHaveLength(2);
});
