import { refreshShop } from '#functions/shops/refresh-shop';
import { deliverEvents } from '#functions/testing/deliver-events';
import { respondLate, processing } from '#functions/testing/late-response';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import {
  createOtherPrice,
  createSubscribedShop,
  setCard,
  startOfYear,
  type SubscribedShop,
  tierItems,
  tierPrices,
} from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { changeQuantities } from './calls';
import { createSubscription } from '#functions/openings/calls';
import { paySubscription } from '#functions/billing/calls';

/** Stripe carries out a charge after the portal has stopped waiting for it (decisions/stripe). */

const services = testServices(startPaymentServices);
const day = 86_400_000;
const headers = { 'idempotency-key': 'the-key-of-this-form' };
const threeDevices = { quantities: {}, total: 3 };
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  startOfYear(services);
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 2 });
});

const change = (body: object = threeDevices) =>
  owner.browser.send(changeQuantities, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    body,
    headers,
  });
const pay = () =>
  owner.browser.send(paySubscription, { method: 'POST', path: '/api', params: { id: shop.subscriptionId } });

const invoices = async (): Promise<[string | null, number][]> =>
  (await services.stripe.invoices.list({ customer: shop.customerId })).data.map((one) => [one.status, one.amount_paid]);
const paid = async (): Promise<number[]> =>
  (await services.stripe.paymentIntents.list({ customer: shop.customerId })).data
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount }) => amount);
const quantities = async (): Promise<(number | undefined)[]> =>
  (await services.stripe.subscriptions.retrieve(shop.subscriptionId)).items.data.map(({ quantity }) => quantity);
/** The shop as the portal shows it without a request to Stripe. */
const shown = async () => {
  const { snapshots } = await services.userItems(owner);
  const { subscriptions, payment_history: history } = snapshots.find(
    (one) => one.customerId === shop.customerId,
  )!.record;
  return {
    status: subscriptions[0]?.status,
    quantities: subscriptions[0]?.items.map(({ quantity }) => quantity),
    payments: history.map(({ status, amount }) => [status, amount]),
  };
};

describe('more devices', () => {
  const update = 'POST /v1/subscriptions/{subscription}';
  const raised = {
    status: 'active',
    quantities: [1, 2],
    payments: [
      ['paid', 5962],
      ['paid', 18_700],
    ],
  };
  beforeEach(() => void services.clock.advance(10 * day));

  test('asked again before and after: being processed, then one charge', async () => {
    const late = respondLate(services, update);
    expect(await change()).toMatchObject({ status: 409, body: processing });
    expect(await change()).toMatchObject({ status: 409, body: processing });
    expect(new Set(late.keys).size).toBe(1);
    await late.arrive();
    expect(await change()).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect([await quantities(), await paid()]).toEqual([
      [1, 2],
      [5962, 18_700],
    ]);
    expect(await shown()).toEqual(raised);
  });

  test('never asked again: Stripe’s events show the payment and set the remaining quantities', async () => {
    const warranty = await createOtherPrice(services);
    shop = await createSubscribedShop(services, owner, { total: 2, others: [{ price: warranty, quantity: 2 }] });
    services.clock.advance(10 * day);
    const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
    const other = items.data.find(({ price }) => price.id === warranty)?.id ?? '';
    const late = respondLate(services, update);
    await change({ quantities: { [other]: 0 }, total: 3 });
    await late.arrive();
    expect(await quantities()).toEqual([1, 2, 2]);
    await deliverEvents(services);
    expect(await quantities()).toEqual([1, 2, 0]);
    expect(await shown()).toMatchObject({
      status: 'active',
      payments: [
        ['paid', 5962],
        ['paid', 20_900],
      ],
    });
    expect(await paid()).toEqual([5962, 20_900]);
  });

  test.each(['asked again', 'never asked again'])(
    'the card is declined after that, %s: the invoice is void, nothing is charged or changed',
    async (again) => {
      await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
      const late = respondLate(services, update);
      await change();
      await late.arrive();
      if (again === 'asked again')
        expect(await change()).toMatchObject({ status: 402, body: { code: 'CARD_DECLINED' } });
      else await deliverEvents(services);
      expect([await quantities(), await paid()]).toEqual([[1, 1], [18_700]]);
      expect(await invoices()).toEqual([
        ['void', 0],
        ['paid', 18_700],
      ]);
    },
  );

  test('another form changes the quantities meanwhile: one charge for the final quantities', async () => {
    const late = respondLate(services, update);
    await change();
    await late.arrive();
    const other = await owner.browser.send(changeQuantities, {
      method: 'POST',
      path: '/api',
      params: { id: shop.subscriptionId },
      body: threeDevices,
      headers: { 'idempotency-key': 'the-key-of-another-form' },
    });
    expect(other).toMatchObject({ status: 200, body: { charge: { status: 'none' } } });
    expect([await quantities(), await paid()]).toEqual([
      [1, 2],
      [5962, 18_700],
    ]);
  });

  test('never carried out and never asked again: events begin no charge', async () => {
    respondLate(services, update);
    await change();
    services.clearFaults();
    await services.stripe.subscriptions.update(shop.subscriptionId, { metadata: { note: 'x' } });
    await deliverEvents(services);
    expect([await quantities(), await paid()]).toEqual([[1, 1], [18_700]]);
  });
});

