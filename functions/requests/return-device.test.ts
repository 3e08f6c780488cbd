import { deliverEvents } from '#functions/testing/deliver-events';
import { testLoweringReturns } from '#functions/testing/lowering-returns';
import { doTasks } from '#functions/testing/task-queue';

/** Returns that were cut off before they could lower their subscription. */
const { services, current, begin, lowerTo, giveBackOnce, end, billed, movements } = testLoweringReturns();

/** A return that is accepted, and Stripe is down before the subscription goes down. */
async function cutOff(): Promise<void> {
  services.inject((_service, operation) => (operation === 'POST /v1/subscriptions/{subscription}' ? 'down' : 'pass'));
  expect((await giveBackOnce('the-key-of-this-return', 'RVZ-1')).status).toBe(503);
  services.clearFaults();
}

test('Stripe is down after the return was accepted, nobody repeats it: both parts are done minutes later', async () => {
  await begin(3);
  await cutOff();
  expect([await billed(), await movements()]).toEqual([3, ['return RVZ-1 due']]);
  services.clock.advance(10 * 60_000);
  await doTasks();
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done']]);
});

test('another return after one that could not lower yet: each lowers the subscription by its own device', async () => {
  await begin(4);
  await cutOff();
  services.clock.advance(40_000);
  // A reading could not tell which of the two has lowered it.
  expect(await giveBackOnce('the-key-of-the-other', 'RVZ-2')).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_KEY_IN_USE' },
  });
  services.clock.advance(10 * 60_000);
  await doTasks();
  expect((await giveBackOnce('the-key-of-the-other', 'RVZ-2')).status).toBe(200);
  await deliverEvents(services);
  expect([await billed(), await movements()]).toEqual([2, ['return RVZ-1 done', 'return RVZ-2 done']]);
});

test('a lower quantity beside a return that could not lower yet waits for it: each lowers it by its own', async () => {
  await begin(4);
  await cutOff();
  services.clock.advance(40_000);
  // Both would lower it to three.
  expect(await lowerTo(3, 'RVZ-2')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE' } });
  services.clock.advance(10 * 60_000);
  await doTasks();
  expect([await billed(), await movements()]).toEqual([3, ['return RVZ-1 done']]);
  expect((await lowerTo(2, 'RVZ-2')).status).toBe(200);
  expect([await billed(), await movements()]).toEqual([2, ['lowered RVZ-2', 'return RVZ-1 done']]);
});

describe.each<[string, () => Promise<unknown>]>([
  ['its owner', end],
  [
    'the staff at Stripe, and nobody has read it',
    () => services.stripe.subscriptions.cancel(current.shop.subscriptionId),
  ],
])('a return that could not lower yet, and %s ends the subscription', (_who, ends) => {
  test('its device goes back with it, once', async () => {
    await begin(3);
    await cutOff();
    // The lease of what was cut off ends.
    services.clock.advance(40_000);
    await ends();
    services.clock.advance(10 * 60_000);
    await doTasks();
    expect(await movements()).toEqual(['ended RVZ-2 RVZ-3', 'return RVZ-1 done']);
  });
});
