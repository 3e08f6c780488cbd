import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Stripe } from 'stripe';
import { listShops as call } from '#shared/contract/billing';
import { ensureCatalogue } from '#shared/catalogue';
import { listShops } from '#functions/shops/calls';
import { giveShop, keepStripeKeys } from '#functions/testing/shops';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { MovableClock } from '#emulators/platform';
import { createDynamoDbEmulator, createSecretsEmulator } from '#emulators/aws';
import { createStripeEmulator } from '#emulators/stripe';
import { stripeAt } from '../local/stripe-client';
import { createTable, type Fault, invoke, startServices } from '../local/testing/functions';
import { median, table } from './measure';

/** Shops of one owner. */
const sizes = [1, 10, 50, 200];
/** Milliseconds that each request of Stripe takes. */
const latency = 100;
/**
 * The largest allowed ratio of 50 shops to one. Waiting for Stripe alone makes it 3, because 20 requests at a time take
 * three rounds; half a round is left for everything else.
 */
const mostRatio = 3.5;
const mostInFlight = 20;

interface Owner {
  userId: string;
  cookies: Record<string, string>;
}

/** A signed-in user with shops, each with a subscription in its trial and a card. */
async function makeOwner(stripe: Stripe, shops: number): Promise<Owner> {
  const { userId, browser } = await signInOwner();
  const prices = (await stripe.prices.list({ limit: 3 })).data;
  for (let index = 0; index < shops; index += 1) {
    const customer = await stripe.customers.create({
      name: `店舗${index}`,
      metadata: { サロン名: `店舗${index}`, 代理店名: '100200' },
    });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.subscriptions.create({
      customer: customer.id,
      items: prices.map(({ id }) => ({ price: id })),
      default_payment_method: card.id,
      trial_period_days: 35,
    });
    await giveShop(userId, customer.id);
  }
  return { userId, cookies: browser.cookies };
}

async function forgetSnapshots({ userId }: Owner): Promise<void> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const keys = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': `USER#${userId}`, ':sk': 'SNAPSHOT#' },
    ProjectionExpression: 'pk, sk',
  };
  const { Items = [] } = await documents.send(new QueryCommand({ TableName: 'users', ...keys }));
  for (const Key of Items) await documents.send(new DeleteCommand({ TableName: 'users', Key }));
}

/** The services that the call needs; `call` reads the list of an owner. */
async function startPortal() {
  const clock = new MovableClock();
  const emulators = {
    dynamodb: await createDynamoDbEmulator({ clock, sweepMs: 0 }),
    secrets: await createSecretsEmulator({ clock }),
    stripe: await createStripeEmulator({ clock }),
  };
  const services = await startServices(emulators);
  await createTable('USERS_TABLE', 'users');
  await createTable('DEVICES_TABLE', 'devices');
  await keepStripeKeys();
  const stripe = stripeAt(services.urls.stripe ?? '', 'sk_test_local');
  await ensureCatalogue(stripe);
  /** Requests of Stripe: how long each takes, and how many run at once now and at most. */
  const road = { milliseconds: 0, running: 0, most: 0 };
  services.inject(async (service, _operation, request): Promise<Fault> => {
    if (service !== 'stripe') return 'pass';
    road.running += 1;
    road.most = Math.max(road.most, road.running);
    const [response] = await Promise.all([emulators.stripe.respond(request), wait(road.milliseconds)]);
    road.running -= 1;
    return response;
  });
  const countOf = (service: string): number => services.operations.filter((one) => one.startsWith(service)).length;
  return {
    road,
    stripe,
    /** One call: milliseconds, and the upstream requests in that time. */
    read: async ({ cookies }: Owner, shops: number): Promise<Read> => {
      [services.operations.length, road.most] = [0, 0];
      const startedAt = performance.now();
      const { status, body } = await invoke(listShops, { method: 'GET', path: call.path, cookies });
      const ms = performance.now() - startedAt;
      if (status !== 200 || (body as unknown as unknown[]).length !== shops)
        throw new Error(`${shops} shops: ${status} ${JSON.stringify(body).slice(0, 200)} after ${ms.toFixed(0)} ms`);
      const bytes = JSON.stringify(body).length;
      return { ms, stripe: countOf('stripe'), most: road.most, queries: countOf('dynamodb Query'), bytes };
    },
    async close() {
      await services.close();
      await Promise.all(Object.values(emulators).map((one) => one.close()));
    },
  };
}

