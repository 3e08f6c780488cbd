import { mostDevices } from '#shared/constants';
import type { Fault } from '../../local/testing/functions';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { deleteShop } from '#functions/shops/calls';
import { readShopMovements } from './movements-table';
import { readShop } from '#functions/shops/read-shop';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createSubscribedShop, type SubscribedShop } from '#functions/testing/subscribed';
import { waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { refreshShop } from '#functions/shops/refresh-shop';
import { bookMovements } from './book';
import { changeQuantities } from '#functions/quantities/calls';
import { cancelSubscription } from '#functions/endings/calls';
import { readSnapshot } from '#functions/shops/shops-table';

const services = testServices(startPaymentServices);
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(async () => {
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: 3 });
});

const movements = async (): Promise<string[]> => {
  const all = await readShopMovements(shop.customerId);
  return all
    .map(({ kind, cause, count, state }) => `${kind} ${count} ${cause} ${state}`)
    .toSorted()
    .toReversed();
};
const news = async (): Promise<string[]> =>
  (await waitingTasks('tell-staff')).map(({ body }) => (body as { subject: string }).subject.replace(/ R-.*/, ''));
const refresh = () => refreshShop(owner.userId, shop.customerId);
const tierItem = async (index: number) => {
  const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  return items.data[index];
};
/** What staff do in Stripe's dashboard. */
const setSecondTier = async (quantity: number) => {
  await services.stripe.subscriptionItems.update((await tierItem(1))?.id ?? '', { quantity });
};

test('a new subscription is one shipment, however often and from wherever its shop is read', async () => {
  await Promise.all([refresh(), refresh(), refresh()]);
  expect(await movements()).toEqual(['ship 3 subscribed ordered']);
  expect(await news()).toEqual(['Movement order']);
  const [movement] = await readShopMovements(shop.customerId);
  expect(movement).toMatchObject({
    movementId: expect.stringMatching(`^mv-${shop.customerId}-.`),
    promisedBy: '2027-01-20',
    serialNumbers: [],
  });
});

test('a change in the dashboard is found once, by several readings at the same time', async () => {
  await setSecondTier(3);
  await Promise.all([refresh(), refresh(), refresh(), refresh()]);
  await refresh();
  expect(await movements()).toEqual(['ship 4 subscribed ordered']);
  expect(await news()).toHaveLength(2);
});

test('another process books a raise while an end reads the movements: it reads again, and each is booked', async () => {
  const [first] = await readShopMovements(shop.customerId);
  await new StaffNews(first?.movementId ?? '').arrive();
  const known = await readSnapshot(owner.userId, shop.customerId);
  if (!known) throw new Error('No snapshot');
  const reading = (later: number, change: object) => ({
    record: { ...known.record, subscriptions: known.record.subscriptions.map((one) => ({ ...one, ...change })) },
    readAtMs: known.readAtMs + later,
  });
  const items = known.record.subscriptions[0]?.items.map((one) => ({ ...one, quantity: one.quantity + 1 })) ?? [];
  let isRaised = false;
  services.inject(async (service, operation, { body }): Promise<Fault> => {
    if (service === 'dynamodb' && operation === 'Query' && String(body).includes('MOVEMENT#') && !isRaised) {
      isRaised = true;
      await bookMovements(owner.userId, shop.customerId, reading(1, { items }));
    }
    return 'pass';
  });
  await bookMovements(owner.userId, shop.customerId, reading(2, { status: 'canceled' }), { snapshot: known });
  services.clearFaults();
  expect(await movements()).toEqual([
    'ship 3 subscribed arrived',
    `ship ${items.length} raised withdrawn`,
    'collect 3 ended ordered',
  ]);
});

test('the portal lowers and then cancels: what was not shipped is withdrawn, the rest is collected', async () => {
  const all = await readShopMovements(shop.customerId);
  expect(all).toHaveLength(1);
  await new StaffNews(all[0]?.movementId ?? '').arrive();
  await owner.browser.send(changeQuantities, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
    body: { quantities: {}, total: 2 },
  });
  expect(await movements()).toEqual(['ship 3 subscribed arrived', 'collect 1 lowered ordered']);
  await owner.browser.send(cancelSubscription, {
    method: 'POST',
    path: '/api',
    params: { id: shop.subscriptionId },
  });
  expect(await movements()).toEqual(['ship 3 subscribed arrived', 'collect 3 ended ordered']);
});

