import { clock } from '#functions/platform/clock';
import { documentedLimits } from '../../emulators/stripe/index';
import { dailyDigest } from '#functions/jobs';
import { runJob } from '#functions/testing/run-job';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { giveShop } from '#functions/testing/shops';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { listShops } from '#functions/shops/calls';

/** Pauses take a fifteenth of their time in these tests, and Stripe's second does too. */
const faster = 15;
const services = testServices(() => startPaymentServices({}, { realTime: () => performance.now() * faster }));
let owner: ShopOwner;

beforeEach(async () => {
  jest
    .spyOn(clock, 'wait')
    .mockImplementation((milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds / faster)));
  owner = await services.createOwner();
  for (let index = 0; index < 60; index += 1) {
    const { id } = await services.stripe.customers.create({ name: `${index}号店`, email: 'owner@example.jp' });
    await giveShop(owner.userId, id);
  }
});

test.each(['live', 'sandbox'] as const)(
  '60 unknown shops at the limits of a %s account: all are shown',
  async (mode) => {
    services.emulator.strictness = { requests: documentedLimits[mode] };
    const { status, body } = await owner.browser.get(listShops);
    expect([status, (body as unknown as unknown[]).length]).toEqual([200, 60]);
    expect(services.operations.length).toBeGreaterThan(120);
  },
);

test('a pass over all shops at the limits of a sandbox: every shop is read', async () => {
  services.emulator.strictness = { requests: documentedLimits.sandbox };
  services.clock.advance(60_000);
  services.operations.length = 0;
  await runJob(dailyDigest);
  await doTasks();
  const { snapshots } = await services.userItems(owner);
  expect(snapshots).toHaveLength(60);
  expect(snapshots.filter(({ readAtMs }) => readAtMs < services.clock.now() - 60_000)).toEqual([]);
});