type Portal = Awaited<ReturnType<typeof startPortal>>;

interface Read {
  ms: number;
  /** Requests of Stripe, and how many of them ran at once at most. */
  stripe: number;
  most: number;
  /** Queries of DynamoDB. */
  queries: number;
  /** Size of the response. */
  bytes: number;
}

/** The calls of an owner with so many shops: with everything known, and with nothing known of the shops. */
async function measure({ road, stripe, read }: Portal, shops: number): Promise<{ warm: Read[]; cold: Read[] }> {
  road.milliseconds = 0;
  const owner = await makeOwner(stripe, shops);
  // A container's caches are filled then; snapshots read before the call's time ran out are kept.
  const succeeds = (): Promise<boolean> =>
    read(owner, shops).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 5; tries += 1) if (await succeeds()) break;
  const [warm, cold]: [Read[], Read[]] = [[], []];
  for (let run = 0; run < 15; run += 1) warm.push(await read(owner, shops));
  road.milliseconds = latency;
  for (let run = 0; run < 5; run += 1) {
    await forgetSnapshots(owner);
    cold.push(await read(owner, shops));
  }
  return { warm, cold };
}

const largest = (of: 'stripe' | 'most' | 'queries', calls: readonly Read[]): number =>
  Math.max(...calls.map((one) => one[of]));

/** Duration and requests of GET /api/stripe/customer for owners with few and many shops: warm, and read from Stripe. */
export async function bench(): Promise<void> {
  const portal = await startPortal();
  const rows: string[][] = [
    ['shops', 'warm', 'queries', 'Stripe', 'response', 'cold', 'ratio', 'requests a shop', 'in flight'],
  ];
  const wrong: string[] = [];
  let one = Number.NaN;
  for (const shops of sizes) {
    const { warm, cold } = await measure(portal, shops);
    const [warmMs, coldMs] = [median(warm.map(({ ms }) => ms)), median(cold.map(({ ms }) => ms))];
    if (shops === 1) one = coldMs;
    const aShop = largest('stripe', cold) / shops;
    if (largest('stripe', warm) > 0) wrong.push(`${shops} shops: warm, Stripe was asked`);
    // The session's and the page's (decisions/platform).
    if (largest('queries', warm) > 2) wrong.push(`${shops} shops: warm, more than two queries`);
    if (aShop > 2) wrong.push(`${shops} shops: more than two requests a shop`);
    if (largest('most', cold) > mostInFlight)
      wrong.push(`${shops} shops: more than ${mostInFlight} requests in flight`);
    if (shops === 50 && coldMs / one > mostRatio)
      wrong.push(`50 shops take more than ${mostRatio} times as long as one`);
    rows.push([
      String(shops),
      `${warmMs.toFixed(0)} ms`,
      String(largest('queries', warm)),
      String(largest('stripe', warm)),
      `${((warm[0]?.bytes ?? 0) / 1000).toFixed(0)} kB`,
      `${coldMs.toFixed(0)} ms`,
      (coldMs / one).toFixed(2),
      aShop.toFixed(2),
      String(largest('most', cold)),
    ]);
  }
  console.log(table(rows));
  console.log(
    `\nMedians of 15 calls and of 5; cold: nothing known of the shops, ` +
      `every request of Stripe takes ${latency} ms; ratio to one shop.`,
  );
  for (const line of wrong) console.error(line);
  await portal.close();
  if (wrong.length > 0) process.exitCode = 1;
}
