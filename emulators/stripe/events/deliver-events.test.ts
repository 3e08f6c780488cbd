import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestAccount, type TestAccount } from '../testing/test-account';

const secret = 'whsec_test';
let account: TestAccount;
let listener: Server;
let status: number;
let hasWebhook: boolean;
let events: string[] | undefined;
let received: { body: string; signature: string }[];

beforeEach(async () => {
  status = 200;
  received = [];
  listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        body: Buffer.concat(chunks).toString('utf8'),
        signature: String(request.headers['stripe-signature']),
      });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  hasWebhook = true;
  events = undefined;
  const webhook = { url: `http://127.0.0.1:${port}/hook`, secret };
  account = await openTestAccount({
    webhook: () => (hasWebhook ? { ...webhook, ...(events && { events }) } : undefined),
  });
});
afterEach(async () => {
  await account.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
});

const pending = async (): Promise<number | undefined> =>
  (await account.stripe.events.list({})).data[0]?.pending_webhooks;

test('events before the webhook was added are listed and never arrive; later ones do', async () => {
  hasWebhook = false;
  await account.stripe.customers.create({ name: '渋谷店' });
  hasWebhook = true;
  expect(await pending()).toBe(0);
  await account.emulator.deliverEvents();
  expect(received).toEqual([]);
  await account.stripe.customers.create({ name: '新宿店' });
  await account.emulator.deliverEvents();
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { data: { object: { name: '新宿店' } } },
  ]);
});

test('an event arrives once, with a signature that the SDK accepts', async () => {
  const { id } = await account.stripe.customers.create({ name: '渋谷店' });
  await account.emulator.deliverEvents();
  const [first] = received;
  const event = account.stripe.webhooks.constructEvent(
    first?.body ?? '',
    first?.signature ?? '',
    secret,
    300,
    undefined,
    account.clock.now(),
  );
  expect(event).toMatchObject({
    type: 'customer.created',
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { id, name: '渋谷店' } },
  });
  expect(event.request?.id).toMatch(/^req_/);
  expect(() =>
    account.stripe.webhooks.constructEvent(
      `${first?.body} `,
      first?.signature ?? '',
      secret,
      300,
      undefined,
      account.clock.now(),
    ),
  ).toThrow();
  await account.emulator.deliverEvents();
  expect(received).toHaveLength(1);
  expect(await pending()).toBe(0);
});

test('an endpoint gets the types that it names; the others are listed, and waiting for nobody', async () => {
  events = ['customer.updated'];
  const { id } = await account.stripe.customers.create({ name: 'A' });
  await account.stripe.customers.update(id, { name: 'B' });
  expect((await account.stripe.webhookEndpoints.list()).data[0]?.enabled_events).toEqual(events);
  await account.emulator.deliverEvents();
  expect(typesOf()).toEqual(events);
  const listed = (await account.stripe.events.list()).data.map(({ type, pending_webhooks: waiting }) => [
    type,
    waiting,
  ]);
  expect(listed).toEqual([
    ['customer.updated', 0],
    ['customer.created', 0],
  ]);
});

test('the event of a change has the previous values', async () => {
  const { id } = await account.stripe.customers.create({ name: 'A', metadata: { a: '1' } });
  await account.stripe.customers.update(id, { name: 'B' });
  await account.stripe.customers.update(id, { name: 'B' });
  await account.emulator.deliverEvents();
  const bodies = received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  expect(bodies.map(({ type }) => type)).toEqual(['customer.created', 'customer.updated']);
  expect(bodies[1]?.data).toMatchObject({ object: { name: 'B' }, previous_attributes: { name: 'A' } });
});

test('a failed delivery is repeated with growing delays for days of the clock, then given up', async () => {
  status = 500;
  await account.stripe.customers.create({});
  await account.emulator.deliverEvents();
  expect(received).toHaveLength(1);
  const hours: number[] = [];
  for (let hour = 0; hour < 100; hour += 0.25) {
    const before = received.length;
    account.clock.advance(900_000);
    await account.emulator.deliverEvents();
    if (received.length > before) hours.push(hour + 0.25);
  }
  expect(hours).toHaveLength(10);
  expect(hours.slice(0, 5)).toEqual([0.25, 0.75, 2.75, 7.75, 17.75]);
  expect(hours.at(-1)).toBeLessThan(80);
  expect(await pending()).toBe(1);
});

test('a webhook that is reachable again gets the missed events', async () => {
  status = 503;
  await account.stripe.customers.create({});
  await account.emulator.deliverEvents();
  status = 204;
  await account.emulator.deliverEvents();
  expect(received).toHaveLength(1);
  account.clock.advance(300_000);
  await account.emulator.deliverEvents();
  expect(received).toHaveLength(2);
  expect(received[1]?.body).toBe(received[0]?.body);
  expect(await pending()).toBe(0);
});

test('a late delivery is signed with the time of sending, not of the event', async () => {
  status = 500;
  await account.stripe.customers.create({});
  await account.emulator.deliverEvents();
  account.clock.advance(86_400_000);
  await account.emulator.deliverEvents();
  expect(received.at(-1)?.signature).toMatch(new RegExp(`^t=${account.now()},v1=[0-9a-f]{64}$`));
});

const typesOf = (): string[] => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

test('late, the newest first and twice: nothing comes before its time, then each event comes twice', async () => {
  account.emulator.strictness = { events: { lateSeconds: 90, reversed: true, twice: true } };
  const { id } = await account.stripe.customers.create({ name: 'A' });
  await account.stripe.customers.update(id, { name: 'B' });
  account.clock.advance(89_000);
  await account.emulator.deliverEvents();
  expect(received).toEqual([]);
  account.clock.advance(1_000);
  await account.emulator.deliverEvents();
  expect(typesOf()).toEqual(['customer.updated', 'customer.updated', 'customer.created', 'customer.created']);
  expect(await pending()).toBe(0);
});

test('a reset: events come at once again, in order and once', async () => {
  account.emulator.strictness = { events: { lateSeconds: 90, twice: true } };
  await account.emulator.reset();
  await account.stripe.customers.create({ name: 'A' });
  await account.emulator.deliverEvents();
  expect(typesOf()).toEqual(['customer.created']);
});
