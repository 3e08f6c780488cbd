import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { linkToShop } from '#functions/shops/shops-table';
import { takeTrial, trialsOf } from '#functions/openings/take-trial';
import type { CallHandler } from './define-handler';
import type { Browser } from '#functions/testing/browser';
import { countUnits } from '#functions/testing/read-units';
import { snapshotOf, startRequestServices, type RequestServices } from '#functions/testing/request-services';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { canDeleteUser, getUser } from '#functions/accounts/calls';
import { previewEnding } from '#functions/endings/calls';
import { getItemPrice } from '#functions/billing/calls';
import { listShops } from '#functions/shops/calls';
import { listDevices, listShopDevices, listRepairs } from '#functions/devices/calls';
import { returnDevice } from '#functions/requests/calls';
import { listMovements, markSent } from '#functions/movements/calls';

/** What a chain of 1,000 shops, each with two years of payments, costs to read (decisions/platform). */
const shops = 1_000;
/** The shop that the calls name. */
const one = { customerId: 'cus_000000500', subscriptionId: 'sub_500', itemId: 'si_500', serialNumber: 'RVZ-500' };
/** Read units of a call about one thing: session, link, ownership record, snapshot, and what it is about. */
const most = 20;
/** Read units of a first screen. */
const mostOfScreen = 100;

const { measure } = countUnits();
let services: RequestServices;
let owner: Browser;
let ownerId: string;

const payment = {
  amount: 9_900,
  currency: 'jpy',
  created: 1_800_000_000,
  status: 'paid',
  invoice_pdf: 'x'.repeat(200),
  hosted_invoice_url: 'x'.repeat(200),
  subscription: null,
};
const payments = Array.from({ length: 24 }, (_, index) => ({ ...payment, id: `in_${index}`.padEnd(28, 'x') }));

function itemsOf(userId: string, index: number): Record<string, unknown>[] {
  const customerId = `cus_${String(index).padStart(9, '0')}`;
  const snapshot = snapshotOf({ customerId, subscriptionId: `sub_${index}` }, 0);
  const items = [
    {
      subscription_item_id: `si_${index}`,
      quantity: 2,
      product: { name: 'レボナイザー', description: null, tier: 'FIRST_UNIT' },
      amount: 9_900,
      currency: 'jpy',
      interval: 'month',
      price_id: 'price_1',
    },
  ];
  const subscriptions = snapshot.record.subscriptions.map((subscription) => ({ ...subscription, items }));
  const record = { ...snapshot.record, subscriptions, payment_history: payments };
  const pk = `USER#${userId}`;
  return [
    { pk, sk: `SHOP#${customerId}`, customerId, createdAt: 1_800_000_000 },
    { pk, sk: `SNAPSHOT#${customerId}`, ...snapshot, record },
  ];
}

beforeAll(async () => {
  services = await startRequestServices();
  await services.startAfresh();
  const { userId, browser } = await signInOwner();
  owner = browser;
  ownerId = userId;
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  for (let from = 0; from < shops; from += 10) {
    const items = Array.from({ length: 10 }, (_, offset) => itemsOf(userId, from + offset)).flat();
    const TransactItems = items.map((Item) => ({ Put: { TableName: 'users', Item } }));
    await documents.send(new TransactWriteCommand({ TransactItems }));
  }
  await linkToShop(one.customerId, [one.subscriptionId, one.itemId]);
  await services.putDevice(one.serialNumber, { subscriptionId: one.subscriptionId });
});
afterAll(() => services.close());

const send = async (handler: CallHandler, params: Record<string, string>, body?: unknown) =>
  owner.send(handler, { method: body ? 'POST' : 'GET', path: '/api', params, ...(body !== undefined && { body }) });

test.each([
  ["a shop's devices", 200, () => send(listShopDevices, { id: one.customerId })],
  ["a shop's movements", 200, () => send(listMovements, { id: one.customerId })],
  ['the price of an item', 200, () => send(getItemPrice, { itemId: one.itemId })],
  ['the repairs of a device', 200, () => send(listRepairs, { serial: one.serialNumber })],
] as const)('%s: at most 20 read units, whatever the size of the chain', async (_what, status, call) => {
  let answered: number | undefined;
  expect(await measure(async () => (answered = (await call()).status))).toBeLessThanOrEqual(most);
  expect(answered).toBe(status);
});

test('the return of a device and its parcel: at most 20 read units each', async () => {
  const asked = { serialNumber: one.serialNumber, stripeSubscriptionId: one.subscriptionId, reason: '台数削減' };
  let id = '';
  const units = await measure(async () => {
    const { status } = await send(returnDevice, {}, asked);
    expect(status).toBe(200);
  });
  expect(units).toBeLessThanOrEqual(most);
  const { body } = await send(listMovements, { id: one.customerId });
  id = (body as unknown as { movements: { id: string }[] }).movements[0]?.id ?? '';
  const parcel = { carrier: 'ヤマト運輸', number: '1234-5678-9012' };
  let sent: number | undefined;
  expect(await measure(async () => (sent = (await send(markSent, { id }, parcel)).status))).toBeLessThanOrEqual(most);
  expect(sent).toBe(200);
});

test.each([
  ['home', [listShops], ''],
  ['devices', [listShops, listDevices], ''],
] as const)('the first screen of %s: at most 100 read units for its first page', async (_name, handlers, after) => {
  for (const handler of handlers) {
    const units = await measure(async () => {
      await owner.get(getUser);
      expect((await owner.get(handler, { after })).status).toBe(200);
    });
    expect(units).toBeLessThanOrEqual(mostOfScreen);
  }
});

test('calls about all shops read their ownership records alone: at most 100 read units', async () => {
  expect(await measure(() => owner.get(canDeleteUser))).toBeLessThanOrEqual(mostOfScreen);
});

test('one more shop takes its trial: at most 100 read units', async () => {
  const order = { key: 'k', id: 'o', devices: 2, hasCard: false };
  const until = services.clock.now() + 20_000;
  const admit = async () => takeTrial(ownerId, await trialsOf(ownerId), order, until);
  expect(await measure(admit)).toBeLessThanOrEqual(mostOfScreen);
});

test('an unknown id is refused as quickly as a known one is found', async () => {
  const units = await measure(async () => expect((await send(getItemPrice, { itemId: 'si_x' })).status).toBe(404));
  expect(units).toBeLessThanOrEqual(most);
});

test("a link to another owner's shop opens nothing", async () => {
  const other = await services.createOwner({ customerId: 'cus_other', subscriptionId: 'sub_other' });
  await linkToShop('cus_other', ['sub_other']);
  expect((await send(previewEnding, { id: 'sub_other' })).body['code']).toBe('SUBSCRIPTION_NOT_FOUND');
  await linkToShop(one.customerId, ['sub_other']);
  expect((await send(previewEnding, { id: 'sub_other' })).body['code']).toBe('SUBSCRIPTION_NOT_FOUND');
  expect((await other.get(getUser)).status).toBe(200);
});
