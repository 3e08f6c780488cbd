import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployedFunction } from '../deployed/deployed';
import { LambdaMetrics } from '../services/metrics';
import { temporaryFolder } from '../testing/write-assembly';
import { FunctionLog } from './function-log';
import { Isolates, type IsolatesOptions } from './isolates';

const open: { isolates: Isolates; log: FunctionLog }[] = [];
afterEach(async () => {
  for (const { isolates, log } of open.splice(0)) {
    await isolates.end();
    await log.close();
  }
});

async function setUp(source: string, target: Partial<DeployedFunction> = {}, options: Partial<IsolatesOptions> = {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'code'));
  writeFileSync(join(folder, 'code', 'index.mjs'), source);
  const log = new FunctionLog(join(folder, 'logs'));
  const metrics = new LambdaMetrics();
  const clockOffset = new SharedArrayBuffer(8);
  const isolates = new Isolates({
    clockOffset,
    log,
    metrics,
    ...options,
  });
  open.push({ isolates, log });
  await isolates.deploy([
    {
      name: 'portal-local-test',
      arn: 'arn:test',
      folder: join(folder, 'code'),
      handler: 'index.handler',
      timeoutMs: 5000,
      memoryMb: 64,
      environment: {},
      roleArn: 'role',
      ...target,
    },
  ]);
  /** Resolves when the log has the words, because a thread's output arrives after its response. */
  const logged = async (words: RegExp): Promise<void> => {
    const path = join(folder, 'logs', 'portal-local-test.log');
    while (!existsSync(path) || !words.test(readFileSync(path, 'utf8'))) await new Promise(setImmediate);
  };
  return {
    isolates,
    metrics,
    logged,
    moveClock: (milliseconds: number) => void (new Float64Array(clockOffset)[0] = milliseconds),
    invoke: (event: unknown = {}) => isolates.invoke('arn:test', event),
  };
}

test('a function gets the event, Lambda’s context and only its own environment', async () => {
  process.env['OF_THIS_PROCESS'] = 'x';
  const { invoke } = await setUp(
    'export const handler = async (event, context) => ({ event, env: process.env, name: context.functionName, ' +
      'left: context.getRemainingTimeInMillis(), memory: context.memoryLimitInMB });',
    { environment: { USERS_TABLE: 'users' } },
  );
  expect(await invoke({ a: [1] })).toEqual({
    event: { a: [1] },
    env: { USERS_TABLE: 'users' },
    name: 'portal-local-test',
    left: expect.any(Number),
    memory: '64',
  });
});

test('one invocation after another runs in the same copy, a concurrent one in another', async () => {
  const { invoke, metrics } = await setUp(
    `let count = 0;
    export const handler = async ({ wait }) => {
      count += 1;
      if (wait) await new Promise((done) => setTimeout(done, 100));
      return count;
    };`,
  );
  expect([await invoke(), await invoke()]).toEqual([1, 2]);
  expect((await Promise.all([invoke({ wait: true }), invoke({ wait: true })])).toSorted()).toEqual([1, 3]);
  expect(metrics.read((name) => name.replace('portal-local-', ''))).toEqual({
    test: { cold: 2, warm: 2, p50Ms: expect.any(Number), p99Ms: expect.any(Number) },
  });
});

test('invocations that come while the first copy loads wait for it: one cold start', async () => {
  const { invoke, metrics } = await setUp(
    `await new Promise((done) => setTimeout(done, 200));
    export const handler = async () => 'done';`,
  );
  expect(await Promise.all([1, 2, 3].map(() => invoke()))).toEqual(['done', 'done', 'done']);
  expect(metrics.read((name) => name)['portal-local-test']).toMatchObject({ cold: 1, warm: 2 });
});

test('a copy was loaded beforehand: the first invocations use it, also while it still loads', async () => {
  const { invoke, isolates, logged, metrics } = await setUp(
    `console.log('loaded');
    export const handler = async () => 'done';`,
  );
  const loading = isolates.load('arn:test');
  expect(await Promise.all([invoke(), loading])).toEqual(['done', undefined]);
  await isolates.load('arn:test');
  expect(await invoke()).toBe('done');
  await logged(/loaded/);
  expect(metrics.read((name) => name)['portal-local-test']).toMatchObject({ cold: 1, warm: 1 });
});

