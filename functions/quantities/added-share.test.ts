import type { Stripe } from 'stripe';
import { catalogue } from '#shared/catalogue';
import { splitIntoTiers, tiers, type QuantityPreview } from '#shared/model/pricing';
import { idOf } from '#functions/platform/stripe/client';
import { day, testQuantities } from '#functions/testing/quantity-change';
import { tierPrices } from '#functions/testing/subscribed';
import { numbers, randomCases } from '../../local/testing/random';

const { services, begin, beginAndWait, send, preview, charged, live, quantities } = testQuantities();

const terms: (Stripe.CouponCreateParams | undefined)[] = [
  undefined,
  { percent_off: 50, duration: 'once' },
  { percent_off: 100, duration: 'once' },
  { amount_off: 20_000, currency: 'jpy', duration: 'once' },
  { percent_off: 33, duration: 'forever' },
  { amount_off: 3_000, currency: 'jpy', duration: 'forever' },
];

test.each(Array.from({ length: randomCases(24) }, (_, index) => index))(
  'history %i: an increase costs at most the added devices’ share',
  async (seed) => {
    const random = numbers(seed + 1);
    const upTo = (most: number): number => 1 + Math.floor(random() * most);
    // The coupons of a subscription are taken off in their order.
    const wanted = [terms[seed % terms.length], random() < 0.3 ? terms[4] : undefined].filter(
      (one) => one !== undefined,
    );
    let total = upTo(20);
    await begin({
      total,
      discounts: await Promise.all(
        [...new Set(wanted)].map(async (one) => ({ coupon: (await services.stripe.coupons.create(one)).id })),
      ),
    });
    const [item] = (await live()).items.data;
    const { current_period_start: start = 0, current_period_end: end = 0 } = item ?? {};
    const most = new Map(Object.entries(splitIntoTiers(total)));
    for (let step = 0; step < 5; step += 1) {
      services.clock.advance(upTo(5 * day));
      const to = upTo(25);
      const asked = { quantities: {}, total: to };
      const { dueNow, prorationDate } = (await preview(asked)).body as unknown as QuantityPreview;
      const split = splitIntoTiers(to);
      let [share, added] = [0, 0];
      for (const tier of tiers) {
        const before = most.get(tier) ?? 0;
        const price = catalogue.find((one) => one.tier === tier)?.unitAmount ?? 0;
        if (to > total && split[tier] > before) {
          share += ((split[tier] - before) * price * (end - prorationDate)) / (end - start);
          added += 1;
          most.set(tier, split[tier]);
        }
      }
      // Stripe rounds each line to a yen: for each price its charge, and a credit for each charge before.
      const rounded = added * (step + 3);
      expect([step, total, to, dueNow, dueNow <= share + rounded]).toEqual([step, total, to, dueNow, true]);
      const { status, body } = await send({ ...asked, prorationDate, dueNow });
      expect([status, (body['charge'] as { amount?: number }).amount ?? 0]).toEqual([200, dueNow]);
      total = to;
    }
    const next = (await preview({ quantities: {}, total })).body as unknown as QuantityPreview;
    services.clock.advance((end + 7_200) * 1_000 - services.clock.now());
    await services.emulator.tick();
    expect((await charged())[0]).toBe(next.nextInvoice.amount);
  },
);

test('a tier at two prices of the staff: one more device costs its own share, and the total is as asked', async () => {
  const { product } = await services.stripe.prices.retrieve((await tierPrices(services))['SECOND_TO_FOURTH'] ?? '');
  const former = { product: idOf(product) ?? '', currency: 'jpy', unit_amount: 8_000 };
  const { id: price } = await services.stripe.prices.create({ ...former, recurring: { interval: 'month' } });
  await beginAndWait({ total: 2, others: [{ price, quantity: 2 }] });
  expect((await preview({ quantities: {}, total: 4 })).body).toMatchObject({ dueNow: 0, monthly: { total: 34_700 } });
  const { dueNow } = (await preview({ quantities: {}, total: 5 })).body;
  expect(dueNow).toBe(Math.round((8_800 * 21) / 31));
  expect((await send({ quantities: {}, total: 5, dueNow })).body['charge']).toEqual({ status: 'paid', amount: dueNow });
  expect((await quantities()).toSorted((one, other) => one - other)).toEqual([1, 1, 1, 2]);
});
