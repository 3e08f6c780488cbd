import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeliveryMode } from '../../emulators/stripe/index';
import { readShop } from '#functions/shops/read-shop';
import { createShopWithSubscription } from '#functions/openings/calls';
import { Browser } from '#functions/testing/browser';
import { startPaymentServices, subscribedBody, webhookSecret } from '#functions/testing/payment-services';
import { saveTrialCard } from '#functions/testing/save-card';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { stripeEvents } from '#shared/model/stripe-events';
import { stripeWebhook } from './calls';

/** The emulator's own deliveries reach the webhook over HTTP, in each way that Stripe may choose. */

const day = 86_400_000;
const late = 2 * 3_600_000;
let url = '';
const services = testServices(() =>
  startPaymentServices(
    {},
    { webhook: () => (url === '' ? undefined : { url, secret: webhookSecret, events: stripeEvents }) },
  ),
);
let listener: Server;
let statuses: number[];

beforeAll(async () => {
  listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const headers = { 'stripe-signature': String(request.headers['stripe-signature']) };
      void new Browser().send(stripeWebhook, { method: 'POST', path: '/api', body, headers }).then(({ status }) => {
        statuses.push(status);
        response.writeHead(status).end();
      });
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void listener.close());
beforeEach(() => {
  statuses = [];
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterEach(() => (url = ''));

/** Moves the clock when no delivery is under way: its signature would be of another time. */
async function pass(milliseconds: number): Promise<void> {
  await services.emulator.deliverEvents();
  await doTasks({ sweep: false });
  services.clock.advance(milliseconds);
}

/** Handling an event may cause another one, which comes late too. */
async function deliverAll() {
  for (let rounds = 0; rounds < 5; rounds += 1) {
    await pass(late);
    await services.emulator.deliverEvents();
    await doTasks({ sweep: false });
    const list = await services.stripe.events.list({ limit: 100 });
    if (list.data.every(({ pending_webhooks: waiting }) => waiting === 0)) return list;
  }
  throw new Error('Events are still waiting');
}

test.each<[string, DeliveryMode]>([
  ['two hours late', { lateSeconds: late / 1000 }],
  ['the newest first', { lateSeconds: late / 1000, reversed: true }],
  ['twice', { twice: true }],
  ['late, the newest first and twice', { lateSeconds: late / 1000, reversed: true, twice: true }],
])('events come %s: the shop ends as Stripe has it, with one trial, one charge a month', async (_how, events) => {
  services.emulator.strictness = { events };
  const owner = await services.createOwner();
  const { body } = await owner.browser.post(createShopWithSubscription, subscribedBody());
  const customerId = String(body['customerId']);
  await saveTrialCard(services, body, '4242424242424242');
  for (let month = 0; month < 2; month += 1) {
    await pass(36 * day);
    await services.emulator.tick();
    await services.stripe.customers.update(customerId, { name: `名前${month}` });
  }
  const { data } = await deliverAll();
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(statuses.length).toBeGreaterThanOrEqual(data.length * (events.twice ? 2 : 1));
  const [snapshot] = (await services.userItems(owner)).snapshots;
  const { record } = await readShop(customerId);
  expect({ ...snapshot?.record, readAt: 0 }).toEqual({ ...record, readAt: 0 });
  expect(record?.customer.name).toBe('名前1');
  expect(record?.subscriptions.map(({ status }) => status)).toEqual(['active']);
  const paid = (await services.stripe.paymentIntents.list({ customer: customerId })).data;
  expect(paid.map(({ status, amount }) => [status, amount])).toEqual([
    ['succeeded', 45_100],
    ['succeeded', 45_100],
  ]);
});
