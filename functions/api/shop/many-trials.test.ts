import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../adapters/dynamodb/documents';
import { getItem, putItem } from '../../adapters/dynamodb/items';
import { queryRange } from '../../adapters/dynamodb/query';
import { eraseUser } from '../../adapters/users-table/erase-user';
import { placeOf, releaseTrial } from '../../domain/trials/trial-claims';
import { startPaymentServices, subscribedBody, type ShopOwner } from '../../testing/payment-services';
import { countReadUnits } from '../../testing/read-units';
import { testServices } from '../../testing/test-services';
import { handler as calculatePricing } from '../billing/calculate-pricing';
import { createShopWithSubscription } from './calls';

const services = testServices(startPaymentServices);
const { measure } = countReadUnits();
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const line1 = (number: number) => `渋谷区神宮前${number}-1`;
const hashOf = (number: number) =>
  placeOf(owner.userId, { postalCode: '1500001', state: '東京都', line1: line1(number), line2: '' }).hash;
/** Of a request that was forgotten after seven days. */
const claim = { key: 'k'.repeat(64), id: 'i'.repeat(36) };
const ledgerKey = () => ({ pk: `USER#${owner.userId}`, sk: 'LEDGER' });

let count = 0;
const open = async (number: number) => {
  const body = subscribedBody({ revonizerQuantity: 1 });
  const shippingAddress = { postal_code: '1500001', state: '東京都', line1: line1(number), line2: '', country: 'JP' };
  const { status, body: response } = await owner.browser.send(createShopWithSubscription, {
    method: 'POST',
    path: '/api',
    body: { ...body, storeData: { ...body.storeData, shippingAddress } },
    headers: { 'idempotency-key': `a-key-of-a-request-${(count += 1)}` },
  });
  return status === 200 ? 200 : response['code'];
};

test('the trials of 2,500 addresses were used: the next has one, none of the 2,500 has another', async () => {
  for (let from = 0; from < 2_500; from += 25) {
    const items = Array.from({ length: 25 }, (_, offset) => ({
      pk: `USER#${owner.userId}`,
      sk: `TRIAL#${hashOf(from + offset)}`,
      ...claim,
    }));
    await documents.send(
      new BatchWriteCommand({ RequestItems: { users: items.map((Item) => ({ PutRequest: { Item } })) } }),
    );
  }
  expect(await measure(async () => expect(await open(2_500)).toBe(200))).toBeLessThanOrEqual(100);
  expect([await open(0), await open(1_249), await open(2_499), await open(2_500)]).toEqual(
    Array(4).fill('TRIAL_CHANGED'),
  );
  await eraseUser(owner.userId, services.clock.now() / 1000);
  expect(await queryRange('users', { pk: ledgerKey().pk, beginning: 'TRIAL#' })).toEqual([]);
});

describe('2,600 claims that an earlier version kept in one item, which holds no more', () => {
  beforeEach(async () => {
    const trials = Object.fromEntries(Array.from({ length: 2_600 }, (_, number) => [hashOf(number), claim]));
    await putItem('users', ledgerKey(), { version: 2_600, opened: [], trials });
  });

  test('they hold; the first order moves them, and the item stays small', async () => {
    expect(await open(2_599)).toBe('TRIAL_CHANGED');
    expect([await open(2_600), await open(2_601)]).toEqual([200, 200]);
    expect([await open(0), await open(1_100), await open(2_601)]).toEqual(Array(3).fill('TRIAL_CHANGED'));
    const ledger = await getItem<{ opened: unknown[]; trials?: unknown }>('users', ledgerKey());
    expect([ledger?.opened.length, ledger?.trials]).toEqual([2, undefined]);
  });

  test('a request of that version is refused: its claims are given back, a move stays', async () => {
    const { pk } = ledgerKey();
    const keyOf = (number: number) => ({ pk, sk: `TRIAL#${hashOf(number)}` });
    const trials = { [hashOf(1)]: claim, [hashOf(2)]: { ...claim, movedShop: 'cus_1' } };
    await putItem('users', ledgerKey(), { version: 2, opened: [], trials });
    await releaseTrial(owner.userId, { id: claim.id });
    expect(await getItem('users', keyOf(1))).toBeUndefined();
    expect(await getItem('users', keyOf(2))).toEqual({ ...keyOf(2), movedShop: 'cus_1' });
  });

  test('before any order, the price counts them too', async () => {
    const priceAt = async (number: number) =>
      (
        await owner.browser.post(calculatePricing, {
          quantity: 1,
          address: { postalCode: '1500001', state: '東京都', line1: line1(number), line2: '' },
        })
      ).body['trial'];
    expect([await priceAt(5), await priceAt(2_600)]).toEqual([false, true]);
  });

  test('three orders at the same moment move them together: one trial for one address', async () => {
    const outcomes = await Promise.all([open(3), open(2_600), open(2_600)]);
    expect(outcomes.filter((outcome) => outcome === 200).length).toBeLessThanOrEqual(1);
    if (!outcomes.includes(200)) expect(await open(2_600)).toBe(200);
    expect([await open(3), await open(2_600)]).toEqual(['TRIAL_CHANGED', 'TRIAL_CHANGED']);
  });
});
