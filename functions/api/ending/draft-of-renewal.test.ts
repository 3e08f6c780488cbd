import { sum } from '#shared/sum';
import { endingCalls } from '../../testing/ending-calls';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { createSubscribedShop, tierPrices, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { handler as planEnding } from './plan-ending';

const services = testServices(startPaymentServices);
const day = 86_400_000;
const minute = 60_000;
const monthly = 18_700;
let owner: ShopOwner;
let shop: SubscribedShop;
/** When the period began whose invoice is a draft, in unix seconds. */
let renewedAt: number;

/** A subscription of two devices, ten minutes after it was renewed. */
beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
  const begun = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  renewedAt = begun.items.data[0]?.current_period_end ?? 0;
  services.clock.advance(renewedAt * 1000 - services.clock.now() + 10 * minute);
});

const { send, preview, choose } = endingCalls(() => ({ owner, shop }));
const paidInAll = async (): Promise<number> => {
  const { data } = await services.stripe.invoices.list({ subscription: shop.subscriptionId });
  return sum(data.map((one) => one.amount_paid));
};

test('the invoice of the period that has just begun is still to be charged', async () => {
  const { choices, owed } = await preview();
  const [now, period, later] = choices;
  const charge = { at: renewedAt, amount: monthly };
  expect(owed).toBe(0);
  expect(now).toMatchObject({ charges: [], total: 0, unrefunded: 0 });
  expect(period).toMatchObject({ charges: [charge], total: monthly });
  expect(later).toMatchObject({ charges: [charge, { at: period?.endsAt, amount: monthly }], total: 2 * monthly });
});

test.each([0, 1, 2])('the end %i is charged as shown', async (index) => {
  const { choice, order } = await choose(index);
  expect(await send(planEnding, 'POST', order)).toMatchObject({
    status: 200,
    body: { receipt: { total: choice.total } },
  });
  services.clock.advance(100 * day);
  expect(await paidInAll()).toBe(monthly + choice.total);
});

test('a credit is taken off the draft first, and once', async () => {
  await services.stripe.customers.update(shop.customerId, { balance: -20_000 });
  const [, period, later] = (await preview()).choices;
  expect(period).toMatchObject({ charges: [], total: 0 });
  expect(later).toMatchObject({ charges: [{ at: period?.endsAt, amount: 2 * monthly - 20_000 }] });
});

test('what was paid beside the draft is not refunded', async () => {
  const { SECOND_TO_FOURTH: second } = await tierPrices(services);
  const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  const item = items.data.find(({ price }) => price.id === second);
  await services.stripe.subscriptions.update(shop.subscriptionId, {
    items: [{ id: item?.id ?? '', quantity: 2 }],
    proration_behavior: 'always_invoice',
  });
  const unrefunded = (await preview()).choices[0]?.unrefunded ?? 0;
  // All but ten minutes of a month of one device.
  expect(unrefunded).toBeGreaterThan(8_790);
  expect(unrefunded).toBeLessThan(8_800);
});
