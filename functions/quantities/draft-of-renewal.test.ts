import type { QuantityPreview } from '#shared/model/pricing';
import { day, testQuantities } from '#functions/testing/quantity-change';

const { services, current, begin, send, preview, charged } = testQuantities();

/** The period has begun ten minutes ago: its invoice of 18,700 yen is a draft, which will take the credit first. */
beforeEach(async () => {
  await begin({ total: 2 });
  services.clock.advance(31 * day + 600_000);
  await services.emulator.tick();
  await services.stripe.customers.update(current.shop.customerId, { balance: -20_000 });
});

test.each([
  ['fewer devices', 1],
  ['more devices', 3],
])('%s: the next invoice has what the increase and the draft leave of a credit', async (_what, total) => {
  const { dueNow, nextInvoice } = (await preview({ quantities: {}, total })).body as unknown as QuantityPreview;
  expect(dueNow).toBe(0);
  expect(await send({ quantities: {}, total })).toMatchObject({ status: 200 });
  services.clock.advance(32 * day);
  await services.emulator.tick();
  expect((await charged())[0]).toBe(nextInvoice.amount);
});
