import type { Fault } from '../../local/testing/functions';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { saveCard } from '#functions/testing/save-card';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { setDefaultPaymentMethod } from './calls';

/** A change of the shop's card is cut off at one of its writes, and its owner enters another card. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 1 });
});

const save = () => saveCard(services, owner, { customerId: shop.customerId });
const choose = (paymentMethodId: string) =>
  owner.browser.post(setDefaultPaymentMethod, { paymentMethodId, customerId: shop.customerId });
/** The cards of the shop and of its subscription. */
async function cards(): Promise<unknown[]> {
  const customer = await services.stripe.customers.retrieve(shop.customerId);
  const { default_payment_method: card } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  return ['invoice_settings' in customer && customer.invoice_settings.default_payment_method, card];
}
/** Stripe fails from its write number `count` of the call on. */
async function cutOff(count: number, fault: Fault, call: () => Promise<{ status: number }>): Promise<number> {
  let seen = 0;
  services.inject((service, operation) => {
    if (service !== 'stripe' || operation.startsWith('GET')) return 'pass';
    seen += 1;
    return seen <= count ? 'pass' : seen === count + 1 ? fault : 'down';
  });
  const { status } = await call();
  services.clearFaults();
  return status;
}

test.each<[number, Fault]>([0, 1].flatMap((count) => [[count, 'down'] as [number, Fault], [count, 'lost']]))(
  'after %i writes, the next one %s: the other card pays for everything, also after the event of the first one',
  async (count, fault) => {
    const first = await save();
    expect(await cutOff(count, fault, () => choose(first))).toBe(503);
    const other = await save();
    expect((await choose(other)).status).toBe(200);
    expect(await cards()).toEqual([other, other]);
    await deliverEvents(services);
    expect(await cards()).toEqual([other, other]);
  },
);

/** The owner chooses a card for the subscription alone, then Stripe's events come: the choice stays. */
async function chooseAlone(paymentMethodId: string, expected: string[]): Promise<void> {
  services.clock.advance(1_000);
  const { subscriptionId } = shop;
  expect((await owner.browser.post(setDefaultPaymentMethod, { paymentMethodId, subscriptionId })).status).toBe(200);
  await deliverEvents(services);
  expect(await cards()).toEqual(expected);
}

test('a card cut off on its way to the shop, and its event late: chosen for the subscription, it stays', async () => {
  const card = await save();
  services.clock.advance(1_000);
  const shops = await save();
  expect((await choose(shops)).status).toBe(200);
  expect(await cutOff(1, 'down', () => choose(card))).toBe(503);
  await chooseAlone(card, [shops, card]);
});

test('a card saved for the shop, and its event late: the former one, chosen for the subscription, stays', async () => {
  const former = await save();
  expect((await choose(former)).status).toBe(200);
  services.clock.advance(1_000);
  const saved = await save();
  await chooseAlone(former, [saved, former]);
});
