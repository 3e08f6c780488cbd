import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { clock } from '#functions/platform/clock';
import { releaseLease, takeLease } from '#functions/platform/leases';
import { paySubscription } from '#functions/billing/calls';
import { createShopWithSubscription } from '#functions/openings/calls';
import type { NoticeItem } from '#functions/mails/notices-table';
import { monthLaterInJapan } from '#shared/model/japan-time';
import { renewSnapshot } from '#functions/shops/renew-snapshot';
import { listNotices } from '#functions/testing/notices';
import { runJob } from '#functions/testing/run-job';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { saveTrialCard } from '#functions/testing/save-card';
import { testServices } from '#functions/testing/test-services';
import { overdueWorkers, settleOverdue } from './end-overdue-subscriptions';
import { readTask } from '#functions/platform/tasks';
import { runTasks } from '#functions/platform/worker';
import { doTasks } from '#functions/testing/task-queue';
import { endOverdueSubscriptions as handler } from '#functions/jobs';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let customerId: string;
let subscriptionId: string;

const hour = 3_600_000;
const day = 24 * hour;
const users = async () =>
  (await DynamoDBDocumentClient.from(new DynamoDBClient({})).send(new ScanCommand({ TableName: 'users' }))).Items ?? [];
/** The waiting notices beside that of the order. */
const notices = async () =>
  (await listNotices(0)).filter(({ kind }) => kind !== 'ordered') as (NoticeItem & {
    contract: { owed: number; endsAt: number };
  })[];
const told = async () => (await notices()).map(({ kind }) => kind);
/** What a day does: the schedule, and the tasks that it enqueues. How many there were, and what the owner was told. */
async function runDay() {
  const before = await told();
  const { late } = await runJob(handler);
  await doTasks({ handler: runTasks(overdueWorkers) });
  const after = await told();
  const ends = (kinds: string[]) => kinds.filter((kind) => kind === 'contract-ended').length;
  const ended = ends(after) - ends(before);
  return { late, told: after.length - before.length - ended, ended };
}
const waiting = () => readTask({ kind: 'settle-overdue', id: subscriptionId });
const status = async () => (await services.stripe.subscriptions.retrieve(subscriptionId)).status;
const advance = async (milliseconds: number) => {
  services.clock.advance(milliseconds);
  await services.emulator.tick();
};

beforeEach(async () => {
  owner = await services.createOwner();
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 2 }));
  customerId = String(body['customerId']);
  subscriptionId = String(body['subscriptionId']);
  await saveTrialCard(services, body, '4000000000000341');
  await advance(35 * day + 2 * hour); // the trial ended, and the first charge failed an hour later
  expect(await status()).toBe('past_due');
  services.operations.length = 0;
});

