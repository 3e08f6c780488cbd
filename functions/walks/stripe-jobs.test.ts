import { createShopWithSubscription } from '#functions/openings/calls';
import { dailyDigest, endOverdueSubscriptions as endOverdue, readMissedEvents } from '#functions/jobs';
import { readTask } from '#functions/platform/tasks';
import { listNotices } from '#functions/testing/notices';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { runJob } from '#functions/testing/run-job';
import { walk } from '#functions/testing/runbook';
import { createPlainShop, saveTrialCard } from '#functions/testing/save-card';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { watchLog } from '#functions/testing/watch-log';

const services = testServices(startPaymentServices);
const log = watchLog();
let owner: ShopOwner;
const minutes = (count: number): void => services.clock.advance(count * 60_000);
const stripeDown = (): void => services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
const names = async () =>
  (await services.userItems(owner)).snapshots.map(({ record }) => record.customer.name ?? '').toSorted();

beforeEach(async () => {
  owner = await services.createOwner();
});

walk('Job daily-digest', 'a shop cannot be read: it is named, and read when all are, by hand', async (section) => {
  const id = await createPlainShop(services, owner);
  await services.stripe.customers.update(id, { name: '新しい名前' });
  minutes(3 * 24 * 60);
  stripeDown();
  await runJob(dailyDigest);
  await doTasks();
  expect(log.text()).toMatch(new RegExp(`${section.says('a shop could not be read')}.*${id}`));
  services.clearFaults();
  section.says('waits for the next day');
  minutes(24 * 60);
  await runJob(dailyDigest);
  await doTasks();
  expect(await names()).toEqual(['新しい名前']);

  await services.stripe.customers.update(id, { name: 'もっと新しい名前' });
  minutes(1);
  await runJob(dailyDigest, JSON.parse(section.says('{"readAll":true}')) as object);
  await doTasks();
  expect(await names()).toEqual(['もっと新しい名前']);
});

walk('Job read-missed-events', 'a missed event becomes a task; time goes back by hand', async (section) => {
  const id = await createPlainShop(services, owner);
  await runJob(readMissedEvents);
  await services.stripe.customers.update(id, { name: '新しい名前' });
  minutes(10);
  section.says('Each event that is not known yet becomes a task');
  await expect(runJob(readMissedEvents)).resolves.toEqual({ shops: 1 });
  await doTasks();
  expect(await names()).toEqual(['新しい名前']);

  const earlier = Math.floor(services.clock.now() / 1000) - 86_400;
  await section.run('aws dynamodb update-item', { SECONDS: String(earlier) });
  section.says('those that were handled change nothing');
  const since: number[] = [];
  services.inject((service, operation, { url }) => {
    if (service === 'stripe' && operation === 'GET /v1/events')
      since.push(Number(new URL(url, 'http://x').searchParams.get('created[gte]')));
    return 'pass';
  });
  await expect(runJob(readMissedEvents)).resolves.toEqual({ shops: 0 });
  // A quarter of an hour before is read again each time.
  expect(since[0]).toBe(earlier - 900);
});

walk(
  'Job end-overdue-subscriptions',
  'Stripe is down: the run fails, its tasks wait; each notice is sent once later',
  async (section) => {
    const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 1 }));
    await saveTrialCard(services, body, '4000000000000341');
    services.clock.advance(35 * 86_400_000 + 7_200_000);
    await services.emulator.tick();
    const subscriptionId = String(body['subscriptionId']);
    services.inject((service, _, { url }) => (service === 'stripe' && url.includes(subscriptionId) ? 'down' : 'pass'));
    await runJob(endOverdue);
    await doTasks();
    const kind = section.says('dunning');
    expect(log.text()).toMatch(new RegExp(`a task failed.*${subscriptionId}`));
    expect(await readTask({ kind, id: subscriptionId })).toBeDefined();
    stripeDown();
    await expect(runJob(endOverdue)).rejects.toThrow();
    services.clearFaults();
    section.says('The next run catches up: each notice is sent once');
    for (let day = 0; day < 2; day += 1) {
      await runJob(endOverdue);
      await doTasks();
      minutes(60);
    }
    const told = await listNotices(services.clock.now() / 1000);
    expect(told.filter(({ kind }) => kind === 'payment-overdue')).toHaveLength(1);
  },
);
