import { startPaymentServices } from '#functions/testing/payment-services';
import { testServices } from '#functions/testing/test-services';
import { leaseShop } from './leases';

const services = testServices(startPaymentServices);

const shop = { userId: 'u-1', customerId: 'cus_1', busy: 'CHANGE_IN_PROGRESS' } as const;
const release = (lease: AsyncDisposable) => lease[Symbol.asyncDispose]();

test('two requests at once: one after the other, each with its own outcome', async () => {
  const order: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => void (end = resolve));
  const first = async () => {
    await using _lease = await leaseShop(shop);
    order.push('first begins');
    await ended;
    order.push('first ends');
  };
  const second = async () => {
    await using _lease = await leaseShop(shop);
    order.push('second');
    throw new Error('it fails');
  };
  const outcomes = Promise.allSettled([first(), second()]);
  end();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(order).toEqual(expect.arrayContaining(['first begins', 'first ends', 'second']));
  expect(order.indexOf('first ends') - order.indexOf('first begins')).toBe(1);
  await release(await leaseShop(shop));
});

test('the shop is held: CHANGE_IN_PROGRESS with retryAfter; another shop is free', async () => {
  await leaseShop(shop);
  await expect(leaseShop(shop)).rejects.toMatchObject({ code: 'CHANGE_IN_PROGRESS', details: { retryAfter: 31 } });
  await release(await leaseShop({ ...shop, customerId: 'cus_2' }));
});

test('its work was interrupted: the lease ends after 31 s; a late release does not end the next one', async () => {
  const first = await leaseShop(shop);
  services.clock.advance(31_001);
  const second = await leaseShop(shop);
  await release(first);
  await expect(leaseShop(shop)).rejects.toMatchObject({ code: 'CHANGE_IN_PROGRESS' });
  await release(second);
});
