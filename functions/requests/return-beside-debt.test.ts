import { taskQueue } from '#shared/constants';
import { putDevice } from '#functions/mirror/mirror-table';
import { followDevices } from '#functions/movements/advance';
import { readDevices } from '#functions/devices/devices-table';
import { testLoweringReturns } from '#functions/testing/lowering-returns';
import { setCard } from '#functions/testing/subscribed';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { deliverEvents } from '#functions/testing/deliver-events';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { queryRange } from '#functions/platform/dynamodb/query';
import { runTasks } from '#functions/platform/worker';
import { changeWrite, readShopMovements } from '#functions/movements/movements-table';
import { returnWorkers } from './return-device';

/** A return that is to lower its subscription was cut off, and then a payment of the subscription is late. */
const { services, current, begin, lowerTo, giveBackOnce, end, billed, movements } = testLoweringReturns();
const key = 'the-key-of-this-return';

/** The return is accepted, and Stripe fails before the quantity goes down. */
async function cutOff(): Promise<void> {
  await begin(3);
  services.inject((service, operation) =>
    service === 'stripe' && operation === 'POST /v1/subscriptions/{subscription}' ? 'down' : 'pass',
  );
  expect((await giveBackOnce(key, 'RVZ-1')).status).toBe(503);
  services.clearFaults();
}

/** The device is back with the staff: its movement is closed. */
async function comesBack(): Promise<void> {
  const device = (await readDevices(['RVZ-1'])).get('RVZ-1');
  if (!device) throw new Error('The device is not mirrored');
  await putDevice({ ...device, revision: device.revision + 1, status: '返却' }, device);
  await followDevices(current.shop.customerId);
}

/** Its owner has told that the device is sent. */
async function isSent(): Promise<void> {
  const [movement] = await readShopMovements(current.shop.customerId);
  if (!movement) throw new Error('No device goes back');
  await writeAll([changeWrite(movement, { state: 'on-its-way' })]);
}

async function becomesLate(): Promise<void> {
  await setCard(services, current.shop.customerId, 'pm_card_chargeCustomerFail');
  services.clock.advance(32 * 86_400_000);
  await services.emulator.tick();
  await deliverEvents(services);
}

async function isPaid(): Promise<void> {
  await setCard(services, current.shop.customerId, 'pm_card_visa');
  const { data } = await services.stripe.invoices.list({ customer: current.shop.customerId, status: 'open' });
  for (const { id } of data) await services.stripe.invoices.pay(id);
  await deliverEvents(services);
}

const waits = async () => (await waitingTasks('finish-return')).length;
const told = async () =>
  (await waitingTasks('tell-staff')).filter(({ body }) => JSON.stringify(body).includes('Lower quantity waits')).length;
/** What the schedule does in so many hours. */
async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    services.clock.advance(3_601_000);
    await doTasks({ handler: runTasks(returnWorkers) });
  }
}

test('the device is still with its owner: the return is taken back, and no quantity is refused any more', async () => {
  await cutOff();
  await becomesLate();
  await hours(1);
  const [returned] = await readShopMovements(current.shop.customerId);
  expect([returned?.state, await waits()]).toEqual(['withdrawn', 0]);
  await isPaid();
  expect((await lowerTo(2, 'RVZ-2')).status).toBe(200);
});

describe.each([
  ['is on its way', isSent],
  ['is back', comesBack],
])('the device %s already', (_, goesBack) => {
  beforeEach(async () => {
    await cutOff();
    await goesBack();
    await becomesLate();
  });

  test('the lower quantity waits, the staff are told once, and it goes down when the payment is there', async () => {
    await hours(taskQueue.mostTries + 1);
    expect([await billed(), await movements(), await waits(), await told()]).toEqual([3, ['return RVZ-1 due'], 1, 1]);
    expect(await lowerTo(2, 'RVZ-2')).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_OVERDUE' } });
    await isPaid();
    await hours(1);
    expect([await billed(), await movements(), await waits(), await told()]).toEqual([2, ['return RVZ-1 done'], 0, 1]);
    expect((await giveBackOnce(key, 'RVZ-1')).status).toBe(200);
    expect((await lowerTo(1, 'RVZ-2')).status).toBe(200);
    expect(await billed()).toBe(1);
  });

  test('after most of a year too', async () => {
    await hours(1);
    services.clock.advance(300 * 86_400_000);
    const records = await queryRange<{ expiresAt: number }>('users', {
      pk: `USER#${current.owner.userId}`,
      beginning: 'ONCE#',
    });
    expect(records.filter(({ expiresAt }) => expiresAt * 1000 > services.clock.now())).toHaveLength(1);
    await isPaid();
    await hours(1);
    expect([await billed(), await movements(), await waits()]).toEqual([2, ['return RVZ-1 done'], 0]);
  });

  test('the subscription ends instead: the device is not collected again, and nothing waits', async () => {
    await hours(1);
    expect((await end()).status).toBe(200);
    await hours(1);
    expect([await movements(), await waits()]).toEqual([['ended RVZ-2 RVZ-3', 'return RVZ-1 done'], 0]);
  });
});

test('its device is back, and the staff have put the subscription on a schedule: it goes down after that', async () => {
  await cutOff();
  await comesBack();
  const { stripe } = services;
  const { id } = await stripe.subscriptionSchedules.create({ from_subscription: current.shop.subscriptionId });
  await hours(1);
  expect([await billed(), await movements(), await waits(), await told()]).toEqual([3, ['return RVZ-1 due'], 1, 1]);
  await stripe.subscriptionSchedules.release(id);
  await hours(1);
  expect([await billed(), await movements(), await waits(), await told()]).toEqual([2, ['return RVZ-1 done'], 0, 1]);
});
