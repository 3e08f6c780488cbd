import { defaultLimits, limitsOf, rateOf, type Rate } from '#shared/model/limits';
import { limitTo } from '#functions/testing/limit-to';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { countWrongPassword, limitedByCognito, lockedByCognito, lockoutSeconds } from './attempts';
import { consume, countUsed, giveBack, networkOf, peek, reset, type Use } from './limits';

const services = testServices(startSignInServices);
const promo = (user = 'u'): Use => ({ kind: 'promo', of: { user } });
const refused = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'counted',
    (error: unknown) => error,
  );
const writes = (): string[] => services.operations.filter((operation) => operation === 'dynamodb UpdateItem');

// ASVS 6.3.1
describe('a use', () => {
  test('is one write for all windows of a user; the first of a later window is two', async () => {
    services.operations.length = 0;
    await consume({ kind: 'sms', of: { user: 'u' } }, promo());
    await consume({ kind: 'sms', of: { user: 'u' } }, promo());
    expect(writes()).toHaveLength(2);
    services.clock.advance(900_000);
    services.operations.length = 0;
    await consume({ kind: 'sms', of: { user: 'u' } }, promo());
    expect(writes()).toHaveLength(2);
  });

  test('does not fit: refused with the seconds to wait, another user may, and later there is room', async () => {
    limitTo({ promo: { user: ['2/15m'] } });
    await consume(promo());
    services.clock.advance(60_000);
    await consume(promo());
    expect(await refused(consume(promo()))).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      message: '試行回数が上限に達しました。約14分後に、もう一度お試しください。',
      details: { retryAfter: 840 },
    });
    await consume(promo('other'));
    services.clock.advance(840_000);
    await consume(promo());
  });

  test('orders of one network’s many accounts leave others room; a lone owner meets only their own limit', async () => {
    limitTo({});
    const order = (user: string, address: string) =>
      refused(consume({ kind: 'order', of: { user, network: address }, amount: 12 }));
    const lone = await Promise.all(Array.from({ length: 10 }, () => order('lone', '192.0.2.1')));
    expect(lone).toEqual(lone.map(() => 'counted'));
    services.clock.advance(10_000);
    const many = await Promise.all(Array.from({ length: 30 }, (_, nth) => order(`stranger${nth}`, '203.0.113.7')));
    expect(many.filter((outcome) => outcome === 'counted')).toHaveLength(10);
    expect(await order('owner', '198.51.100.1')).toBe('counted');
    services.clock.advance(10_000);
    expect(await order('owner', '203.0.113.7')).toBe('counted');
  });

  test('thirty at the same moment, ten allowed: ten are counted', async () => {
    limitTo({ promo: { user: ['10/15m'] } });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => refused(consume(promo()))));
    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(10);
  });

  test('one of its counts is full: none of the others counts it', async () => {
    limitTo({ sms: { number: ['1/15m'], user: ['2/15m'] } });
    await consume({ kind: 'sms', of: { user: 'first', number: 'n' } });
    const sms: Use = { kind: 'sms', of: { user: 'second', number: 'n' } };
    for (let tried = 0; tried < 5; tried += 1)
      expect(await refused(consume(sms))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    await consume({ kind: 'sms', of: { user: 'second' } });
    await consume({ kind: 'sms', of: { user: 'second' } });
    expect(await refused(consume({ kind: 'sms', of: { user: 'second' } }))).not.toBe('counted');
  });

  test('is larger than its limit: it counts as all of it', async () => {
    limitTo({ order: { user: ['5/m'] } });
    const order: Use = { kind: 'order', of: { user: 'u' }, amount: 12 };
    await consume(order);
    expect(await refused(consume(order))).toMatchObject({ details: { retryAfter: 60 } });
  });
});

describe('a use that is given back', () => {
  test('leaves room for another one', async () => {
    limitTo({ promo: { user: ['1/15m'] } });
    await giveBack(await consume(promo()));
    expect(await refused(consume(promo()))).toBe('counted');
  });

  test('after its window is over: the next window has not one more', async () => {
    limitTo({ promo: { user: ['2/15m'] } });
    const late = await consume(promo());
    services.clock.advance(900_000);
    await consume(promo());
    await giveBack(late);
    await consume(promo());
    expect(await refused(consume(promo()))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });
});

test('what was used already counts in every window with room, and one without room says so', async () => {
  limitTo({ sms: { user: ['1/15m', '3/d'] } });
  const sms: Use = { kind: 'sms', of: { user: 'u' } };
  expect(await countUsed(sms)).toBeUndefined();
  expect(await countUsed(sms)).toMatchObject({ details: { retryAfter: 900 } });
  services.clock.advance(900_000);
  expect(await countUsed(sms)).toBeUndefined();
  services.clock.advance(900_000);
  expect(await peek(sms)).toMatchObject({ details: { retryAfter: 84_600 } });
});

test('uses that only count: after the last one that fits there is no room, nor after every later one', async () => {
  limitTo({ declined: { user: ['2/h'] } });
  const declined: Use = { kind: 'declined', of: { user: 'u' } };
  const fills = async () => {
    await countUsed(declined);
    return (await peek(declined)) !== undefined;
  };
  expect([await fills(), await fills(), await fills()]).toEqual([false, true, true]);
  await reset(declined);
  expect(await fills()).toBe(false);
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

test('a refusal says how long our lock or an hour’s quota lasts, but not a lock that Cognito alone knows', async () => {
  const texts = [limitedByCognito('too-many'), limitedByCognito('locked'), await lockedByCognito('owner')];
  for (let failures = 0; failures < 12; failures += 1) await countWrongPassword('owner');
  texts.push(await lockedByCognito('owner'));
  expect(texts.map(({ message, details }) => [message.split('、').at(-2), details['retryAfter']])).toEqual([
    ['試行回数が上限に達しました。約1時間後に', 3600],
    ['試行回数が上限に達しました。しばらく時間をおいてから', 60],
    ['一時的にロックされています。しばらく時間をおいてから', 60],
    ['一時的にロックされています。約3分後に', 129],
  ]);
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
