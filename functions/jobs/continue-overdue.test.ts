import { listNotices } from '../testing/notices';
import { createShopWithSubscription } from '../api/shop/calls';
import { runJob } from '../testing/run-job';
import { startPaymentServices, subscribedBody } from '../testing/payment-services';
import { walk } from '../testing/runbook';
import { saveTrialCard } from '../testing/save-card';
import { testServices } from '../testing/test-services';
import { handler as continueOverdue } from './continue-overdue';
import { handler as endOverdue } from './end-overdue-subscriptions';

const services = testServices(startPaymentServices);
const shops = 8;
const declined = '4000000000000341';

/** In the order in which they were opened. */
let subscriptions: string[];

beforeEach(async () => {
  subscriptions = [];
  const owner = await services.createOwner();
  for (let index = 0; index < shops; index += 1) {
    const { body } = await owner.browser.post(
      createShopWithSubscription,
      subscribedBody({ revonizerQuantity: 1 }, `${index + 1}階`),
    );
    await saveTrialCard(services, body, declined);
    subscriptions.push(String(body['subscriptionId']));
    services.clock.advance(3_600_000);
  }
  services.clock.advance(35 * 86_400_000 + 7_200_000);
  await services.emulator.tick();
});

const told = async () => (await listNotices(services.clock.now() / 1000)).map(({ kind }) => kind);

walk('Job continue-overdue', 'the time is over: the rest is told ten minutes later, each once', async (section) => {
  let asked = 0;
  services.inject((service, operation) => {
    if (service !== 'stripe' || !operation.includes('/v1/invoices')) return 'pass';
    asked += 1;
    if (asked === 4) services.clock.advance(300_000);
    return 'pass';
  });
  const first = await runJob(endOverdue);
  expect(first.left).toBeGreaterThan(0);
  expect(first.told + first.left).toBe(shops);
  services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
  await expect(runJob(continueOverdue)).rejects.toThrow();
  services.clearFaults();
  section.says('the next run continues');
  expect(await runJob(continueOverdue)).toMatchObject({ told: first.left, left: 0, failed: 0 });
  expect(await told()).toEqual(Array.from({ length: shops }, () => 'payment-overdue'));
  services.operations.length = 0;
  expect(await runJob(continueOverdue)).toMatchObject({ late: 0 });
  expect(services.operations).toEqual(['dynamodb GetItem']);
});

walk('Job continue-overdue', 'the rest is left to the next day: its item is deleted', async (section) => {
  let asked = 0;
  services.inject((service, operation) => {
    if (service === 'stripe' && operation.includes('/v1/invoices') && (asked += 1) === 4)
      services.clock.advance(300_000);
    return 'pass';
  });
  expect((await runJob(endOverdue)).left).toBeGreaterThan(0);
  services.clearFaults();
  await section.run('aws dynamodb delete-item');
  expect(await runJob(continueOverdue)).toMatchObject({ late: 0 });
  services.clock.advance(86_400_000);
  await runJob(endOverdue);
  expect(await told()).toHaveLength(shops);
});

test('the time is over: those that have owed for longest were told', async () => {
  let asked = 0;
  services.inject((service, operation) => {
    if (service === 'stripe' && operation.includes('/v1/invoices') && (asked += 1) === 4)
      services.clock.advance(300_000);
    return 'pass';
  });
  const { told: count } = await runJob(endOverdue);
  expect(count).toBeLessThan(shops);
  const notices = await listNotices(services.clock.now() / 1000);
  const late = notices.map((notice) => ('contract' in notice ? notice.contract.subscriptionId : ''));
  expect(late.toSorted()).toEqual(subscriptions.slice(0, count).toSorted());
});

test('a day without a notice to send: the only requests to Stripe are its lists', async () => {
  await runJob(endOverdue);
  services.clock.advance(86_400_000);
  services.operations.length = 0;
  expect(await runJob(endOverdue)).toMatchObject({ late: shops, told: 0, failed: 0, left: 0 });
  expect(services.operations.filter((one) => one.startsWith('stripe'))).toHaveLength(2);
});