test('a function that the templates do not have cannot be loaded', async () => {
  const { isolates } = await setUp(`export const handler = async () => 'done';`);
  await expect(isolates.load('arn:other')).rejects.toThrow('There is no function arn:other in the templates');
});

test('the most copies of one function are running: further invocations wait for one', async () => {
  const { invoke, metrics } = await setUp(
    `export const handler = async () => new Promise((done) => setTimeout(done, 100, 'done'));`,
    {},
    { maxOfOne: 2 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => invoke()))).toEqual(Array.from({ length: 5 }, () => 'done'));
  expect(metrics.read((name) => name)['portal-local-test']).toMatchObject({ cold: 2, warm: 3 });
});

test('a function throws: the invocation fails, and the copy is used again', async () => {
  const { invoke, logged } = await setUp(
    `let count = 0;
    export const handler = async ({ fail }) => {
      count += 1;
      if (fail) throw new TypeError('no such thing');
      console.log('count', count);
      return count;
    };`,
  );
  await expect(invoke({ fail: true })).rejects.toMatchObject({ kind: 'error', message: 'TypeError: no such thing' });
  expect(await invoke()).toBe(2);
  await logged(/no such thing/);
  await logged(/count 2/);
});

test('a crash fails the invocation and is logged; the next one gets a new copy', async () => {
  const { invoke, logged } = await setUp(
    `let count = 0;
    export const handler = async ({ crash }) => {
      count += 1;
      if (crash) {
        setTimeout(() => { throw new Error('out of the blue'); });
        await new Promise(() => setTimeout(() => {}, 10000));
      }
      return count;
    };`,
  );
  expect(await invoke()).toBe(1);
  await expect(invoke({ crash: true })).rejects.toMatchObject({ kind: 'crash' });
  expect(await invoke()).toBe(1);
  await logged(/out of the blue/);
});

test('a function that takes too long is stopped', async () => {
  const { invoke, logged } = await setUp(
    `export const handler = async ({ loop }) => { while (loop); return 'quick'; };`,
    { timeoutMs: 300 },
  );
  await expect(invoke({ loop: true })).rejects.toMatchObject({ kind: 'timeout' });
  expect(await invoke({ loop: false })).toBe('quick');
  await logged(/Task timed out/);
});

test('a bundle that cannot be loaded: every invocation fails with the reason', async () => {
  const { invoke, logged } = await setUp(`throw new Error('USERS_TABLE is not set'); export const handler = 1;`);
  await expect(invoke()).rejects.toMatchObject({
    kind: 'crash',
    message: expect.stringContaining('USERS_TABLE is not set'),
  });
  await logged(/USERS_TABLE is not set/);
  const missing = await setUp(`export const other = 1;`);
  await expect(missing.invoke()).rejects.toThrow('index.handler is undefined or not exported');
});

test('the clock of a function follows the local one, in every way to read it', async () => {
  const { invoke, moveClock } = await setUp(`
    const loadedAt = Date.now();
    export const handler = async () => ({
      now: Date.now() - loadedAt,
      made: new Date().getTime() - loadedAt,
      text: Date.parse(Date()) - loadedAt > 1e9,
      exact: new Date(5).getTime(),
      parts: new Date(2026, 0, 2).getDate(),
      same: new Date() instanceof Date,
      own: new Date().constructor === Date,
      json: JSON.stringify(new Date(0)),
    });`);
  await invoke();
  moveClock(36 * 86_400_000);
  const moved = (await invoke()) as Record<string, unknown>;
  expect(moved).toMatchObject({
    text: true,
    exact: 5,
    parts: 2,
    same: true,
    own: true,
    json: '"1970-01-01T00:00:00.000Z"',
  });
  expect(Math.round(Number(moved['now']) / 86_400_000)).toBe(36);
  expect(Math.round(Number(moved['made']) / 86_400_000)).toBe(36);
});

test('a new build replaces the old one', async () => {
  const { isolates, invoke } = await setUp(`export const handler = async () => 'old';`);
  expect(await invoke()).toBe('old');
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'index.mjs'), `export const handler = async () => 'new';`);
  await isolates.deploy([
    {
      name: 'portal-local-test',
      arn: 'arn:test',
      folder,
      handler: 'index.handler',
      timeoutMs: 5000,
      memoryMb: 64,
      environment: {},
      roleArn: 'role',
    },
  ]);
  expect(await invoke()).toBe('new');
  await expect(isolates.invoke('arn:other', {})).rejects.toThrow('no function arn:other');
});
