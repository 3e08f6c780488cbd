import { sum } from '#shared/numbers';
import type { Charge, QuantityPreview } from '#shared/model/pricing';
import { day, testQuantities } from '#functions/testing/quantity-change';
import { readShopMovements } from '#functions/movements/movements-table';
import { shipDevices } from '#functions/testing/shipped-devices';
import { createOtherPrice } from '#functions/testing/subscribed';

const {
  services,
  current,
  begin,
  beginAndWait,
  send,
  preview,
  live,
  items,
  quantities,
  invoices,
  charged,
  itemIds,
  shownQuantities,
  writes,
} = testQuantities();

describe('more devices', () => {
  test('more devices in mid-period: charged as the preview showed, split into tiers, in effect at once', async () => {
    await beginAndWait({ total: 2 });
    const shown = await preview({ quantities: {}, total: 6, seen: await items() });
    expect(shown).toMatchObject({
      status: 200,
      body: {
        dueNow: 23_846,
        nextInvoice: { amount: 53_900, date: (await live()).items.data[0]?.current_period_end },
        monthly: { discount: 0, total: 53_900 },
      },
    });
    const { dueNow, prorationDate, dueNowLines, monthly } = shown.body as unknown as QuantityPreview;
    expect(dueNowLines).toEqual([
      { description: 'Revonizer 2〜4台目（お支払い済みの残り期間分の差し引き）', quantity: 1, amount: -5961 },
      { description: 'Revonizer 2〜4台目（次回更新までの残り期間分）', quantity: 3, amount: 17_884 },
      { description: 'Revonizer 5台目以降（次回更新までの残り期間分）', quantity: 2, amount: 11_923 },
    ]);
    expect(monthly.lines.map(({ quantity, unitAmount, amount }) => [quantity, unitAmount, amount])).toEqual([
      [1, 9900, 9900],
      [3, 8800, 26_400],
      [2, 8800, 17_600],
    ]);
    services.clock.advance(20 * 60_000);
    const response = await send({ quantities: {}, total: 6, seen: await items(), prorationDate });
    expect(response).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: dueNow } } });
    expect(shownQuantities(response.body)).toEqual([1, 3, 2]);
    expect(await quantities()).toEqual([1, 3, 2]);
    expect(await charged()).toEqual([dueNow, 18_700]);
  });

  test.each([
    ['one more: the added one alone is charged', 3, 4, [1, 3], [8800 * 3, 8000], 1],
    ['two more: both are charged', 5, 7, [1, 3, 3], [8800 * 6, 8000], 2],
    ['one fewer: nothing is charged', 5, 4, [1, 3], [8800 * 3, 8000], 0],
  ])('all devices on one price of an old catalogue, %s', async (_how, from, to, split, prices, added) => {
    const { id: product } = await services.stripe.products.create({ name: '旧料金', metadata: { tier: 'FIRST_UNIT' } });
    const terms = { currency: 'jpy', unit_amount: 8_000, recurring: { interval: 'month' } } as const;
    const { id: old } = await services.stripe.prices.create({ product, ...terms });
    await beginAndWait({ others: [{ price: old, quantity: from }] });
    expect(await quantities()).toEqual([from]);
    const shown = await preview({ quantities: {}, total: to, seen: await items() });
    const { dueNow, prorationDate, monthly } = shown.body as unknown as QuantityPreview;
    expect(monthly.total).toBe(sum(prices));
    expect(dueNow).toBe(Math.round((added * 8_800 * 21) / 31));
    const change = { quantities: {}, total: to, seen: await items(), prorationDate, dueNow };
    const charge = added > 0 ? { status: 'paid', amount: dueNow } : { status: 'none' };
    expect(await send(change)).toMatchObject({ status: 200, body: { charge } });
    expect(await quantities()).toEqual(split);
    expect(sum(await charged())).toBe(from * 8_000 + dueNow);
    const again = await preview({ quantities: {}, total: to + 1 });
    expect(again.body['dueNow']).toBe(Math.round(((to + 1 > from ? 1 : 0) * 8_800 * 21) / 31));
  });

  test.each([
    ['up, down and up again: nothing twice', 'FIRST_UNIT', [7, 2, 7], [7]],
    ['and up again: one more', 'FIRST_UNIT', [6, 2, 7], [7]],
    ['of another tier: nothing for free', 'FIFTH_AND_MORE', [4, 9], [9]],
  ])('devices on one old price, several changes, %s', async (_how, tier, path, straight) => {
    const { id: product } = await services.stripe.products.create({ name: '旧料金', metadata: { tier } });
    const terms = { currency: 'jpy', unit_amount: 8_000, recurring: { interval: 'month' } } as const;
    const { id: old } = await services.stripe.prices.create({ product, ...terms });
    const chargedFor = async (totals: readonly number[]): Promise<number> => {
      await beginAndWait({ others: [{ price: old, quantity: 5 }] });
      const due: number[] = [];
      for (const total of totals) {
        const { body } = await preview({ quantities: {}, total, seen: await items() });
        const { dueNow, prorationDate } = body as unknown as QuantityPreview;
        const change = { quantities: {}, total, seen: await items(), prorationDate, dueNow };
        expect((await send(change)).status).toBe(200);
        due.push(dueNow);
      }
      return sum(due);
    };
    expect(await chargedFor(path)).toBe(await chargedFor(straight));
  });

  test('another tab changed the quantities: 409 QUANTITY_CHANGED, nothing charged', async () => {
    await begin({ total: 2 });
    const seen = await items();
    await send({ quantities: {}, total: 5, seen });
    const before = await charged();
    const second = await send({ quantities: {}, total: 3, seen });
    expect(second).toMatchObject({ status: 409, body: { code: 'QUANTITY_CHANGED' } });
    expect(await preview({ quantities: {}, total: 3, seen })).toMatchObject({
      status: 409,
      body: { code: 'QUANTITY_CHANGED' },
    });
    expect(await charged()).toEqual(before);
    expect(await quantities()).toEqual([1, 3, 1]);
  });

  test('another tab removed the item: 409 QUANTITY_CHANGED, and the shop is read again', async () => {
    const warranty = await createOtherPrice(services);
    await begin({ total: 2, others: [{ price: warranty, quantity: 1 }] });
    const seen = await items();
    const other = String((await itemIds())[2]);
    await services.stripe.subscriptions.update(current.shop.subscriptionId, {
      items: [{ id: other, deleted: true }],
      proration_behavior: 'none',
    });
    expect(await send({ quantities: { [other]: 2 }, seen })).toMatchObject({
      status: 409,
      body: { code: 'QUANTITY_CHANGED' },
    });
    expect((await services.userItems(current.owner)).snapshots[0]?.record.subscriptions[0]?.items).toHaveLength(2);
  });

  test('the same request twice at once, with or without a key: one charge', async () => {
    for (const [total, key] of [
      [3, 'a-key-of-the-dialog-1'],
      [4, undefined],
    ] as const) {
      if (total === 3) await beginAndWait({ total: 2 });
      const count = (await invoices()).length;
      const options = key === undefined ? {} : { key };
      const responses = await Promise.all([
        send({ quantities: {}, total }, options),
        send({ quantities: {}, total }, options),
      ]);
      expect(responses.map(({ status, body }) => [status, (body['charge'] as Charge).status])).toEqual([
        [200, 'paid'],
        [200, 'paid'],
      ]);
      expect(await invoices()).toHaveLength(count + 1);
    }
    expect(await quantities()).toEqual([1, 3]);
  });

  test('the same content without a key after another change: a change of its own, not the first result', async () => {
    await beginAndWait({ total: 2, trialDays: 35 });
    const totals: number[][] = [];
    for (const total of [5, 4, 5]) {
      expect((await send({ quantities: {}, total })).status).toBe(200);
      totals.push(await quantities());
    }
    expect(totals).toEqual([
      [1, 3, 1],
      [1, 3, 0],
      [1, 3, 1],
    ]);
  });

  test('two different changes at once: the second starts from the result of the first', async () => {
    await beginAndWait({ total: 2 });
    const seen = await items();
    const responses = await Promise.all([
      send({ quantities: {}, total: 3, seen }),
      send({ quantities: {}, total: 4, seen }),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await invoices()).toHaveLength(2);
  });

  test('more devices during the trial: nothing due now, all of them on the first invoice', async () => {
    await begin({ total: 1, trialDays: 35 });
    const shown = await preview({ quantities: {}, total: 5 });
    expect(shown.body).toMatchObject({
      dueNow: 0,
      dueNowLines: [],
      nextInvoice: { amount: 45_100, date: (await live()).trial_end },
    });
    expect(await send({ quantities: {}, total: 5 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'none' } },
    });
    expect(await live()).toMatchObject({ status: 'trialing' });
    services.clock.advance(35 * day + 3_600_000);
    expect((await charged())[0]).toBe(45_100);
  });
});

