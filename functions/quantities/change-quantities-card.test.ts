import { deliverEvent, deliverEvents, newestEvent } from '#functions/testing/deliver-events';
import { day, testQuantities } from '#functions/testing/quantity-change';
import { respondLate } from '#functions/testing/late-response';
import { doTasks } from '#functions/testing/task-queue';
import { createOtherPrice, setCard } from '#functions/testing/subscribed';

const {
  services,
  current,
  begin,
  beginAndWait,
  send,
  live,
  items,
  quantities,
  invoices,
  charged,
  itemIds,
  shownQuantities,
  writes,
} = testQuantities();

/** The bank's page for the payment intent of the newest invoice. */
async function authenticate(outcome: 'complete' | 'fail'): Promise<void> {
  const [newest] = (
    await services.stripe.invoices.list({
      subscription: current.shop.subscriptionId,
      limit: 1,
      expand: ['data.payments.data.payment'],
    })
  ).data;
  const id = newest?.payments?.data[0]?.payment.payment_intent;
  const intent = await services.stripe.paymentIntents.retrieve(typeof id === 'string' ? id : '');
  const path = new URL(String(intent.next_action?.use_stripe_sdk?.['stripe_js']), services.urls.stripe).pathname;
  const response = await fetch(`${services.urls.stripe}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
  });
  if (!response.ok) throw new Error(await response.text());
}

describe('cards', () => {
  test('card declined: 402 with the reason, quantities as before, no open invoice, another card can pay', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, current.shop.customerId, 'pm_card_chargeCustomerFail');
    const twice = await Promise.all([send({ quantities: {}, total: 3 }), send({ quantities: {}, total: 3 })]);
    for (const response of twice)
      expect(response).toMatchObject({
        status: 402,
        body: { code: 'CARD_DECLINED', message: expect.stringContaining('カード') },
      });
    expect(await quantities()).toEqual([1, 1]);
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect(await live()).toMatchObject({ status: 'active', pending_update: null });
    const { snapshots } = await services.userItems(current.owner);
    expect(snapshots[0]?.record.payment_history.map(({ status }) => status)).toEqual(['canceled', 'paid']);
    await setCard(services, current.shop.customerId, 'pm_card_visa');
    services.clock.advance(1000);
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'paid', amount: 5962 } },
    });
  });

  test('no card: PAYMENT_METHOD_MISSING before anything is written; if nothing is due, no card is needed', async () => {
    const coupon = await services.stripe.coupons.create({ percent_off: 100, duration: 'forever' });
    await begin({ total: 2, discounts: [{ coupon: coupon.id }], card: null });
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'none' } },
    });
    await services.stripe.subscriptions.update(current.shop.subscriptionId, { discounts: '' });
    services.operations.length = 0;
    expect(await send({ quantities: {}, total: 5 })).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_METHOD_MISSING' },
    });
    expect(writes()).toEqual([]);
    expect(await quantities()).toEqual([1, 2]);
  });

  test('3-D Secure asked for: the change waits, and is in effect when it is confirmed', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
    const asked = { quantities: {}, total: 3, seen: await items() };
    const response = await send(asked);
    const [invoice] = await invoices();
    expect(response).toMatchObject({
      status: 200,
      body: {
        charge: { status: 'requires_action', amount: 5962, clientSecret: expect.stringMatching(/^pi_.+_secret_/) },
      },
    });
    expect(shownQuantities(response.body)).toEqual([1, 1]);
    expect(response.body).toMatchObject({
      shop: {
        payment_history: [
          { amount: 5962, status: 'pending' },
          { amount: 18_700, status: 'paid' },
        ],
      },
    });
    expect(invoice?.status).toBe('open');
    expect((await send(asked)).body['charge']).toEqual(response.body['charge']);
    expect(await invoices()).toHaveLength(2);
    await authenticate('complete');
    expect(await quantities()).toEqual([1, 2]);
    expect(await send(asked)).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect(await charged()).toEqual([5962, 18_700]);
  });

  test('an increase is paid while a request takes its place: refused as changed, and nothing is credited', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
    expect((await send({ quantities: {}, total: 5 })).body).toMatchObject({ charge: { status: 'requires_action' } });
    services.clock.advance(1000);
    let isPaid = false;
    services.inject(async (_service, operation) => {
      const isFirst = operation === 'POST /v1/invoices/{invoice}/void' && !isPaid;
      isPaid ||= isFirst;
      if (isFirst) await authenticate('complete');
      return 'pass' as const;
    });
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({ status: 409, body: { code: 'QUANTITY_CHANGED' } });
    expect(isPaid).toBe(true);
    expect(await quantities()).toEqual([1, 3, 1]);
    const { balance } = (await services.stripe.customers.retrieve(current.shop.customerId)) as { balance?: number };
    expect(balance).toBe(0);
    expect(await invoices()).toHaveLength(2);
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'none' } },
    });
    expect(await quantities()).toEqual([1, 2, 0]);
  });

  test('3-D Secure failed: the next request is declined; abandoned: it expires within a day', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
    await send({ quantities: {}, total: 3 });
    await authenticate('fail');
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({ status: 402, body: { code: 'CARD_DECLINED' } });
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'paid']);
    services.clock.advance(1000);
    expect(await send({ quantities: {}, total: 3 })).toMatchObject({ body: { charge: { status: 'requires_action' } } });
    services.clock.advance(day);
    expect((await invoices()).map(({ status }) => status)).toEqual(['void', 'void', 'paid']);
    expect(await quantities()).toEqual([1, 1]);
  });

  test('3-D Secure confirmed elsewhere: Stripe’s event completes the change', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 2, others: [{ price: warranty, quantity: 2 }] });
    await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
    const [, , other] = await itemIds();
    expect(await send({ quantities: { [String(other)]: 0 }, total: 3 })).toMatchObject({
      body: { charge: { status: 'requires_action' } },
    });
    expect(await quantities()).toEqual([1, 1, 2]);
    await authenticate('complete');
    expect(await quantities()).toEqual([1, 2, 2]);
    const event = await newestEvent(services, 'customer.subscription.pending_update_applied');
    const statuses = [];
    for (const delivered of [event, event]) statuses.push((await deliverEvent(services, delivered)).status);
    expect(statuses).toEqual([200, 200]);
    expect(await quantities()).toEqual([1, 2, 0]);
    expect(await charged()).toEqual([5962, 20_900]);
    expect((await services.userItems(current.owner)).snapshots[0]?.record.subscriptions[0]?.items).toHaveLength(2);
  });

  test('cut off at 3-D Secure, and an event comes before the retry: the rest follows the payment', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 2, others: [{ price: warranty, quantity: 2 }] });
    await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
    const [, , other] = await itemIds();
    const asked = { quantities: { [String(other)]: 0 }, total: 3 };
    const late = respondLate(services, 'POST /v1/subscriptions/{subscription}');
    await send(asked);
    await late.arrive();
    await deliverEvents(services);
    expect((await send(asked)).body).toMatchObject({ charge: { status: 'requires_action' } });
    await authenticate('complete');
    await deliverEvents(services);
    expect(await quantities()).toEqual([1, 2, 0]);
    expect(await charged()).toEqual([5962, 20_900]);
  });

  test('Stripe takes no more changes when its event comes: the shop is read, the change completed later', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 2, others: [{ price: warranty, quantity: 2 }] });
    await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
    const [, , other] = await itemIds();
    await send({ quantities: { [String(other)]: 0 }, total: 3 });
    await authenticate('complete');
    services.inject((_service, operation) =>
      operation === 'POST /v1/subscriptions/{subscription}'
        ? {
            status: 429,
            headers: { 'content-type': 'application/json', 'stripe-rate-limited-reason': 'resource-specific' },
            body: JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'x' } }),
          }
        : 'pass',
    );
    await deliverEvent(services, await newestEvent(services, 'customer.subscription.pending_update_applied'));
    const shown = async () =>
      (await services.userItems(current.owner)).snapshots[0]?.record.subscriptions[0]?.items.map((one) => one.quantity);
    expect(await shown()).toEqual([1, 2, 2]);
    services.clearFaults();
    services.clock.advance(60 * 60_000);
    await doTasks();
    expect(await shown()).toEqual([1, 2]);
    expect(await charged()).toEqual([5962, 20_900]);
  });

  test('another change while one waits for 3-D Secure: the waiting one is withdrawn', async () => {
    await beginAndWait({ total: 2 });
    await setCard(services, current.shop.customerId, 'pm_card_authenticationRequired');
    await send({ quantities: {}, total: 3 });
    await setCard(services, current.shop.customerId, 'pm_card_visa');
    expect(await send({ quantities: {}, total: 4 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'paid' } },
    });
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'void', 'paid']);
    expect(await quantities()).toEqual([1, 3]);
  });
});
