import { holdBack } from '#functions/testing/hold-back';
import { testShopWithDevices } from '#functions/testing/shop-with-devices';
import { tierItems, tierPrices } from '#functions/testing/subscribed';
import { cancelSubscription } from '#functions/endings/calls';
import { refreshShop } from '#functions/shops/refresh-shop';
import { renameInMovements } from './advance';
import { withdrawMovement } from './calls';

/** A subscription ends after a call has read its movements, and before that writes. */
const { services, current, enter, setDevice, settle, giveBack, exchange, send, end, opened, words } =
  testShopWithDevices();

/** The call's first write waits until the subscription has ended. */
async function endDuring<T>(call: () => Promise<T>): Promise<T> {
  const hold = holdBack(services, 0);
  const running = call();
  const held = hold(running);
  expect(await held.reached).toBe(true);
  services.clearFaults();
  expect((await end()).status).toBe(200);
  held.release();
  return running;
}

test.each([
  ['a return', () => giveBack()],
  ['an exchange', () => exchange()],
])('%s: refused, because the end collects the device', async (_what, ask) => {
  expect(await endDuring(ask)).toMatchObject({ status: 409, body: { code: 'DEVICE_NOT_ELIGIBLE' } });
  expect(await words()).toEqual(['ended 2 RVZ-1 RVZ-2']);
});

test('the withdrawal of a return: refused, because the end leaves the device to it', async () => {
  await giveBack();
  await settle();
  const [movement] = await opened();
  const withdrawn = await endDuring(() => send(withdrawMovement, movement?.movementId ?? ''));
  expect(withdrawn).toMatchObject({ status: 409, body: { code: 'MOVEMENT_NOT_CHANGEABLE' } });
  expect(await words()).toEqual(['ended 1 RVZ-2', 'return 1 RVZ-1']);
});

test('all its devices are back before it ends: nothing is collected', async () => {
  // Longer than the staff take to enter what was shipped.
  services.clock.advance(3 * 86_400_000);
  for (const serial of ['RVZ-1', 'RVZ-2']) await setDevice(serial, { status: '返却' });
  await settle();
  await end();
  expect(await words()).toEqual([]);
});

test('a device came back before and stands under a new subscription: the end of that one collects it', async () => {
  await giveBack();
  await setDevice('RVZ-1', { status: '返却' });
  await settle();
  const items = tierItems(await tierPrices(services), 1);
  const { id } = await services.stripe.subscriptions.create({ customer: current.shop.customerId, items });
  await refreshShop(current.owner.userId, current.shop.customerId);
  await setDevice('RVZ-1', { status: '出荷', stripeSubscriptionId: id });
  await settle();
  expect((await send(cancelSubscription, id)).status).toBe(200);
  expect(await words()).toEqual(['ended 1 RVZ-1']);
});

test('a number is corrected while the end collects the device under it: no two movements name it', async () => {
  await giveBack();
  await settle();
  await enter('RVZ-10', current.shop.subscriptionId);
  await settle();
  await endDuring(() => renameInMovements(current.shop.customerId, 'RVZ-1', 'RVZ-10'));
  expect(await words()).toEqual(['ended 2 RVZ-10 RVZ-2', 'return 1 RVZ-1']);
});