describe('fewer devices', () => {
  test('fewer devices: no refund, the next invoice is lower, an item of quantity 0 is removed', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 6, others: [{ price: warranty, quantity: 2 }] });
    const [, , , other] = await itemIds();
    const shown = await preview({ quantities: { [String(other)]: 0 }, total: 1 });
    expect(shown.body).toMatchObject({ dueNow: 0, nextInvoice: { amount: 9900 }, monthly: { total: 9900 } });
    const response = await send({ quantities: { [String(other)]: 0, total: 1 } });
    expect(response).toMatchObject({ status: 200, body: { charge: { status: 'none' } } });
    expect(await quantities()).toEqual([1, 0, 0, 0]);
    services.clock.advance(22 * day);
    expect(await charged()).toEqual([9900, 9900 + 26_400 + 17_600 + 2200]);
  });

  test('more of one item and fewer of another: the increase is paid first, the decrease follows', async () => {
    const warranty = await createOtherPrice(services);
    await beginAndWait({ total: 2, others: [{ price: warranty, quantity: 2 }] });
    const [first, second, other] = await itemIds();
    const response = await send({
      quantities: { [String(first)]: 1, [String(second)]: 2, [String(other)]: 1 },
      total: 3,
    });
    expect(response).toMatchObject({ status: 200, body: { charge: { status: 'paid', amount: 5962 } } });
    expect(await quantities()).toEqual([1, 2, 1]);
  });

  test('the quantities are already as asked: nothing is written', async () => {
    await begin({ total: 3 });
    services.operations.length = 0;
    expect(await send({ quantities: await items(), total: 3 })).toMatchObject({
      status: 200,
      body: { charge: { status: 'none' } },
    });
    expect(writes()).toEqual([]);
  });
});

