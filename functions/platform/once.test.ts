import { CallError } from '#shared/errors';
import { putWrite, writeAll } from '#functions/platform/dynamodb/transaction';
import { getItem, putItem } from '#functions/platform/dynamodb/items';
import { clock } from './clock';
import { Unavailable } from './unavailable';
import { startPaymentServices } from '#functions/testing/payment-services';
import { testServices } from '#functions/testing/test-services';
import { canonicalJson, identifyRequest, type IdempotencyIdentity } from './identify-request';
import { decide, once, Refused, resumeOnce, unfinishedWrite } from './once';

type Decision = ReturnType<typeof decide>;
type Decisive = NonNullable<Parameters<typeof decide>[0]>;

describe('what a repeated request gets', () => {
  const now = 1_000_000_000;
  const second = 1000;
  const free = { id: 'somebody', until: now };
  const record: Decisive = { fingerprint: 'same', state: 'working', lease: free, expiresAt: now / 1000 + 600_000 };
  const done: Partial<Decisive> = { state: 'done', endedAt: now - 60 * second };
  const refused: Partial<Decisive> = { state: 'refused', endedAt: now - second };
  const unconfirmed: Partial<Decisive> = { state: 'unconfirmed', endedAt: now - 60 * second };
  const taken = { id: 'somebody', until: now + 1 };
  const named = { fingerprint: 'same', named: true };
  const other = { fingerprint: 'other', named: true };
  const unnamed = { fingerprint: 'same', named: false };

  test.each<[string, Partial<Decisive> | undefined, typeof named, Decision]>([
    ['no record', undefined, named, 'begin'],
    ['done', done, named, 'repeat'],
    ['done, with other content', done, other, 'reused'],
    ['under way, with other content', { lease: taken }, other, 'reused'],
    ['done long ago', { ...done, endedAt: now - 86_400 * second }, named, 'repeat'],
    ['done and expired', { ...done, expiresAt: now / 1000 }, named, 'begin'],
    ['done and expired, with other content', { ...done, expiresAt: now / 1000 }, other, 'begin'],
    ['refused', refused, named, 'repeat'],
    ['same content, done a minute ago', done, unnamed, 'repeat'],
    ['same content, done more than a minute ago', { ...done, endedAt: now - 60 * second - 1 }, unnamed, 'begin'],
    ['same content, unfinished for days', {}, unnamed, 'resume'],
    ['unfinished, its lease over', {}, named, 'resume'],
    ['leased to another', { lease: taken }, named, 'wait'],
    ['own lease after a lost response', { lease: { id: 'me', until: now + 1 } }, named, 'resume'],
    ['unconfirmed', unconfirmed, named, 'resume'],
    ['unconfirmed, and another looks at it', { ...unconfirmed, lease: taken }, named, 'wait'],
    ['same content, unconfirmed for more than a minute', { ...unconfirmed, endedAt: 0 }, unnamed, 'begin'],
  ])('%s', (_title, change, identity, decision) => {
    expect(decide(change && { ...record, ...change }, identity, { own: 'me', now })).toBe(decision);
  });
});

describe('identity', () => {
  const key = 'a-key-of-the-form';

  beforeEach(() => void jest.spyOn(clock, 'now').mockReturnValue(1_000));
  afterEach(() => void jest.restoreAllMocks());

  test('same fields in another order: same identity; another value or call: another one', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
    const one = identifyRequest('call', { a: 1, b: 2 }, undefined);
    expect(one).toEqual(identifyRequest('call', { b: 2, a: 1 }, undefined));
    expect(one.key).not.toBe(identifyRequest('call', { a: 2, b: 2 }, undefined).key);
    expect(one.key).not.toBe(identifyRequest('other', { a: 1, b: 2 }, undefined).key);
  });

  test('with an Idempotency-Key: its key is the same for any content, the fingerprint tells the content', () => {
    const one = identifyRequest('call', { a: 1 }, key);
    const other = identifyRequest('call', { a: 2 }, key);
    expect(one).toMatchObject({ key: other.key, named: true });
    expect(one.fingerprint).not.toBe(other.fingerprint);
    expect(one.key).not.toContain(key);
  });

  test.each(['x'.repeat(16), 'x'.repeat(255), crypto.randomUUID()])('header %s: accepted', (header) => {
    expect(identifyRequest('call', {}, header).named).toBe(true);
  });

  test.each(['', 'x'.repeat(15), 'x'.repeat(256), 'tab\tin the middle of', 'あ'.repeat(20)])(
    'header %j: INVALID_INPUT',
    (header) => {
      expect(() => identifyRequest('call', {}, header)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
    },
  );
});

