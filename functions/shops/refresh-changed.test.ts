import { callBudget } from '#shared/constants';
import { readShop } from './read-shop';
import { bookMovements } from '#functions/movements/book';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { createPlainShop } from '#functions/testing/save-card';
import { giveShop } from '#functions/testing/shops';
import { testServices } from '#functions/testing/test-services';
import { refreshChanged, type ShopChange } from './refresh-shop';

const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

const changeOf = (customerId: string): ShopChange => ({
  userId: owner.userId,
  customerId,
  until: services.clock.now() + callBudget,
});
const stripeDown = () => services.inject((service) => (service === 'stripe' ? 'down' : 'pass'));
const kept = async () => (await services.userItems(owner)).snapshots[0];

test('Stripe reachable: the shop as it is now is kept and returned', async () => {
  const id = await createPlainShop(services, owner);
  await services.stripe.customers.update(id, { name: '新しい名前' });
  expect((await refreshChanged(changeOf(id))).customer.name).toBe('新しい名前');
  expect((await kept())?.record.customer.name).toBe('新しい名前');
});

test('Stripe down: the last known state is returned, and no reading from before the change counts', async () => {
  const id = await createPlainShop(services, owner);
  services.clock.advance(1_000);
  const before = await readShop(id);
  services.clock.advance(1_000);
  await services.stripe.customers.update(id, { name: '新しい名前' });
  stripeDown();
  expect((await refreshChanged(changeOf(id))).customer.name).toBe('青山店');
  services.clearFaults();
  expect(await kept()).toMatchObject({ changedAtMs: services.clock.now(), record: { customer: { name: '青山店' } } });
  await bookMovements(owner.userId, id, before);
  expect(await kept()).toHaveProperty('changedAtMs');
  await bookMovements(owner.userId, id, await readShop(id));
  expect(await kept()).toMatchObject({ record: { customer: { name: '新しい名前' } } });
  expect(await kept()).not.toHaveProperty('changedAtMs');
});

test('no snapshot: Unavailable; the customer is deleted: the code of the call', async () => {
  const { id } = await services.stripe.customers.create({});
  await giveShop(owner.userId, id);
  stripeDown();
  await expect(refreshChanged(changeOf(id))).rejects.toMatchObject({ name: 'Unavailable', service: 'stripe' });
  services.clearFaults();
  await services.stripe.customers.del(id);
  await expect(refreshChanged(changeOf(id))).rejects.toMatchObject({ code: 'SHOP_NOT_FOUND' });
  await expect(refreshChanged({ ...changeOf(id), gone: 'SUBSCRIPTION_NOT_FOUND' })).rejects.toMatchObject({
    code: 'SUBSCRIPTION_NOT_FOUND',
  });
});
