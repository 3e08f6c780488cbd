import { startPaymentServices } from '../../testing/payment-services';
import { testServices } from '../../testing/test-services';
import { withShopLease } from './with-shop-lease';

const services = testServices(startPaymentServices);

const shop = { userId: 'u-1', customerId: 'cus_1', busy: 'CHANGE_IN_PROGRESS' } as const;

/** Something that goes on until it is told to end. */
function lasting() {
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => void (end = resolve));
  return { end: () => end(), work: () => work };
}

test('one after the other, each with its own outcome', async () => {
  const order: string[] = [];
  const first = lasting();
  const began = withShopLease(shop, async () => {
    order.push('first begins');
    await first.work();
    order.push('first ends');
    return 1;
  });
  const waits = withShopLease(shop, async () => {
    order.push('second');
    throw new Error('it fails');
  });
  first.end();
  const outcomes = await Promise.allSettled([began, waits]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(order).toEqual(expect.arrayContaining(['first begins', 'first ends', 'second']));
  expect(order.indexOf('first ends') - order.indexOf('first begins')).toBe(1);
  expect(await withShopLease(shop, async () => 'free again')).toBe('free again');
});

test('whoever waits in vain is told, and what was cut off is over after 20 seconds; other shops are free', async () => {
  const first = lasting();
  let began: () => void = () => undefined;
  const running = new Promise<void>((resolve) => void (began = resolve));
  const holding = withShopLease(shop, async () => {
    began();
    await first.work();
  });
  await running;
  await expect(withShopLease(shop, async () => 'second')).rejects.toMatchObject({
    code: 'CHANGE_IN_PROGRESS',
    details: { retryAfter: 20 },
  });
  expect(await withShopLease({ ...shop, customerId: 'cus_2' }, async () => 'other')).toBe('other');
  services.clock.advance(20_001);
  const third = lasting();
  const taken = withShopLease(shop, () => third.work());
  first.end();
  await holding; // late, it does not let go of what is another's by now
  await expect(withShopLease(shop, async () => 'fourth')).rejects.toMatchObject({ code: 'CHANGE_IN_PROGRESS' });
  third.end();
  await taken;
});