const payNow = async () => {
  const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  for (const invoice of (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data)
    await services.stripe.invoices.pay(invoice.id, { payment_method: card.id });
};

test('never paid: notices when first seen, 14 and 3 days before the end, and at the end, each once', async () => {
  const [invoice] = (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data;
  const endsAt = monthLaterInJapan(invoice?.status_transitions.finalized_at ?? 0);
  const results: object[] = [];
  for (let index = 0; index < 34; index += 1) {
    const isOver = services.clock.now() / 1000 >= endsAt;
    results.push(await runDay());
    expect(await status()).toBe(isOver ? 'canceled' : 'past_due');
    await advance(day);
  }
  expect(await told()).toEqual(['payment-overdue', 'ends-in-two-weeks', 'ends-in-three-days', 'contract-ended']);
  expect(await status()).toBe('canceled');
  expect(results.filter((result) => 'ended' in result && result.ended === 1)).toHaveLength(1);
  const [first, , last, ended] = await notices();
  expect(first).toMatchObject({
    userId: owner.userId,
    to: 'owner@example.jp',
    contract: { subscriptionId, customerId, shopName: '青山店', owed: 18_700, endsAt },
  });
  expect(last?.contract.endsAt).toBe(endsAt);
  expect(ended?.at).toBeGreaterThanOrEqual(endsAt);
  const { snapshots } = await services.partition(owner);
  expect(snapshots[0]?.record.subscriptions[0]?.status).toBe('canceled');
  expect((await users()).filter(({ pk }) => pk === 'OVERDUE')).toEqual([]);
});

test('the owner is paying in the portal: nothing is ended', async () => {
  await runDay();
  await advance(32 * day);
  const now = services.clock.now();
  await takeLease(owner.userId, customerId, 'who pays', now, now + hour);
  await runDay();
  expect(await waiting()).toBeDefined();
  expect(await status()).toBe('past_due');
  await payNow();
  await releaseLease(owner.userId, customerId, 'who pays');
  await advance(11_000);
  expect(await runDay()).toMatchObject({ told: 0, ended: 0 });
  expect(await waiting()).toBeUndefined();
  expect(await told()).not.toContain('contract-ended');
});

test('paid at the last moment, after the end was decided: the subscription continues', async () => {
  await runDay();
  await advance(32 * day);
  const now = services.clock.now();
  await takeLease(owner.userId, customerId, 'who pays', now, now + hour);
  jest.spyOn(clock, 'wait').mockImplementationOnce(async () => {
    await payNow();
    await releaseLease(owner.userId, customerId, 'who pays');
  });
  expect(await runDay()).toMatchObject({ late: 1, ended: 0 });
  expect(await status()).toBe('active');
});

test('paid: no notice and no end', async () => {
  await runDay();
  await payNow();
  expect(await runDay()).toEqual({ late: 1, told: 0, ended: 0 });
  await advance(27 * day);
  await runDay();
  expect(await told()).toEqual(['payment-overdue']);
  expect(await status()).toBe('active');
  expect((await users()).filter(({ pk }) => pk === 'OVERDUE')).toEqual([]);
});

test('a payment is late again: the notices start again', async () => {
  await runDay();
  await payNow();
  await runDay();
  const failing = await services.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
  await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: failing.id });
  await advance(31 * day);
  expect(await status()).toBe('past_due');
  expect(await runDay()).toMatchObject({ told: 1, ended: 0 });
  expect(await told()).toEqual(['payment-overdue', 'payment-overdue']);
});

test('runs were missed: only the latest notice, and no end without a notice before it', async () => {
  await advance(60 * day);
  expect(await runDay()).toMatchObject({ told: 1, ended: 0 });
  expect(await told()).toEqual(['ends-in-three-days']);
  await advance(3 * day - 1_000);
  expect(await runDay()).toMatchObject({ told: 0, ended: 0 });
  await advance(1_000);
  expect(await runDay()).toMatchObject({ ended: 1 });
});

describe('the next renewal was paid while the older invoice is still open', () => {
  const openInvoices = async () =>
    (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data.map(({ id }) => id);
  const oldest = { id: '', endsAt: 0 };

  beforeEach(async () => {
    const [invoice] = (await services.stripe.invoices.list({ customer: customerId, status: 'open' })).data;
    oldest.id = invoice?.id ?? '';
    oldest.endsAt = monthLaterInJapan(invoice?.status_transitions.finalized_at ?? 0);
    // Stripe's tries are used up before the owner enters a good card.
    await services.stripe.invoices.update(oldest.id, { auto_advance: false });
    const card = await services.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
    await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: card.id });
  });

  test('a month after it was due: the subscription ends, though its status is active', async () => {
    expect(await runDay()).toMatchObject({ late: 1, told: 1 });
    await advance(oldest.endsAt * 1000 - services.clock.now() + day);
    expect([await status(), await openInvoices()]).toEqual(['active', [oldest.id]]);
    expect(await runDay()).toMatchObject({ late: 1, ended: 1 });
    expect([await status(), await openInvoices()]).toEqual(['canceled', [oldest.id]]);
    expect(await told()).toEqual(['payment-overdue', 'contract-ended']);
  });

  test('first seen after that month: its owner gets a notice, and three days later it ends', async () => {
    await advance(40 * day);
    expect([await status(), await openInvoices()]).toEqual(['active', [oldest.id]]);
    expect(await runDay()).toMatchObject({ late: 1, told: 1 });
    expect(await notices()).toMatchObject([
      { kind: 'ends-in-three-days', contract: { subscriptionId, customerId, owed: 18_700 } },
    ]);
    await advance(3 * day);
    expect(await runDay()).toMatchObject({ ended: 1 });
  });

  test('paid in the portal: no more notices, and the subscription continues', async () => {
    await advance(31 * day);
    expect([await status(), await openInvoices()]).toEqual(['active', [oldest.id]]);
    expect(await runDay()).toMatchObject({ late: 1, told: 1 });
    const { status: answered, body } = await owner.browser.send(paySubscription, {
      method: 'POST',
      path: '/api',
      params: { id: subscriptionId },
    });
    expect([answered, body['charge']]).toEqual([200, { status: 'paid', amount: 18_700 }]);
    expect(await runDay()).toMatchObject({ told: 0, ended: 0 });
    await advance(10 * day);
    expect(await runDay()).toMatchObject({ told: 0, ended: 0 });
    expect(await status()).toBe('active');
  });
});

