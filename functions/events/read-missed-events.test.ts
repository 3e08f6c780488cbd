import { keepCursor, readCursor } from './read-missed-events';
import { takenOf } from './stripe-events';
import { createShopWithSubscription } from '#functions/openings/calls';
import { readShop } from '#functions/shops/read-shop';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscriptionCard, createPlainShop } from '#functions/testing/save-card';
import { deliverEvent, newestEvent, sendEvent } from '#functions/testing/deliver-events';
import { runJob } from '#functions/testing/run-job';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { readMissedEvents as handler } from '#functions/jobs';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shops: string[];

const minute = 60_000;
/** A run ten minutes later, and what it leads to. */
const run = async () => {
  services.clock.advance(10 * minute);
  services.operations.length = 0;
  const result = await runJob(handler);
  await doTasks({ sweep: false });
  return result;
};
const rename = (customerId: string, name: string) => services.stripe.customers.update(customerId, { name });
const asked = () => services.operations.filter((one) => one.startsWith('stripe'));

/** Expects every snapshot to equal Stripe's current state. */
async function expectInStep(): Promise<void> {
  const { snapshots } = await services.userItems(owner);
  expect(snapshots.map(({ customerId }) => customerId).toSorted()).toEqual(shops.toSorted());
  for (const { customerId, record } of snapshots) {
    const { record: afresh } = await readShop(customerId);
    expect({ ...record, readAt: 0 }).toEqual({ ...afresh, readAt: 0 });
  }
}

/** Three shops; from here on the webhook's endpoint is down, and the job has run once. */
beforeEach(async () => {
  owner = await services.createOwner();
  shops = [];
  for (let index = 0; index < 3; index += 1) shops.push(await createPlainShop(services, owner));
  await run();
});

test('the events of ten minutes were lost: only their shops are read, each once', async () => {
  const [first = '', second = ''] = shops;
  for (const name of ['一', '二', '三']) await rename(first, name);
  await rename(second, '二号店');
  await expect(run()).resolves.toEqual({ shops: 2 });
  // A page of events; for each shop its subscriptions and, because it has none, its customer.
  expect(asked()).toHaveLength(1 + 2 * 2);
  await expectInStep();
});

test('nothing happened: one read of Stripe, and nothing is read again', async () => {
  await expect(run()).resolves.toEqual({ shops: 0 });
  expect(asked()).toEqual(['stripe GET /v1/events']);
});

test('an event that the webhook handled is not handled again', async () => {
  await rename(shops[0] ?? '', '新しい名前');
  expect((await deliverEvent(services, await newestEvent(services))).status).toBe(200);
  await expect(run()).resolves.toEqual({ shops: 0 });
  await expectInStep();
});

test('the webhook brings the first of a shop’s missed events late: the others are handled too', async () => {
  await rename(shops[0] ?? '', '一');
  const first = await newestEvent(services);
  services.clock.advance(minute);
  await rename(shops[0] ?? '', '二');
  const second = await newestEvent(services);
  services.clock.advance(10 * minute);
  await runJob(handler);
  expect((await sendEvent(services, first)).status).toBe(200);
  await doTasks({ sweep: false });
  expect([...(await takenOf([first.id, second.id]))].toSorted()).toEqual([first.id, second.id].toSorted());
});

test('a day without events and without a run: a handful of requests, and what came last is read', async () => {
  services.clock.advance(24 * 60 * minute);
  await rename(shops[0] ?? '', '新しい名前');
  await expect(run()).resolves.toEqual({ shops: 1 });
  expect(asked().filter((one) => one === 'stripe GET /v1/events').length).toBeLessThanOrEqual(7);
  await expectInStep();
});

test('no webhook and no run for three days: the next run reads all events, more than a page', async () => {
  for (let index = 0; index < 130; index += 1) {
    await rename(shops[index % 2] ?? '', `${index}号店`);
    services.clock.advance(33 * minute);
  }
  await run();
  await expectInStep();
});

test('more than a page of events in one span: all are handled', async () => {
  for (let index = 0; index < 250; index += 1) await rename(shops[index % 3] ?? '', `${index}号店`);
  await expect(run()).resolves.toEqual({ shops: 3 });
  expect(asked().filter((one) => one === 'stripe GET /v1/events')).toHaveLength(3);
  await expectInStep();
});

