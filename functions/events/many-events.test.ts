import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Stripe } from 'stripe';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { readShop } from '#functions/shops/read-shop';
import { createShopWithSubscription } from '#functions/openings/calls';
import { sendEvent } from '#functions/testing/deliver-events';
import { numbers } from '../../local/testing/random';
import { startPaymentServices, subscribedBody, type ShopOwner } from '#functions/testing/payment-services';
import { pauseAfter } from '#functions/platform/worker';
import { saveTrialCard } from '#functions/testing/save-card';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';

const day = 86_400_000;
const events = 1_000;
const atOnce = 20;

const services = testServices(startPaymentServices);

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other] as T, order[index] as T];
  }
  return order;
}

/** The events that Stripe has sent since the last call. */
class Told {
  readonly all = new Map<string, Stripe.Event>();

  async listen(): Promise<Stripe.Event[]> {
    const fresh: Stripe.Event[] = [];
    for await (const event of services.stripe.events.list({ limit: 100 })) {
      if (this.all.has(event.id)) break;
      this.all.set(event.id, event);
      fresh.push(event);
    }
    return fresh;
  }
}

interface Shop {
  owner: ShopOwner;
  customerId: string;
  subscriptionId: string;
}

async function openShops(owners: readonly ShopOwner[], count: number): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (let index = 0; index < count; index += 1) {
    const owner = owners[index % owners.length] as ShopOwner;
    const { storeData, ...rest } = subscribedBody({ revonizerQuantity: 1 + (index % 6) }, `${index}階`);
    const { body } = await owner.browser.post(createShopWithSubscription, {
      ...rest,
      storeData: { ...storeData, storeName: `${index}号店` },
    });
    await saveTrialCard(services, body, index % 4 === 3 ? '4000000000000341' : '4242424242424242');
    shops.push({ owner, customerId: String(body['customerId']), subscriptionId: String(body['subscriptionId']) });
  }
  return shops;
}

/** Ids of the events that are recorded as handled. */
async function taken(): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of paginateScan(
    { client: DynamoDBDocumentClient.from(new DynamoDBClient({})) },
    {
      TableName: 'users',
      FilterExpression: 'begins_with(pk, :event)',
      ExpressionAttributeValues: { ':event': 'EVENT#' },
    },
  )) {
    ids.push(...(page.Items ?? []).map(({ pk }) => String(pk).slice('EVENT#'.length)));
  }
  return ids;
}

test('1,000 events in any order, some twice, some failing, 20 at once: every snapshot equals Stripe', async () => {
  const random = numbers(20_270_115);
  const told = new Told();
  const owners = await Promise.all(['one', 'two', 'three'].map((name) => services.createOwner(`${name}@example.jp`)));
  const shops = await openShops(owners, 12);
  const history = await told.listen();
  for (let month = 0; history.length < events - 60; month += 1) {
    services.clock.advance(10 * day);
    await services.emulator.tick();
    const changed = shops[month % shops.length] as Shop;
    await services.stripe.customers.update(changed.customerId, { name: `名前${month}` });
    history.push(...(await told.listen()));
  }
  // The clock advances between any two events, as it does outside of tests.
  jest.spyOn(Date, 'now').mockImplementation(() => {
    services.clock.advance(1);
    return services.clock.now();
  });

  /** How an event's task fails the first time: before anything was done, or after everything was done. */
  const failing = new Map<string, 'BatchGetItem' | 'PutItem'>();
  const failed = new Set<string>();
  services.inject((service, operation, request) => {
    const id =
      service === 'dynamodb' && ['BatchGetItem', 'PutItem'].includes(operation)
        ? /EVENT#(evt_\w+)/.exec(request.body.toString('utf8'))?.[1]
        : undefined;
    if (id === undefined || failing.get(id) !== operation) return 'pass';
    failed.add(id);
    // The client sends a request three times.
    if ((tries.get(id) ?? 0) >= 2) failing.delete(id);
    tries.set(id, (tries.get(id) ?? 0) + 1);
    return 'down';
  });
  const tries = new Map<string, number>();
  const deliverAll = async (queue: readonly Stripe.Event[]): Promise<void> => {
    await mapWithLimit(atOnce, queue, async (event) => {
      expect((await sendEvent(services, event)).status).toBe(200);
    });
    for (let round = 0; round < 12; round += 1) {
      await doTasks({ sweep: false });
      services.clock.advance(pauseAfter(round + 1) * 1000);
    }
  };
  const withTwins = (batch: readonly Stripe.Event[]): Stripe.Event[] =>
    shuffled([...batch, ...batch.filter(() => random() < 0.2)], random);
  const spoil = (batch: readonly Stripe.Event[]): void => {
    for (const { id, type } of batch)
      if (/^(customer|invoice)\./.test(type) && random() < 0.13)
        failing.set(id, random() < 0.5 ? 'BatchGetItem' : 'PutItem');
  };

  // The first half arrives while the shops still change, the rest together with the events of those changes.
  const order = shuffled(history, random);
  const half = order.slice(0, order.length / 2);
  spoil(half);
  const changing = async (): Promise<void> => {
    const [renamed, ended, deleted, switched] = shops as [Shop, Shop, Shop, Shop];
    await services.stripe.customers.update(renamed.customerId, { name: '最後の名前' });
    await services.stripe.subscriptions.cancel(ended.subscriptionId);
    await services.stripe.customers.del(deleted.customerId);
    const card = await services.stripe.paymentMethods.attach('pm_card_mastercard', { customer: switched.customerId });
    await services.stripe.customers.update(switched.customerId, {
      invoice_settings: { default_payment_method: card.id },
    });
  };
  await Promise.all([deliverAll(withTwins(half)), changing()]);
  const rest = [...order.slice(order.length / 2), ...(await told.listen())];
  spoil(rest);
  await deliverAll(withTwins(rest));

  expect(told.all.size).toBeGreaterThanOrEqual(events);
  expect(failed.size).toBeGreaterThanOrEqual(told.all.size / 20);
  const [, , deleted] = shops as [Shop, Shop, Shop];
  const shown = (await Promise.all(owners.map(services.userItems))).flatMap(({ snapshots }) => snapshots);
  expect(shown.map(({ customerId }) => customerId).toSorted()).toEqual(
    shops
      .map(({ customerId }) => customerId)
      .filter((id) => id !== deleted.customerId)
      .toSorted(),
  );
  for (const { customerId, record } of shown) {
    const afresh = await readShop(customerId);
    expect({ ...record, readAt: 0 }).toEqual({ ...afresh.record, readAt: 0 });
  }
  const ids = await taken();
  const ofShops = [...told.all.values()].filter(({ type }) => /^(customer|invoice)\./.test(type)).map(({ id }) => id);
  expect(ids.filter((id) => ofShops.includes(id)).length).toBeGreaterThan(ofShops.length / 2);
});
