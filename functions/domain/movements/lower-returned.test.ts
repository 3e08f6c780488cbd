import type { Fault } from '../../../local/testing/functions';
import { handler as changeQuantities } from '../../api/billing/change-quantities';
import { listReductions, readShopMovements } from '../../adapters/devices-table/movements';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { walk } from '../../testing/runbook';
import { logger } from '../../runtime/logger';
import { returnDevice } from '../../testing/returned-device';
import { createSubscribedShop, type SubscribedShop } from '../../testing/subscribed-shop';
import { testServices } from '../../testing/test-services';
import { applyMovements } from './advance-movement';
import { lowerReturned } from './lower-returned';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

/** A shop with so many devices, one of which is on its way back to rent one fewer. */
async function returning(total: number): Promise<SubscribedShop> {
  const shop = await createSubscribedShop(services, owner, { total });
  await returnDevice(services, owner, shop);
  return shop;
}

beforeEach(async () => {
  owner = await services.createOwner();
});

const arrive = ({ customerId }: SubscribedShop) =>
  applyMovements([{ requestId: 'request-1', customerId, stage: '到着' }]);
const run = () => lowerReturned(services.clock.now() + 60_000);
const billed = async ({ subscriptionId }: SubscribedShop) =>
  (await services.stripe.subscriptions.retrieve(subscriptionId)).items.data.reduce(
    (sum, { quantity = 0 }) => sum + quantity,
    0,
  );
const movements = async ({ customerId }: SubscribedShop) =>
  (await readShopMovements(customerId)).movements.map(({ kind, cause, state, lowers }) =>
    `${kind} ${cause} ${state} ${lowers ?? ''}`.trim(),
  );

test('the device arrives: the subscription goes down once, without another collection', async () => {
  const shop = await returning(3);
  expect(await run()).toEqual({ lowered: 0, waiting: 0 });
  expect(await arrive(shop)).toBe(1);
  expect(await arrive(shop)).toBe(0);
  expect(await run()).toEqual({ lowered: 1, waiting: 0 });
  expect(await run()).toEqual({ lowered: 0, waiting: 0 });
  expect(await billed(shop)).toBe(2);
  expect((await movements(shop)).toSorted()).toEqual(['collect return arrived done', 'ship subscribed ordered']);
});

test.each(['down', 'lost'] as const)(
  'Stripe’s change is %s: the next run goes on, and one device less is billed',
  async (how) => {
    const shop = await returning(3);
    await arrive(shop);
    services.inject((service, operation) => (service === 'stripe' && operation.startsWith('POST') ? how : 'pass'));
    await run();
    services.clearFaults();
    services.clock.advance(11 * 60_000);
    await run();
    services.clock.advance(11 * 60_000);
    await run();
    expect(await listReductions()).toEqual([]);
    expect(await billed(shop)).toBe(2);
    expect((await movements(shop)).toSorted()).toEqual(['collect return arrived done', 'ship subscribed ordered']);
  },
);

walk('Job lower-returned', 'staff lowered the subscription in the dashboard: not once more', async (section) => {
  section.says("If staff lower the quantity in Stripe's dashboard, the job does not lower it again");
  const shop = await returning(3);
  await arrive(shop);
  const { items } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  await services.stripe.subscriptionItems.update(items.data[1]?.id ?? '', { quantity: 1 });
  await run();
  expect(await billed(shop)).toBe(2);
  expect((await movements(shop)).toSorted()).toEqual(['collect return arrived done', 'ship subscribed ordered']);
});

walk(
  'Job lower-returned',
  'the last device stays on the bill until its owner ends the subscription',
  async (section) => {
    const told = jest.spyOn(logger, 'error').mockImplementation(() => undefined);
    const shop = await returning(1);
    await arrive(shop);
    expect(await run()).toEqual({ lowered: 0, waiting: 1 });
    section.says('The log names the movement');
    section.says('for its last device the owner has to end it');
    expect(told).toHaveBeenCalledWith(expect.stringContaining('its owner has to end it'), { movementId: 'request-1' });
    expect(await billed(shop)).toBe(1);
  },
);

test('its owner adds devices after the reading: all of them stay, and one goes back', async () => {
  const shop = await returning(3);
  await arrive(shop);
  let added = false;
  services.inject(async (_service, operation, { body }): Promise<Fault> => {
    if (added || operation !== 'PutItem' || !String(body).includes('LEASE#')) return 'pass';
    added = true;
    services.clock.advance(1_000);
    const { status } = await owner.browser.send(changeQuantities, {
      method: 'POST',
      path: '/api',
      params: { id: shop.subscriptionId },
      body: { quantities: {}, total: 5 },
    });
    expect(status).toBe(200);
    return 'pass';
  });
  for (let runs = 0; runs < 2; runs += 1) {
    await run();
    services.clock.advance(60_000);
  }
  expect(added).toBe(true);
  expect(await billed(shop)).toBe(4);
  expect(await listReductions()).toEqual([]);
});