test('two deliveries at once: one notice and one end', async () => {
  const deliverTwice = () => Promise.all([settleOverdue({ subscriptionId }), settleOverdue({ subscriptionId })]);
  await deliverTwice();
  expect(await told()).toEqual(['payment-overdue']);
  await advance(32 * day);
  await deliverTwice();
  expect(await status()).toBe('canceled');
  expect(await told()).toEqual(['payment-overdue', 'contract-ended']);
});

test('a subscription of a customer who belongs to no user: it is left alone', async () => {
  const customer = await services.stripe.customers.create({});
  const [price] = (await services.stripe.prices.list({ limit: 1 })).data;
  const foreign = await services.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price?.id ?? '' }],
    trial_period_days: 1,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
  });
  await advance(2 * day);
  expect((await services.stripe.subscriptions.retrieve(foreign.id)).status).toBe('past_due');
  expect(await runDay()).toMatchObject({ late: 2, told: 1 });
  await advance(60 * day);
  await runDay();
  expect((await services.stripe.subscriptions.retrieve(foreign.id)).status).toBe('past_due');
});

describe('Stripe down', () => {
  test('from the start: no notice, no end, and the run fails', async () => {
    services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
    await expect(runJob(handler)).rejects.toMatchObject({ name: 'Unavailable', service: 'stripe' });
    services.clearFaults();
    expect(await told()).toEqual([]);
    expect(await runDay()).toMatchObject({ told: 1 });
  });

  test('when the subscription should end: its task waits, and ends it later with one notice', async () => {
    await runDay();
    await advance(32 * day);
    services.inject((service, operation) => (service === 'stripe' && operation.startsWith('DELETE') ? 'down' : 'pass'));
    await runDay();
    expect(await waiting()).toBeDefined();
    services.clearFaults();
    expect(await status()).toBe('past_due');
    await advance(11_000);
    expect(await runDay()).toMatchObject({ ended: 1 });
    expect(await told()).toEqual(['payment-overdue', 'contract-ended']);
  });

  test('after the end: the next run sends the notice', async () => {
    await runDay();
    await advance(32 * day);
    let ended = false;
    services.inject((service, operation) => {
      if (service !== 'stripe') return 'pass';
      if (ended) return 'down';
      ended = operation.startsWith('DELETE');
      return ended ? 'lost' : 'pass';
    });
    await runDay();
    expect(await waiting()).toBeDefined();
    services.clearFaults();
    expect(await status()).toBe('canceled');
    expect(await told()).toEqual(['payment-overdue']);
    const endedAt = services.clock.now() / 1000;
    await advance(day);
    expect(await runDay()).toMatchObject({ ended: 1 });
    expect(await told()).toEqual(['payment-overdue', 'contract-ended']);
    expect((await notices())[1]?.contract.endsAt).toBe(endedAt);
    expect(await runDay()).toMatchObject({ ended: 0 });
  });

  test('paid between the decision and the end: the subscription continues', async () => {
    await runDay();
    await advance(32 * day);
    services.inject((service, operation) => (service === 'stripe' && operation.startsWith('DELETE') ? 'down' : 'pass'));
    await runDay();
    expect(await waiting()).toBeDefined();
    services.clearFaults();
    await payNow();
    await advance(11_000);
    expect(await runDay()).toMatchObject({ told: 0, ended: 0 });
    expect(await waiting()).toBeUndefined();
    expect(await status()).toBe('active');
    expect(await told()).toEqual(['payment-overdue']);
    await services.stripe.subscriptions.cancel(subscriptionId);
    await renewSnapshot(owner.userId, customerId);
    expect(await told()).toEqual(['payment-overdue', 'ended']);
  });
});
