import { isOpen } from '#shared/model/movement';
import { readShopMovements } from './movements-table';
import { withdrawMovement } from './calls';
import { requestExchange, returnDevice } from '#functions/requests/calls';
import { deliverEvents } from '#functions/testing/deliver-events';
import { testLoweringReturns } from '#functions/testing/lowering-returns';
import { moveAll } from '#functions/testing/shipped-devices';
import { setCard } from '#functions/testing/subscribed';
import { refreshShop } from '#functions/shops/refresh-shop';

/** Returns that lower their subscription, and lower quantities beside returns, exchanges and ends. */
const { services, current, begin, lowerTo, giveBackOnce, end, billed, movements } = testLoweringReturns();

const giveBack = (serialNumber: string, alsoReduce = true) =>
  current.owner.browser.post(returnDevice, {
    serialNumber,
    stripeSubscriptionId: current.shop.subscriptionId,
    reason: '台数削減',
    ...(alsoReduce && { alsoReduce }),
  });
const exchange = (serialNumber: string) =>
  current.owner.browser.post(requestExchange, {
    serialNumber,
    customerId: current.shop.customerId,
    issues: ['異音がする'],
    notes: '',
  });
const openSwaps = async () =>
  (await readShopMovements(current.shop.customerId)).filter((one) => one.kind === 'swap' && isOpen(one)).length;
const settle = (): Promise<unknown> => deliverEvents(services);
/** What staff do in Stripe's dashboard. */
async function setUnits(total: number): Promise<void> {
  const { items } = await services.stripe.subscriptions.retrieve(current.shop.subscriptionId);
  const [largest] = items.data.toSorted((one, other) => (other.quantity ?? 0) - (one.quantity ?? 0));
  const quantity = (largest?.quantity ?? 0) + total - (await billed());
  await services.stripe.subscriptionItems.update(largest?.id ?? '', { quantity, proration_behavior: 'none' });
}

test('the subscription goes down with the return, in the same request, from the next bill on', async () => {
  await begin(3);
  const invoices = (await services.stripe.invoices.list({ customer: current.shop.customerId })).data.length;
  expect(await giveBack('RVZ-1')).toMatchObject({ status: 200 });
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
  await settle();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
  expect((await services.stripe.invoices.list({ customer: current.shop.customerId })).data).toHaveLength(invoices);
  const next = await services.stripe.invoices.createPreview({ subscription: current.shop.subscriptionId });
  expect(next.total).toBe(9_900 + 8_800);
});

test('all devices have one old price: they move to the tiers, and nothing is charged', async () => {
  const { id: product } = await services.stripe.products.create({ name: '旧料金', metadata: { tier: 'FIRST_UNIT' } });
  const terms = { currency: 'jpy', unit_amount: 8_000, recurring: { interval: 'month' } } as const;
  await begin(4, (await services.stripe.prices.create({ product, ...terms })).id);
  expect(await giveBack('RVZ-1')).toMatchObject({ status: 200 });
  expect([await billed(), await movements()]).toEqual([3, ['return RVZ-1 done']]);
  const { data } = await services.stripe.invoices.list({ customer: current.shop.customerId });
  expect(data.map(({ amount_paid: paid }) => paid)).toEqual([4 * 8_000]);
});

test('its owner cannot withdraw it: the subscription has gone down', async () => {
  await begin(3);
  await giveBack('RVZ-1');
  const returned = (await readShopMovements(current.shop.customerId)).find(({ cause }) => cause === 'return');
  const request = { method: 'POST', path: '/api', params: { id: returned?.movementId ?? '' } };
  expect(await current.owner.browser.send(withdrawMovement, request)).toMatchObject({
    status: 409,
    body: { code: 'MOVEMENT_NOT_CHANGEABLE' },
  });
});

test('the same request again, also twice at once: the subscription goes down once, one receipt', async () => {
  await begin(3);
  const key = 'the-key-of-this-return';
  const [one, other] = await Promise.all([giveBackOnce(key, 'RVZ-1'), giveBackOnce(key, 'RVZ-1')]);
  const third = await giveBackOnce(key, 'RVZ-1');
  const receipts = [one, other, third].map(({ body }) => (body['request'] as { receiptNumber: string }).receiptNumber);
  expect(new Set(receipts).size).toBe(1);
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
});

test('the last device: refused with the way to cancel, and nothing is moved', async () => {
  await begin(1);
  expect(await giveBack('RVZ-1')).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: { alsoReduce: expect.stringContaining('解約') } },
  });
  expect([await billed(), await movements()]).toEqual([1, []]);
});

