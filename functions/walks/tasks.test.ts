import { taskQueue } from '#shared/constants';
import { takeStripeEvents } from '#functions/events/stripe-events';
import { sweepTasks as sweep } from '#functions/jobs';
import { readTask } from '#functions/platform/tasks';
import { pauseAfter } from '#functions/platform/worker';
import { newestEvent, sendEvent } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { runJob } from '#functions/testing/run-job';
import { walk } from '#functions/testing/runbook';
import { createPlainShop } from '#functions/testing/save-card';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { watchLog } from '#functions/testing/watch-log';

const services = testServices(startPaymentServices);
const log = watchLog();
let owner: ShopOwner;
let shop: string;
const shownName = async () => (await services.userItems(owner)).snapshots[0]?.record.customer.name;

/** A change at Stripe, told by an event, while Stripe's API is down. */
async function eventWhileDown(): Promise<string> {
  await services.stripe.customers.update(shop, { name: '新しい名前' });
  const event = await newestEvent(services);
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  expect((await sendEvent(services, event)).status).toBe(200);
  return event.id;
}

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createPlainShop(services, owner);
});

walk(
  'Late tasks',
  'Stripe is down: the log names the task, and nothing has to be done when it is back',
  async (section) => {
    const task = await eventWhileDown();
    await doTasks();
    const words = section.command('aws logs tail').includes(`'"a task failed"'`) && 'a task failed';
    expect(log.text()).toMatch(new RegExp(`${words}.*${task}|${task}.*${words}`));
    services.clearFaults();
    services.clock.advance(pauseAfter(1) * 1000);
    section.says('A task that fails is tried again after 10 seconds');
    await doTasks();
    expect(await shownName()).toBe('新しい名前');
    section.says('Nothing has to be done when the service comes back');
  },
);

walk(
  'Dead tasks',
  'a task failed for hours: redriven, it is done; one that can never succeed is deleted',
  async (section) => {
    const task = await eventWhileDown();
    for (let tries = 1; tries <= taskQueue.mostTries + 1; tries += 1) {
      await doTasks({ sweep: false });
      services.clock.advance(pauseAfter(tries) * 1000);
    }
    expect(await readTask({ kind: 'stripe-events', id: task })).toMatchObject({ kind: 'stripe-events' });
    services.clearFaults();
    await section.run('aws sqs start-message-move-task', { REGION: 'ap-northeast-1', ACCOUNT: '000000000000' });
    await doTasks({ sweep: false });
    expect(await shownName()).toBe('新しい名前');

    services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
    await takeStripeEvents.enqueue(
      { events: [{ id: 'evt_1', type: 'customer.updated', customerId: shop }], knownAtMs: services.clock.now() },
      { id: 'evt_1' },
    );
    await doTasks();
    await section.run('aws dynamodb delete-item', { 'KIND#ID': 'stripe-events#evt_1' });
    services.clock.advance(pauseAfter(1) * 1000);
    log.text();
    await doTasks();
    expect(await readTask({ kind: 'stripe-events', id: 'evt_1' })).toBeUndefined();
  },
);

walk('Job sweep-tasks', 'the queue could not be reached: the next run sends the task', async (section) => {
  section.says('the next run sends everything that is due');
  await services.stripe.customers.update(shop, { name: '新しい名前' });
  services.inject((service) => (service === 'sqs' ? 'down' : 'pass'));
  expect((await sendEvent(services, await newestEvent(services))).status).toBe(200);
  services.clearFaults();
  services.clock.advance(5 * 60_000);
  await expect(runJob(sweep)).resolves.toEqual({ sent: 1, failed: 0 });
  await doTasks({ sweep: false });
  expect(await shownName()).toBe('新しい名前');
});