describe('once, by its Idempotency-Key', () => {
  const key = 'the-key-of-this-change';

  test('the same key with another total: refused, and one change is made and charged', async () => {
    await begin({ total: 2 });
    expect(await send({ quantities: {}, total: 5 }, { key })).toMatchObject({ status: 200 });
    const before = await charged();
    const again = await send({ quantities: {}, total: 6 }, { key });
    expect(again.body['code']).toBe('IDEMPOTENCY_KEY_REUSED');
    expect([await charged(), await quantities()]).toEqual([before, [1, 3, 1]]);
  });

  test('a late repeat of an older change: its own result, and the newer one stays', async () => {
    await begin({ total: 2 });
    const first = await send({ quantities: {}, total: 5 }, { key });
    services.clock.advance(60_000);
    expect(await send({ quantities: {}, total: 6 }, { key: 'the-key-of-another' })).toMatchObject({
      status: 200,
    });
    const before = await charged();
    services.clock.advance(3_600_000);
    const late = await send({ quantities: {}, total: 5 }, { key });
    expect(late).toMatchObject({ status: 200, body: { charge: first.body['charge'] as Charge } });
    expect([await charged(), await quantities()]).toEqual([before, [1, 3, 2]]);
  });

  const requests = () => services.operations.filter((one) => one !== 'sqs SendMessageBatch').length;

  test('two devices become six: 19 requests of other services, and a message for the staff', async () => {
    await begin({ total: 2 });
    services.operations.length = 0;
    expect(await send({ quantities: {}, total: 6 }, { key })).toMatchObject({ status: 200 });
    expect(requests()).toBeLessThanOrEqual(19);
  });

  test('three devices become two, and the one that goes back is chosen: 19 requests, too', async () => {
    await begin({ total: 3 });
    await shipDevices(current.shop, 3);
    services.operations.length = 0;
    expect(await send({ quantities: {}, total: 2, serials: ['RVZ-2'] }, { key })).toMatchObject({ status: 200 });
    expect(requests()).toBeLessThanOrEqual(19);
    const movements = await readShopMovements(current.shop.customerId);
    expect(movements).toContainEqual(expect.objectContaining({ cause: 'lowered', serialNumbers: ['RVZ-2'] }));
  });
});