test('a late payment: refused, because the quantity cannot change, and nothing is moved', async () => {
  await begin(3);
  await setCard(services, current.shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(32 * 86_400_000);
  await services.emulator.tick();
  await refreshShop(current.owner.userId, current.shop.customerId);
  expect(await giveBack('RVZ-1')).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_OVERDUE' } });
  expect(await movements()).toEqual([]);
});

test('no device on its way back is chosen for a lower quantity, nor more than it goes down by', async () => {
  await begin(4);
  await giveBack('RVZ-1');
  const refused = await lowerTo(2, 'RVZ-1');
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect(JSON.stringify(refused.body)).toContain('返却の手続き中です（受付番号');
  expect(JSON.stringify((await lowerTo(2, 'RVZ-2', 'RVZ-3')).body)).toContain('減らす台数（1台）より多くの');
  expect((await lowerTo(2, 'RVZ-2')).status).toBe(200);
  expect([await billed(), await movements()]).toEqual([2, ['lowered RVZ-2', 'return RVZ-1 done']]);
});

test('Stripe’s event is read before its request goes on: the chosen devices are named all the same', async () => {
  await begin(4);
  let isRead = false;
  services.inject(async (_service, operation) => {
    if (operation !== 'GET /v1/subscriptions' || isRead || (await billed()) > 2) return 'pass' as const;
    isRead = true;
    // The request has changed the quantity and reads the shop next; the event's reading comes first.
    await refreshShop(current.owner.userId, current.shop.customerId);
    return 'pass' as const;
  });
  expect((await lowerTo(2, 'RVZ-2', 'RVZ-3')).status).toBe(200);
  services.clearFaults();
  expect([isRead, await movements()]).toEqual([true, ['lowered RVZ-2 RVZ-3']]);
});

test('Stripe cannot be read after the quantity went down: the repeat names the chosen devices', async () => {
  await begin(4);
  let isLower = false;
  services.inject((_service, operation) => {
    isLower ||= operation === 'POST /v1/subscriptions/{subscription}';
    return isLower && operation === 'GET /v1/subscriptions' ? 'down' : 'pass';
  });
  expect((await lowerTo(2, 'RVZ-2', 'RVZ-3')).status).toBe(503);
  services.clearFaults();
  expect((await lowerTo(2, 'RVZ-2', 'RVZ-3')).status).toBe(200);
  expect([await billed(), await movements()]).toEqual([2, ['lowered RVZ-2 RVZ-3']]);
});

test('staff lower it at Stripe: a collection without names, to which a later lowering adds its names', async () => {
  await begin(4);
  await setUnits(3);
  await refreshShop(current.owner.userId, current.shop.customerId);
  expect(await movements()).toEqual(['lowered']);
  expect((await lowerTo(2, 'RVZ-2')).status).toBe(200);
  const all = await readShopMovements(current.shop.customerId);
  expect(all.filter(isOpen)).toMatchObject([{ count: 2, serialNumbers: ['RVZ-2'] }]);
});

test('returns after a lower quantity without names: they take its places, and nothing goes back besides', async () => {
  const collected = async () =>
    (await readShopMovements(current.shop.customerId))
      .filter((one) => one.kind === 'collect' && isOpen(one))
      .map(({ cause, count, serialNumbers, lowers }) => [cause, count, ...serialNumbers, lowers ?? ''].join(' ').trim())
      .toSorted();
  await begin(4);
  await lowerTo(2);
  expect(await collected()).toEqual(['lowered 2']);
  for (const [serial, orders] of [
    ['RVZ-1', ['lowered 1', 'return 1 RVZ-1 done']],
    ['RVZ-2', ['return 1 RVZ-1 done', 'return 1 RVZ-2 done']],
    ['RVZ-3', ['return 1 RVZ-1 done', 'return 1 RVZ-2 done', 'return 1 RVZ-3']],
  ] as const) {
    expect((await giveBack(serial, false)).status).toBe(200);
    expect(await collected()).toEqual(orders);
  }
});

test('two returns at once of two devices: one lowers the subscription, the other is refused', async () => {
  await begin(2);
  const responses = await Promise.all([giveBack('RVZ-1'), giveBack('RVZ-2')]);
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  await settle();
  expect(await billed()).toBe(1);
});

test('a return and a lower quantity at once: never below one, and each device goes back once', async () => {
  for (let round = 0; round < 8; round += 1) {
    await services.startAfresh();
    await begin(2);
    await Promise.all([giveBack('RVZ-1'), lowerTo(1, 'RVZ-2')]);
    await settle();
    expect(await billed()).toBe(1);
    expect(await movements()).toHaveLength(1);
  }
});

test('two lower quantities at once: the devices of the one that took effect go back', async () => {
  await begin(3);
  const responses = await Promise.all([lowerTo(2, 'RVZ-2'), lowerTo(2, 'RVZ-3')]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  await settle();
  expect(await billed()).toBe(2);
  expect(await movements()).toEqual([expect.stringMatching(/^lowered RVZ-[23]$/)]);
});

test('ended after a return that lowered it: the device that goes back is not collected again', async () => {
  await begin(3);
  await giveBack('RVZ-1');
  expect((await end()).status).toBe(200);
  expect(await movements()).toEqual(['ended RVZ-2 RVZ-3', 'return RVZ-1 done']);
});

describe.each(['down', 'lost'] as const)('everything fails after some requests, the first of them %s', (first) => {
  test('a return that lowers, cut anywhere and sent again: both are done, once', async () => {
    for (let passing = 0, wasCut = true; wasCut; passing += 1) {
      await services.startAfresh();
      await begin(3);
      let seen = 0;
      wasCut = false;
      services.inject((_service, operation) => {
        if (/^(GetItem|BatchGetItem|Query|GET )/.test(operation)) return wasCut ? 'down' : 'pass';
        seen += 1;
        if (seen <= passing) return 'pass';
        const fault = wasCut ? 'down' : first;
        wasCut = true;
        return fault;
      });
      const key = `the-key-of-this-return-${passing}`;
      const cut = await giveBackOnce(key, 'RVZ-1').catch(() => undefined);
      services.clearFaults();
      // The lease of what was cut off ends.
      services.clock.advance(40_000);
      const again = cut?.status === 200 ? cut : await giveBackOnce(key, 'RVZ-1');
      await settle();
      expect([passing, again.status, await billed(), await movements()]).toEqual([
        passing,
        200,
        2,
        ['return RVZ-1 done'],
      ]);
    }
  }, 120_000);
});

/** Runs something once, when a transaction with this text is on its way to DynamoDB. */
function just(before: string, run: () => Promise<unknown>): void {
  let isDone = false;
  services.inject(async (_service, operation, { body }) => {
    if (operation === 'TransactWriteItems' && !isDone && String(body).includes(before)) {
      isDone = true;
      await run();
    }
    return 'pass' as const;
  });
}

describe.each<[string, () => Promise<{ status: number }>, string]>([
  ['a return', () => giveBack('RVZ-1', false), 'return RVZ-1'],
  ['an exchange', () => exchange('RVZ-1'), ''],
])('%s while its subscription ends: each device has one order', (_what, ask, order) => {
  test('it is accepted just before the end is booked', async () => {
    await begin(2);
    just('SNAPSHOT#', ask);
    expect((await end()).status).toBe(200);
    expect(await movements()).toEqual(order === '' ? ['ended RVZ-1 RVZ-2'] : ['ended RVZ-2', order]);
    expect(await openSwaps()).toBe(0);
  });

  test('the end is booked just before it is accepted: it is refused', async () => {
    await begin(2);
    just('REQUEST#', end);
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'DEVICE_NOT_ELIGIBLE' } });
    expect(await movements()).toEqual(['ended RVZ-1 RVZ-2']);
    expect(await openSwaps()).toBe(0);
  });
});

test('a device that is being exchanged is not chosen for a lower quantity', async () => {
  await begin(3);
  expect((await exchange('RVZ-1')).status).toBe(200);
  await moveAll(current.shop.customerId, '輸送中');
  const refused = await lowerTo(2, 'RVZ-1');
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect(JSON.stringify(refused.body)).toContain('交換の手続き中です');
  expect([await billed(), await movements()]).toEqual([3, []]);
});

test('an exchange of an ended subscription is refused', async () => {
  await begin(2);
  await giveBack('RVZ-1', false);
  await end();
  await moveAll(current.shop.customerId, '完了');
  expect(await exchange('RVZ-2')).toMatchObject({
    status: 409,
    body: { code: 'DEVICE_NOT_ELIGIBLE', message: expect.stringContaining('交換は申し込めません') },
  });
  expect((await giveBack('RVZ-2', false)).status).toBe(200);
});