test('10,100 events in an hour, as when thousands of shops renew: the run reads all of them', async () => {
  const eventOf = (index: number) => ({
    id: `evt_${index}`,
    object: 'event',
    type: 'product.updated',
    created: services.clock.now() / 1000,
    data: { object: { id: 'prod_1', object: 'product' } },
  });
  services.inject((_service, operation, { url }) => {
    if (operation !== 'GET /v1/events') return 'pass';
    const after = /starting_after=evt_(\d+)/.exec(url)?.[1];
    const first = after === undefined ? 0 : Number(after) + 1;
    const data = Array.from({ length: 100 }, (_, index) => eventOf(first + index));
    const body = JSON.stringify({ object: 'list', url: '/v1/events', has_more: first < 10_000, data });
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  });
  await expect(run()).resolves.toEqual({ shops: 0 });
  expect(asked()).toHaveLength(101);
});

test('Stripe lists an event only after a run has ended: the next run finds it', async () => {
  await rename(shops[0] ?? '', '新しい名前');
  services.clock.advance(5 * minute);
  await keepCursor(services.clock.now() / 1000);
  await expect(run()).resolves.toEqual({ shops: 1 });
  await expectInStep();
});

test('a saved card whose event was lost becomes the default within one run', async () => {
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 1 }));
  shops.push(String(body['customerId']));
  const card = await createSubscriptionCard(services, String(body['clientSecret']), '4242424242424242');
  await run();
  const subscription = await services.stripe.subscriptions.retrieve(String(body['subscriptionId']));
  expect(subscription.default_payment_method).toBe(card);
  await expectInStep();
});

test('a subscription changed three times: what follows from it is done once', async () => {
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 1 }));
  await run();
  const id = String(body['subscriptionId']);
  for (const note of ['一', '二', '三']) await services.stripe.subscriptions.update(id, { metadata: { note } });
  await expect(run()).resolves.toEqual({ shops: 1 });
  expect(asked().filter((one) => one === 'stripe GET /v1/subscriptions/{subscription}')).toHaveLength(1);
});

test('the customer was deleted at Stripe: the shop is removed', async () => {
  await services.stripe.customers.del(shops[0] ?? '');
  await expect(run()).resolves.toMatchObject({ shops: 1 });
  shops = shops.slice(1);
  await expectInStep();
});

describe('something fails', () => {
  const [down, pass] = ['down', 'pass'] as const;

  test('Stripe is down: the run fails, nothing is lost, and the first run afterwards reads every shop', async () => {
    for (const id of shops) await rename(id, '新しい名前');
    services.inject((service) => (service === 'stripe' ? down : pass));
    const cursor = await readCursor();
    await expect(run()).rejects.toMatchObject({ name: 'Unavailable', service: 'stripe' });
    expect(await readCursor()).toEqual(cursor);
    services.clearFaults();
    await expect(run()).resolves.toEqual({ shops: 3 });
    await expectInStep();
  });

  test('one shop cannot be read: the others are, and it is read once it can be', async () => {
    const [bad = ''] = shops;
    for (const id of shops) await rename(id, '新しい名前');
    services.inject((service, _, { url }) => (service === 'stripe' && url.includes(bad) ? down : pass));
    await expect(run()).resolves.toEqual({ shops: 3 });
    const { snapshots } = await services.userItems(owner);
    expect(snapshots.filter(({ record }) => record.customer.name === '新しい名前')).toHaveLength(2);
    services.clearFaults();
    services.clock.advance(minute);
    await doTasks();
    await expectInStep();
  });

  test('killed after each of its requests: the next run finishes, and every snapshot equals Stripe', async () => {
    for (let last = 1; last < 30; last += 1) {
      await rename(shops[0] ?? '', `${last}回目`);
      let requests = 0;
      services.inject(() => ((requests += 1) > last ? down : pass));
      services.clock.advance(10 * minute);
      const isOver = await runJob(handler).then(
        () => requests <= last,
        () => false,
      );
      services.clearFaults();
      await run();
      await expectInStep();
      if (isOver) return;
    }
    throw new Error('The run never ended');
  }, 60_000);

  test('the time is up: how far it came is kept after each span, and the next run reads the rest', async () => {
    await rename(shops[0] ?? '', '一');
    services.clock.advance(3 * 60 * minute);
    await rename(shops[1] ?? '', '二');
    services.clock.advance(10 * minute);
    const before = await readCursor();
    await handler({}, { getRemainingTimeInMillis: () => 0 });
    expect(await readCursor()).toBe((before ?? 0) + 3600);
    await run();
    await expectInStep();
  });
});

test('a card’s network told its new expiry, as the account updater does: the shop shows it', async () => {
  const [customerId = ''] = shops;
  const { id } = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  await services.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: id } });
  await run();
  await services.emulator.updateCard(id, { exp_month: 7, exp_year: 2041 });
  await run();
  const { snapshots } = await services.userItems(owner);
  const shown = snapshots.find((one) => one.customerId === customerId)?.record.customer.default_payment_method;
  expect(shown?.card).toMatchObject({ exp_month: 7, exp_year: 2041 });
});