describe('paying what is owed', () => {
  const payment = 'POST /v1/invoices/{invoice}/pay';
  beforeEach(async () => {
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    services.clock.advance(32 * day);
    await services.emulator.tick();
    await setCard(services, shop.customerId, 'pm_card_visa');
    await refreshShop(owner.userId, shop.customerId);
  });
  const settled = {
    status: 'active',
    quantities: [1, 1],
    payments: [
      ['paid', 18_700],
      ['paid', 18_700],
    ],
  };

  test('asked again before and after: being processed, then nothing is owed, one charge', async () => {
    const late = respondLate(services, payment);
    expect(await pay()).toMatchObject({ status: 409, body: processing });
    expect(await pay()).toMatchObject({ status: 409, body: processing });
    expect(new Set(late.keys).size).toBe(1);
    await late.arrive();
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
    expect([await paid(), await shown()]).toEqual([[18_700, 18_700], settled]);
  });

  test('never asked again: Stripe’s events show it as paid', async () => {
    const late = respondLate(services, payment);
    await pay();
    await late.arrive();
    await deliverEvents(services);
    expect([await paid(), await shown()]).toEqual([[18_700, 18_700], settled]);
  });

  test('declined afterwards: each further attempt is a new one', async () => {
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    const late = respondLate(services, payment);
    await pay();
    await late.arrive();
    for (let tries = 0; tries < 3; tries += 1)
      expect(await pay()).toMatchObject({ status: 402, body: { code: 'CARD_DECLINED' } });
    const intents = await services.stripe.events.list({ type: 'payment_intent.payment_failed' });
    expect(intents.data.length).toBeGreaterThanOrEqual(4);
    await setCard(services, shop.customerId, 'pm_card_visa');
    expect(await pay()).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 18_700 } } });
  });
});

describe('a subscription that is paid at once', () => {
  let body: object;
  beforeEach(async () => {
    await services.stripe.subscriptions.cancel(shop.subscriptionId);
    body = { items: tierItems(await tierPrices(services), 5) };
  });
  const subscribe = (key = 'the-key-of-this-form') =>
    owner.browser.send(createSubscription, {
      method: 'POST',
      path: '/api',
      params: { customerId: shop.customerId },
      body,
      headers: { 'idempotency-key': key },
    });
  const began = async () =>
    (await services.stripe.subscriptions.list({ customer: shop.customerId, status: 'all' })).data
      .map(({ status }) => status)
      .filter((status) => status !== 'canceled');
  const creation = 'POST /v1/subscriptions';

  test('asked again before and after: being processed, then one subscription and one charge', async () => {
    const late = respondLate(services, creation);
    expect(await subscribe()).toMatchObject({ status: 409, body: processing });
    expect(await subscribe()).toMatchObject({ status: 409, body: processing });
    expect(new Set(late.keys).size).toBe(1);
    await late.arrive();
    expect(await subscribe()).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 45_100 } } });
    expect([await began(), await paid()]).toEqual([['active'], [45_100, 18_700]]);
  });

  test('never asked again: Stripe’s events show it; another form is refused', async () => {
    const late = respondLate(services, creation);
    await subscribe();
    await late.arrive();
    await deliverEvents(services);
    expect(await shown()).toMatchObject({
      status: 'active',
      payments: [
        ['paid', 45_100],
        ['paid', 18_700],
      ],
    });
    expect(await subscribe('the-key-of-another-form')).toMatchObject({
      status: 409,
      body: { code: 'SUBSCRIPTION_EXISTS' },
    });
    expect([await began(), await paid()]).toEqual([['active'], [45_100, 18_700]]);
  });

  test('declined afterwards: the repeat withdraws it, and the next order is paid', async () => {
    await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
    const late = respondLate(services, creation);
    await subscribe();
    await late.arrive();
    expect(await subscribe()).toMatchObject({ status: 402, body: { code: 'CARD_DECLINED' } });
    await setCard(services, shop.customerId, 'pm_card_visa');
    expect(await subscribe('the-key-of-another-form')).toMatchObject({
      status: 200,
      body: { charge: { status: 'paid', amount: 45_100 } },
    });
    expect(await paid()).toEqual([45_100, 18_700]);
  });
});