test('the owner chose devices of another subscription: the collection of this one names none', async () => {
  const [first] = await readShopMovements(shop.customerId);
  await new StaffNews(first?.movementId ?? '').arrive();
  await setSecondTier(1);
  const chosen = { subscriptionId: 'sub_other', serials: ['RVZ-1'] };
  await bookMovements(owner.userId, shop.customerId, await readShop(shop.customerId), { chosen });
  const all = await readShopMovements(shop.customerId);
  expect(all.find(({ cause }) => cause === 'lowered')).toMatchObject({ count: 1, serialNumbers: [] });
});

test('a reading from before the last one changes nothing', async () => {
  const before = await readShop(shop.customerId);
  services.clock.advance(1_000);
  await setSecondTier(3);
  await refresh();
  await bookMovements(owner.userId, shop.customerId, before);
  expect(await movements()).toEqual(['ship 4 subscribed ordered']);
});

test('the table of devices is down: neither reading nor movement is kept; the next reading finds it', async () => {
  await setSecondTier(3);
  services.inject((service, operation) =>
    service === 'dynamodb' && operation === 'TransactWriteItems' ? 'down' : 'pass',
  );
  await expect(refresh()).rejects.toThrow();
  services.clearFaults();
  expect(await movements()).toEqual(['ship 3 subscribed ordered']);
  await refresh();
  expect(await movements()).toEqual(['ship 4 subscribed ordered']);
});

test('the snapshot got lost: what has movements was served, so nothing is ordered twice', async () => {
  await DynamoDBDocumentClient.from(new DynamoDBClient({})).send(
    new DeleteCommand({ TableName: 'users', Key: { pk: `USER#${owner.userId}`, sk: `SNAPSHOT#${shop.customerId}` } }),
  );
  await refresh();
  await setSecondTier(3);
  await refresh();
  expect(await movements()).toEqual(['ship 4 subscribed ordered']);
});

test('the customer is deleted at Stripe: all devices are collected', async () => {
  const all = await readShopMovements(shop.customerId);
  await new StaffNews(all[0]?.movementId ?? '').arrive();
  await services.stripe.customers.del(shop.customerId);
  await refresh();
  expect(await movements()).toEqual(['ship 3 subscribed arrived', 'collect 3 ended ordered']);
});

test('a reading from before the end, kept after the shop was deleted: nothing ships, no snapshot is left', async () => {
  const before = await readShop(shop.customerId);
  services.clock.advance(1_000);
  await services.stripe.subscriptions.cancel(shop.subscriptionId);
  expect(await owner.browser.delete(deleteShop, { params: { customerId: shop.customerId } })).toMatchObject({
    status: 200,
  });
  await bookMovements(owner.userId, shop.customerId, before);
  expect(await movements()).toEqual(['ship 3 subscribed withdrawn']);
  expect(await readSnapshot(owner.userId, shop.customerId)).toBeUndefined();
});

test('raised to 99 one by one, then ended: one shipment, and the shop can be read', async () => {
  for (let quantity = 3; quantity <= mostDevices - 1; quantity += 1) {
    await setSecondTier(quantity);
    await refresh();
  }
  expect(await movements()).toEqual([`ship ${mostDevices} subscribed ordered`]);
  await owner.browser.send(cancelSubscription, { method: 'POST', path: '/api', params: { id: shop.subscriptionId } });
  expect(await movements()).toEqual([`ship ${mostDevices} subscribed withdrawn`]);
  expect((await readSnapshot(owner.userId, shop.customerId))?.record.subscriptions[0]?.status).toBe('canceled');
});

/** The staff's news of a movement. */
class StaffNews {
  constructor(readonly id: string) {}

  async arrive(): Promise<void> {
    await DynamoDBDocumentClient.from(new DynamoDBClient({})).send(
      new UpdateCommand({
        TableName: 'devices',
        Key: { pk: `SHOP#${shop.customerId}`, sk: `MOVEMENT#${this.id}` },
        UpdateExpression: 'SET #state = :state',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':state': 'arrived' },
      }),
    );
  }
}
