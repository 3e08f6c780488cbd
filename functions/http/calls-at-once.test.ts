import { sum } from '#shared/numbers';
import type { ApiResponse, Fault } from '../../local/testing/functions';
import { numbers, randomCases } from '../../local/testing/random';
import { readShopMovements } from '#functions/movements/movements-table';
import { differenceOf } from '#functions/movements/daily-digest';
import type { CallHandler } from './define-handler';
import { deliverEvents, skipEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { shipDevices } from '#functions/testing/shipped-devices';
import { createSubscribedShop, tierItems, tierPrices, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { cancelSubscription, setAutoRenewal } from '#functions/endings/calls';
import { changeQuantities } from '#functions/quantities/calls';
import { createSubscription } from '#functions/openings/calls';
import { refreshShop, updateShop, deleteShop } from '#functions/shops/calls';
import { requestExchange, returnDevice } from '#functions/requests/calls';
import { markSent, withdrawMovement } from '#functions/movements/calls';
import { readSnapshot } from '#functions/shops/shops-table';

/** Two calls of one owner at the same time: Stripe, the snapshot and what the staff ship and collect agree. */
const services = testServices(startPaymentServices);
const held = 3;
let owner: ShopOwner;
let shop: SubscribedShop;
/** A return of the third device that waits for the staff. */
let returnId: string;
let prices: Record<string, string>;

const send = (handler: CallHandler, method: 'GET' | 'POST' | 'DELETE', id: string, body?: unknown) =>
  owner.browser.send(handler, {
    method,
    path: '/api',
    params: { id, customerId: id },
    ...(body !== undefined && { body }),
  });
const setTotal = (total: number, serials?: string[]) =>
  send(changeQuantities, 'POST', shop.subscriptionId, { quantities: {}, total, ...(serials && { serials }) });
const giveBack = (serialNumber: string, alsoReduce: boolean) =>
  owner.browser.post(returnDevice, {
    serialNumber,
    stripeSubscriptionId: shop.subscriptionId,
    reason: '台数削減',
    alsoReduce,
  });

const calls: Readonly<Record<string, () => Promise<ApiResponse>>> = {
  'one more': () => setTotal(4),
  'one fewer': () => setTotal(2),
  'one fewer by its name': () => setTotal(2, ['RVZ-2']),
  'two fewer': () => setTotal(1),
  'a return that lowers': () => giveBack('RVZ-1', true),
  'another return that lowers': () => giveBack('RVZ-2', true),
  'a return': () => giveBack('RVZ-1', false),
  'an exchange': () =>
    owner.browser.post(requestExchange, { serialNumber: 'RVZ-1', issues: ['異音がする'], customerId: shop.customerId }),
  'the end by 解約する': () => send(cancelSubscription, 'DELETE', shop.subscriptionId),
  'the renewal off': () => send(setAutoRenewal, 'POST', shop.subscriptionId, { autoRenewal: false }),
  'the renewal on': () => send(setAutoRenewal, 'POST', shop.subscriptionId, { autoRenewal: true }),
  'the shop edited': () => send(updateShop, 'POST', shop.customerId, { metadata: { サロン名: '梅田店' } }),
  'the shop deleted': () => send(deleteShop, 'DELETE', shop.customerId),
  'the shop read again': () => send(refreshShop, 'POST', shop.customerId),
  'a second subscription': () => send(createSubscription, 'POST', shop.customerId, { items: tierItems(prices, 1) }),
  'the return withdrawn': () => send(withdrawMovement, 'POST', returnId),
  'the return sent': () => send(markSent, 'POST', returnId, { carrier: 'ヤマト運輸', number: '1234' }),
};
const names = Object.keys(calls);
function call(name: string): Promise<ApiResponse> {
  const made = calls[name]?.();
  if (!made) throw new Error(`There is no call ${name}`);
  return made;
}

const movements = () => readShopMovements(shop.customerId);

/** A shop with three devices, all of them there, of which one is to go back. */
async function begin(): Promise<void> {
  await services.startAfresh();
  owner = await services.createOwner();
  shop = await createSubscribedShop(services, owner, { total: held });
  await skipEvents(services);
  await shipDevices(shop, held);
  services.clock.advance(5 * 86_400_000);
  prices = await tierPrices(services);
  await giveBack('RVZ-3', true);
  returnId = (await movements()).find(({ cause }) => cause === 'return')?.movementId ?? '';
}

/** What Stripe has charged so far, in yen. */
const charged = async () =>
  sum((await services.stripe.invoices.list({ customer: shop.customerId })).data.map((one) => one.amount_paid));
const chargeIn = ({ body }: ApiResponse): number => {
  const charge = body['charge'] as { status: string; amount: number } | undefined;
  return charge?.status === 'paid' ? charge.amount : 0;
};

/**
 * The subscription's status, units and planned end in Stripe and in the snapshot; how many devices its
 * movements do not explain; which of them are collected twice, and how many not at all although it has ended, but for
 * those that stay for a second subscription, which is sent so many fewer.
 */
async function stateNow() {
  const live = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  const { subscriptions = [] } = (await readSnapshot(owner.userId, shop.customerId))?.record ?? {};
  const known = subscriptions.find(({ id }) => id === shop.subscriptionId);
  const second = subscriptions.filter(({ id }) => id !== shop.subscriptionId).flatMap(({ items }) => items);
  const isOver = live.status === 'canceled';
  const units = sum(live.items.data.map(({ quantity = 0 }) => quantity));
  const every = await movements();
  const all = every.filter(({ subscriptionId }) => subscriptionId === shop.subscriptionId);
  const others = every.filter((one) => !all.includes(one));
  const kept = sum(second.map(({ quantity }) => quantity)) - sum(others.map(({ count }) => count));
  const collected = all.filter(({ kind, state }) => kind === 'collect' && state !== 'withdrawn');
  const named = collected.flatMap(({ serialNumbers }) => serialNumbers);
  const billed = isOver ? 0 : units;
  return {
    snapshot: [known?.status, sum((known?.items ?? []).map(({ quantity }) => quantity)), known?.ends_at],
    stripe: [live.status, units, isOver ? null : live.cancel_at],
    difference: differenceOf(['RVZ-1', 'RVZ-2', 'RVZ-3'], billed, all, Math.floor(services.clock.now() / 1000)) - kept,
    twice: named.filter((one, index) => named.indexOf(one) !== index),
    uncollected: isOver ? held - kept - sum(collected.map(({ count }) => count)) : 0,
  };
}

test('any two calls at once: both are decided, and one state is left', async () => {
  for (let seed = 1; seed <= randomCases(40); seed += 1) {
    const random = numbers(seed * 7_919);
    const pick = () => names[Math.floor(random() * names.length)] ?? '';
    const [one, other] = [pick(), pick()];
    await begin();
    const before = await charged();
    services.inject(async (): Promise<Fault> => {
      for (let turns = Math.floor(random() * 6) ** 2; turns > 0; turns -= 1) await new Promise(setImmediate);
      return 'pass';
    });
    const responses = await Promise.all([call(one), call(other)]);
    services.clearFaults();
    // The same call twice is one request and its repeat, which is told the same charge.
    const told = one === other ? responses.slice(0, 1) : responses;
    const failed = responses.filter(({ status }) => status >= 500);
    const paid = (await charged()) - before;
    await deliverEvents(services);
    const { stripe, ...state } = await stateNow();
    // Where the end came first, the shop may be deleted after it.
    const isDeleted = [one, other].some((name, at) => name === 'the shop deleted' && responses[at]?.status === 200);
    expect({ one, other, failed, paid, ...state }).toEqual({
      one,
      other,
      failed: [],
      paid: sum(told.map(chargeIn)),
      snapshot: isDeleted ? [undefined, 0, undefined] : stripe,
      difference: 0,
      twice: [],
      uncollected: 0,
    });
  }
});
