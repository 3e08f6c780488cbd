import { refreshShop } from '#functions/shops/refresh-shop';
import { logger } from '#functions/platform/logger';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, setCard, startOfYear, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { changeQuantities } from './calls';
import { paySubscription } from '#functions/billing/calls';

/** Everything fails after each single request of a call that charges; the retry ends in one state with one charge. */

const services = testServices(startPaymentServices);
const day = 86_400_000;
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
  startOfYear(services);
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
});

const change = () =>
  owner.browser.send(changeQuantities, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    body: { quantities: {}, total: 3 },
    headers: { 'idempotency-key': 'the-key-of-this-form' },
  });
const pay = () =>
  owner.browser.send(paySubscription, { method: 'POST', path: '/api', params: { id: shop.subscriptionId } });

/** From request `passing` + 1 on everything is down; that first one may be carried out without a response. */
async function cutOff(passing: number, first: 'down' | 'lost', call: () => Promise<{ status: number }>): Promise<void> {
  let seen = 0;
  services.inject(() => {
    seen += 1;
    if (seen <= passing) return 'pass';
    return seen === passing + 1 ? first : 'down';
  });
  expect([200, 409, 503]).toContain((await call()).status);
  services.clearFaults();
  services.clock.advance(31_001); // longer than a lease that could not be released
}

const stateOf = async () => {
  const { items, status } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  const { data } = await services.stripe.paymentIntents.list({ customer: shop.customerId });
  const { snapshots } = await services.userItems(owner);
  return {
    status,
    quantities: items.data.map(({ quantity }) => quantity),
    charges: data.map((one) => [one.status, one.amount]),
    shown: snapshots[0]?.record.payment_history.map((one) => [one.status, one.amount]),
  };
};

const points = Array.from({ length: 17 }, (_, index) => index);

describe.each(['down', 'lost'] as const)(
  'more devices; everything fails after some requests, the first %s',
  (first) => {
    test.each(points)('after %i: the retry ends with one increase and one charge', async (passing) => {
      services.clock.advance(10 * day);
      await cutOff(passing, first, change);
      expect(await change()).toMatchObject({ status: 200, body: { charge: { status: 'paid' } } });
      const { charges, ...state } = await stateOf();
      const amount = charges[0]?.[1];
      expect(charges).toEqual([
        ['succeeded', amount],
        ['succeeded', 18_700],
      ]);
      expect(state).toEqual({
        status: 'active',
        quantities: [1, 2],
        shown: [
          ['paid', amount],
          ['paid', 18_700],
        ],
      });
    });
  },
);

describe.each(['down', 'lost'] as const)('paying; everything fails after some requests, the first %s', (first) => {
  test.each(points.slice(0, 13))('after %i: the retry leaves one charge and nothing owed', async (passing) => {
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    services.clock.advance(32 * day);
    await services.emulator.tick();
    await setCard(services, shop.customerId, 'pm_card_visa');
    await refreshShop(owner.userId, shop.customerId);
    await cutOff(passing, first, pay);
    expect([200, 409]).toContain((await pay()).status);
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
    expect(await stateOf()).toEqual({
      status: 'active',
      quantities: [1, 1],
      charges: [
        ['succeeded', 18_700],
        ['succeeded', 18_700],
      ],
      shown: [
        ['paid', 18_700],
        ['paid', 18_700],
      ],
    });
  });
});