describe('a request', () => {
  const services = testServices(startPaymentServices);
  interface Made {
    first: string;
    second: string;
  }
  type Request = Parameters<typeof once<{ price: number }, Made, string>>[0];
  const identity = (content: object = { a: 1 }): IdempotencyIdentity =>
    identifyRequest('call', content, 'the-key-of-this-form');
  const userId = 'owner';
  let price: number;
  let log: string[];

  const request = (change: Partial<Request> = {}): Request => ({
    userId,
    identity: identity(),
    until: services.clock.now() + 10_000,
    plan: async () => ({ plan: { price } }),
    run: async (work) => {
      if (!work.made.first) {
        log.push(work.stripe('first').idempotencyKey);
        await work.note({ first: 'made' });
      }
      log.push(work.stripe('second').idempotencyKey);
      await work.note({ second: 'made' });
      return `done for ${work.plan.price}`;
    },
    stands: async () => true,
    ...change,
  });
  const steps = () => log.map((one) => one.replace(/^[^:]+/, ''));
  const down = async (): Promise<never> => {
    throw new Unavailable('stripe', { statusCode: 500 });
  };

  beforeEach(() => {
    price = 100;
    log = [];
  });

  test('sent three times, the last one late and after the price changed: done once, one result', async () => {
    expect(await Promise.all([once(request()), once(request())])).toEqual(['done for 100', 'done for 100']);
    price = 200;
    services.clock.advance(6 * 86_400_000);
    expect(await once(request())).toBe('done for 100');
    expect(steps()).toEqual([':first:0', ':second:0']);
  });

  test('other content under its key: IDEMPOTENCY_KEY_REUSED, the first result stays', async () => {
    await once(request());
    await expect(once(request({ identity: identity({ a: 2 }) }))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await once(request())).toBe('done for 100');
  });

  test('a step fails: the next request goes on there by the first plan, with another key at Stripe', async () => {
    const { run } = request();
    const failing = request({
      run: async (work) => {
        log.push(work.stripe('first').idempotencyKey);
        await work.note({ first: 'made' });
        return down();
      },
    });
    await expect(once(failing)).rejects.toThrow('stripe is unavailable');
    price = 200;
    const seen: unknown[] = [];
    const going = request({ run: (work) => (seen.push(work.resumedFrom), run(work)) });
    expect(await once(going)).toBe('done for 100');
    expect([seen, steps()]).toEqual([['working'], [':first:0', ':second:1']]);
    expect(new Set(log.map((one) => one.split(':')[0])).size).toBe(1);
  });

  test('another plan took the place of the first: the next request goes on by it, with its keys', async () => {
    const replanning = request({
      run: async (work) => {
        log.push(work.stripe('first').idempotencyKey);
        await work.replan({ price: 300 });
        log.push(work.stripe('first').idempotencyKey);
        throw new Error('cut off');
      },
    });
    await expect(once(replanning)).rejects.toThrow('cut off');
    expect(await once(request())).toBe('done for 300');
    expect(steps()).toEqual([':first:0', ':first:1', ':first:1', ':second:1']);
  });

  test('the response of another plan is lost: the next request goes on by it, with its keys', async () => {
    let loses = false;
    services.inject((service, operation) =>
      loses && service === 'dynamodb' && operation === 'UpdateItem' ? 'lost' : 'pass',
    );
    const replanning = request({
      run: async (work) => {
        log.push(work.stripe('first').idempotencyKey);
        loses = true;
        await work.replan({ price: 300 }).finally(() => (loses = false));
        throw new Error('not lost');
      },
    });
    await expect(once(replanning)).rejects.toThrow('socket hang up');
    expect(await once(request())).toBe('done for 300');
    expect(steps()).toEqual([':first:0', ':first:1', ':second:1']);
  });

  test('killed: another one waits, is told so with the seconds of the lease, and goes on after it', async () => {
    services.inject((service, operation) => (service === 'dynamodb' && operation === 'UpdateItem' ? 'down' : 'pass'));
    await expect(once(request())).rejects.toThrow();
    services.clearFaults();
    await expect(once(request())).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_IN_USE',
      details: { retryAfter: 31 },
    });
    services.clock.advance(31_001);
    expect(await once(request())).toBe('done for 100');
  });

  test('a run whose lease is over notes nothing more', async () => {
    const late = once(
      request({
        run: async (work) => {
          services.clock.advance(31_001);
          expect(await once(request())).toBe('done for 100');
          await work.note({ first: 'made again' });
          return 'never';
        },
      }),
    );
    await expect(late).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
    expect(await once(request())).toBe('done for 100');
  });

  test('refused: every repeat is refused in the same words while that stands, and begins again after', async () => {
    const refusal = new CallError('CARD_DECLINED', { text: 'カードが利用できませんでした。' });
    const declined = request({
      run: async () => {
        throw new Refused(refusal);
      },
    });
    await expect(once(declined)).rejects.toBe(refusal);
    await expect(once(request())).rejects.toMatchObject({ code: refusal.code, message: refusal.message });
    const seen: unknown[] = [];
    const before = request({ stands: async (ended) => seen.push(ended) > 0 });
    await expect(once(before)).rejects.toMatchObject({ code: refusal.code });
    services.clock.advance(1_000);
    const anew = request({ stands: async (ended) => (seen.push(ended), false) });
    expect([await once(anew), await once(anew)]).toEqual(['done for 100', 'done for 100']);
    expect(seen).toEqual([{ waited: true }, { waited: false }]);
  });

  test('a result to confirm: the next request goes on and knows it; so does an event, once', async () => {
    const asks = request({ run: async () => 'please confirm', isUnconfirmed: () => true });
    expect(await once(asks)).toBe('please confirm');
    const goesOn = request({ run: async ({ resumedFrom }) => (resumedFrom === 'unconfirmed' ? 'confirmed' : 'lost') });
    const { key } = identity();
    expect(await resumeOnce(key, goesOn)).toEqual({ result: 'confirmed' });
    expect(await resumeOnce(key, goesOn)).toBeUndefined();
    expect(await once(asks)).toBe('confirmed');
  });

  test('all in one transaction: what it depends on changed, so it is decided again', async () => {
    const place = { pk: 'PLACE', sk: '-' };
    const read = async () => (await getItem<{ version: number }>('users', place))?.version ?? 0;
    let decided = 0;
    const counting = request({
      run: down,
      plan: async () => {
        const version = await read();
        if ((decided += 1) === 1) await putItem('users', place, { version: 7 });
        const condition = { if: 'attribute_not_exists(pk) OR version = :version', values: { version } };
        const write = putWrite('users', place, { version: version + 1 }, condition);
        return { plan: { price }, writes: [write], result: `version ${version + 1}` };
      },
    });
    expect([await once(counting), await once(counting), await read(), decided]).toEqual([
      'version 8',
      'version 8',
      8,
      2,
    ]);
  });

  test('it cannot begin, because the same request took the last place: its result', async () => {
    let first = true;
    const second = request({
      plan: async () => {
        if (!first) throw new CallError('TOO_MANY_ATTEMPTS');
        first = false;
        await once(request());
        throw new CallError('TOO_MANY_ATTEMPTS');
      },
    });
    expect(await once(second)).toBe('done for 100');
    await expect(once({ ...second, identity: identifyRequest('call', {}, undefined) })).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
    });
  });

  test('what an event saw is noted, unless the request noted it or has ended', async () => {
    let name = { key: '', id: '' };
    const saw = () => writeAll([unfinishedWrite(userId, name, 'first', { made: { first: 'seen' } })]);
    const cut = request({
      run: async ({ key, id }) => {
        name = { key, id };
        return down();
      },
    });
    await expect(once(cut)).rejects.toThrow();
    expect([await saw(), await saw()]).toEqual([true, false]);
    expect(await once(request())).toBe('done for 100');
    expect([await saw(), steps()]).toEqual([false, [':second:1']]);
  });
});
