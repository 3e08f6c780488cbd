import { defaultLimits, limitsOf, rateOf, type Rate } from '#shared/model/limits';
import { limitTo } from '#functions/testing/limit-to';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { lockoutSeconds } from './attempts';
import { forget, giveBack, networkOf, requireRoom, take, takeUpTo, takeUsed, withUse, type Use } from './limits';

const services = testServices(startSignInServices);
const promo = (user = 'u'): Use => ({ kind: 'promo', of: { user } });
const refused = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    (error: unknown) => error,
  );
const writes = (): string[] => services.operations.filter((operation) => operation === 'dynamodb UpdateItem');

// ASVS 6.3.1
describe('a use', () => {
  test('is one write for all windows of a user; the first of a later window is two', async () => {
    services.operations.length = 0;
    await take({ kind: 'sms', of: { user: 'u' } }, promo());
    await take({ kind: 'sms', of: { user: 'u' } }, promo());
    expect(writes()).toHaveLength(2);
    services.clock.advance(900_000);
    services.operations.length = 0;
    await take({ kind: 'sms', of: { user: 'u' } }, promo());
    expect(writes()).toHaveLength(2);
  });

  test('does not fit: refused with the seconds to wait, another user may, and later there is room', async () => {
    limitTo({ promo: { user: ['2/15m'] } });
    await take(promo());
    services.clock.advance(60_000);
    await take(promo());
    expect(await refused(take(promo()))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', details: { retryAfter: 840 } });
    await take(promo('other'));
    services.clock.advance(840_000);
    await take(promo());
  });

  test('thirty at the same moment, ten allowed: ten are taken', async () => {
    limitTo({ promo: { user: ['10/15m'] } });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => refused(take(promo()))));
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(10);
  });

  test('one of its counts is full: none of the others counts it', async () => {
    limitTo({ sms: { number: ['1/15m'], user: ['2/15m'] } });
    await take({ kind: 'sms', of: { user: 'first', number: 'n' } });
    const sms: Use = { kind: 'sms', of: { user: 'second', number: 'n' } };
    for (let tried = 0; tried < 5; tried += 1)
      expect(await refused(take(sms))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    await take({ kind: 'sms', of: { user: 'second' } });
    await take({ kind: 'sms', of: { user: 'second' } });
    expect(await refused(take({ kind: 'sms', of: { user: 'second' } }))).not.toBe('taken');
  });

  test('is larger than its limit: it takes all of it', async () => {
    limitTo({ order: { user: ['5/m'] } });
    const order: Use = { kind: 'order', of: { user: 'u' }, amount: 12 };
    await take(order);
    expect(await refused(take(order))).toMatchObject({ details: { retryAfter: 60 } });
  });
});

describe('a use that is given back', () => {
  test('leaves room for another one', async () => {
    limitTo({ promo: { user: ['1/15m'] } });
    await giveBack(await take(promo()));
    expect(await refused(take(promo()))).toBe('taken');
  });

  test('after its window is over: the next window has not one more', async () => {
    limitTo({ promo: { user: ['2/15m'] } });
    const late = await take(promo());
    services.clock.advance(900_000);
    await take(promo());
    await giveBack(late);
    await take(promo());
    expect(await refused(take(promo()))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });

  test('because its work failed', async () => {
    limitTo({ parcel: { movement: ['1/d'] } });
    const use: Use = { kind: 'parcel', of: { movement: 'm' } };
    const failure = new Error('it did not work');
    await expect(withUse(use, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await withUse(use, () => Promise.resolve('done'))).toBe('done');
    expect(await refused(withUse(use, () => Promise.resolve('done')))).toMatchObject({
      message: '送り状番号の変更は、1件につき1日に1回までです。時間をおいて、もう一度お試しください。',
    });
  });
});

test('what was used already counts in every window with room, and is refused if one had none', async () => {
  limitTo({ sms: { user: ['1/15m', '3/d'] } });
  const sms: Use = { kind: 'sms', of: { user: 'u' } };
  await takeUsed(sms);
  expect(await refused(takeUsed(sms))).toMatchObject({ details: { retryAfter: 900 } });
  services.clock.advance(900_000);
  await takeUsed(sms);
  services.clock.advance(900_000);
  expect(await refused(requireRoom(sms))).toMatchObject({ details: { retryAfter: 84_600 } });
});

test('uses that only count: the last one that fits says so, and every later one', async () => {
  limitTo({ declined: { user: ['2/h'] } });
  const declined: Use = { kind: 'declined', of: { user: 'u' } };
  expect([await takeUpTo(declined), await takeUpTo(declined), await takeUpTo(declined)]).toEqual([false, true, true]);
  await forget(declined);
  expect(await takeUpTo(declined)).toBe(false);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1/48'],
  ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1/48'],
  ['[2001:DB8:1:2::]', '2001:db8:1/48'],
  ['2001:db8::', '2001:db8:0/48'],
  ['::1', '0:0:0/48'],
])('the network address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  [0, 0],
  [1, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 4],
  [10, 32],
  [14, 512],
  [15, 900],
  [99, 900],
])('%d wrong passwords lock for %d seconds', (failures, seconds) => {
  expect(lockoutSeconds(failures)).toBe(seconds);
});

describe('the limits of a stage', () => {
  test('a stage that sets none has the defaults; one that does has its own beside them', () => {
    expect(limitsOf({})).toEqual(defaultLimits);
    expect(limitsOf({ mail: { receiver: ['1/m'] } }).mail).toEqual({ ...defaultLimits.mail, receiver: ['1/m'] });
  });

  test.each([
    ['5/15m', { most: 5, seconds: 900 }],
    ['100/d', { most: 100, seconds: 86_400 }],
    ['1/60s', { most: 1, seconds: 60 }],
    ['20/h', { most: 20, seconds: 3600 }],
  ] satisfies [Rate, object][])('%s', (rate, numbers) => {
    expect(rateOf(rate)).toEqual(numbers);
  });

  test.each([{ mail: { receiver: ['0/m'] } }, { mail: { receiver: [] } }, { mail: { stage: ['1/d'] } }, { mails: {} }])(
    'malformed: %j is refused',
    (settings) => {
      expect(() => limitsOf(settings)).toThrow();
    },
  );

  test('set-ups of new numbers, which strangers can make, take at most a third of the SMS of a day', () => {
    const most = (kind: 'smsSetUp' | 'smsSignIn'): number => rateOf(defaultLimits[kind].stage[0]).most;
    expect(most('smsSetUp')).toBeLessThanOrEqual((most('smsSetUp') + most('smsSignIn')) / 3);
  });
});
