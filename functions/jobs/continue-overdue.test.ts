import { listNotices } from '../adapters/users-table/notices';
import { handler as createShopWithSubscription } from '../api/shop/create-shop-with-subscription';
import { runJob } from '../testing/run-job';
import { startPaymentServices, subscribedBody } from '../testing/payment-services';
import { saveTrialCard } from '../testing/save-card';
import { testServices } from '../testing/test-services';
import { handler as continueOverdue } from './continue-overdue';
import { handler as endOverdue } from './end-overdue-subscriptions';

const services = testServices(startPaymentServices);
const shops = 8;
const declined = '4000000000000341';

beforeEach(async () => {
  const owner = await services.createOwner();
  for (let index = 0; index < shops; index += 1) {
    const { body } = await owner.browser.post(
      createShopWithSubscription,
      subscribedBody({ revonizerQuantity: 1 }, `${index + 1}階`),
    );
    await saveTrialCard(services, body, declined);
  }
  services.clock.advance(35 * 86_400_000 + 7_200_000);
  await services.emulator.tick();
});

const told = async () => (await listNotices(services.clock.now() / 1000)).map(({ kind }) => kind);

test('the time is over: the rest is told ten minutes later and not the next day, each once', async () => {
  let asked = 0;
  services.weather((service, operation) => {
    if (service !== 'stripe' || !operation.includes('/v1/invoices')) return 'pass';
    asked += 1;
    if (asked === 4) services.clock.advance(300_000);
    return 'pass';
  });
  const first = await runJob(endOverdue);
  expect(first.left).toBeGreaterThan(0);
  expect(first.told + first.left).toBe(shops);
  services.weather();
  expect(await runJob(continueOverdue)).toMatchObject({ told: first.left, left: 0, failed: 0 });
  expect(await told()).toEqual(Array.from({ length: shops }, () => 'payment-overdue'));
  services.operations.length = 0;
  expect(await runJob(continueOverdue)).toMatchObject({ late: 0 });
  expect(services.operations).toEqual(['dynamodb GetItem']);
});

test('a day on which nobody has to be told: Stripe is asked for its lists alone', async () => {
  await runJob(endOverdue);
  services.clock.advance(86_400_000);
  services.operations.length = 0;
  expect(await runJob(endOverdue)).toMatchObject({ late: shops, told: 0, failed: 0, left: 0 });
  expect(services.operations.filter((one) => one.startsWith('stripe'))).toHaveLength(2);
});
