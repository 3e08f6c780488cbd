import { SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import * as z from 'zod/mini';
import { taskQueue } from '#shared/constants';
import { getItem, putItem } from '#functions/platform/dynamodb/items';
import { checkWrite, putWrite, transact } from '#functions/platform/dynamodb/transaction';
import { usersTable } from './users-table';
import { startPaymentServices } from '#functions/testing/payment-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { workers } from '#functions/workers';
import { defineTask, readTask, sweepTasks, withdrawTask } from './tasks';
import { defineWorker, pauseAfter, runTasks } from './worker';

const services = testServices(startPaymentServices);
const add = defineTask('add', z.object({ shop: z.string(), name: z.string() }), ({ shop }) => shop);
let done: string[];
let fails: (name: string) => boolean;
const adder = defineWorker(
  add,
  async ({ name }) => {
    if (fails(name)) throw new Error(`${name} fails`);
    done.push(name);
  },
  'A name is noted again.',
);
const run = (options: { sweep?: boolean } = {}) => doTasks({ ...options, handler: runTasks([adder]) });
const seconds = (): number => Math.floor(services.clock.now() / 1000);
const minutes = (count: number): void => services.clock.advance(count * 60_000);
const cause = putWrite('users', { pk: 'CAUSE', sk: '-' }, { made: true });
const queueDown = (): void => services.inject((service) => (service === 'sqs' ? 'down' : 'pass'));

beforeEach(() => {
  done = [];
  fails = () => false;
});

test('a task of a transaction is sent once it is written, done, and gone', async () => {
  await transact([cause, add.write({ shop: 'a', name: '1' }, { id: 'task-1' })]);
  expect(await readTask({ kind: 'add', id: 'task-1' })).toMatchObject({ kind: 'add', group: 'a' });
  await run({ sweep: false });
  expect(done).toEqual(['1']);
  expect(await readTask({ kind: 'add', id: 'task-1' })).toBeUndefined();
});

test('a transaction that is refused: neither its cause nor its task, and nothing is sent', async () => {
  const refused = checkWrite('users', { pk: 'OTHER', sk: '-' }, { if: 'attribute_exists(pk)' });
  await transact([cause, add.write({ shop: 'a', name: '1' }), refused]);
  expect(await run()).toBe(0);
  expect(await getItem(usersTable(), { pk: 'CAUSE', sk: '-' })).toBeUndefined();
});

test('the queue cannot be reached: the task waits and the sweep sends it after five minutes', async () => {
  queueDown();
  await expect(transact([cause, add.write({ shop: 'a', name: '1' })])).resolves.toEqual({ written: true });
  minutes(5);
  await expect(sweepTasks()).resolves.toEqual({ sent: 0, failed: 1 });
  services.clearFaults();
  await run();
  expect(done).toEqual(['1']);
});

test('a task is kept from the queue for five minutes only: a sweep before that sends nothing', async () => {
  queueDown();
  await add.enqueue({ shop: 'a', name: '1' });
  services.clearFaults();
  expect(await run()).toBe(0);
  minutes(5);
  expect(await run()).toBe(1);
});

test('the queue does not take a message of a batch: the sweep sends it', async () => {
  const sent = jest.spyOn(SQSClient.prototype, 'send');
  sent.mockImplementationOnce(() => ({ Failed: [{ Id: '0', Code: 'InternalError', SenderFault: false }] }));
  await add.enqueue({ shop: 'a', name: '1' });
  expect(await run()).toBe(0);
  minutes(5);
  expect(await run()).toBe(1);
});

test('a message has the name of its task alone', async () => {
  const sent: string[] = [];
  services.inject((service, _operation, { body }) => {
    if (service === 'sqs') sent.push(body.toString('utf8'));
    return 'pass';
  });
  await add.enqueue({ shop: 'cus_1', name: '山田花子' }, { id: 'task-1' });
  expect(sent.join()).toContain('add#cus_1');
  expect(sent.join()).not.toContain('山田');
});

test('the same id, or the same group, of another kind: neither replaced nor waited for', async () => {
  const other = defineTask('other', z.object({ name: z.string() }), () => 'a');
  fails = (name) => name === 'bad';
  await add.enqueue({ shop: 'a', name: 'bad' }, { id: 'same' });
  await other.enqueue({ name: '2' }, { id: 'same' });
  const both = runTasks([adder, defineWorker(other, async ({ name }) => done.push(name), 'A name is noted again.')]);
  await doTasks({ handler: both });
  expect(done).toEqual(['2']);
  expect(await readTask({ kind: 'add', id: 'same' })).toBeDefined();
});

test('a task that is taken back is not done', async () => {
  await add.enqueue({ shop: 'a', name: '1' }, { id: 'task-1' });
  await withdrawTask(add, 'task-1');
  await withdrawTask(add, 'task-1');
  await run();
  expect(done).toEqual([]);
});

test('cut off while it runs, at its first delivery: done again when its function has certainly ended', async () => {
  await add.enqueue({ shop: 'a', name: '1' });
  const killed = doTasks({ handler: () => Promise.reject(new Error('killed')) });
  await expect(killed).rejects.toThrow('killed');
  services.clock.advance(taskQueue.visibleAgainAfter * 1000);
  fails = () => true;
  await run();
  minutes(10);
  await expect(sweepTasks()).resolves.toEqual({ sent: 0, failed: 0 });
  fails = () => false;
  await run();
  expect(done).toEqual(['1']);
});

test('done, but DynamoDB cannot note it: done again after the usual pause', async () => {
  await add.enqueue({ shop: 'a', name: '1' });
  services.inject((_service, operation) => (operation === 'DeleteItem' ? 'down' : 'pass'));
  await run();
  services.clearFaults();
  services.clock.advance(pauseAfter(1) * 1000);
  await run();
  expect(done).toEqual(['1', '1']);
});

test('DynamoDB is down when a message comes: tried again after the usual pause', async () => {
  await add.enqueue({ shop: 'a', name: '1' });
  services.inject((service) => (service === 'dynamodb' ? 'down' : 'pass'));
  await run({ sweep: false });
  services.clearFaults();
  services.clock.advance(pauseAfter(1) * 1000);
  await run();
  expect(done).toEqual(['1']);
});

test('a task for later: done when it is due, not before', async () => {
  await add.enqueue({ shop: 'a', name: '1' }, { notBefore: seconds() + 3600 });
  minutes(59);
  await run();
  expect(done).toEqual([]);
  minutes(1);
  await run();
  expect(done).toEqual(['1']);
});

test('delivered twice, by the queue and the sweep: done once', async () => {
  await add.enqueue({ shop: 'a', name: '1' });
  minutes(6);
  await expect(sweepTasks()).resolves.toEqual({ sent: 1, failed: 0 });
  await expect(sweepTasks()).resolves.toEqual({ sent: 0, failed: 0 });
  expect(await run()).toBe(2);
  expect(done).toEqual(['1']);
});

test('a task of the same id takes the place of the one that waits', async () => {
  await add.enqueue({ shop: 'a', name: 'old' }, { id: 'same' });
  await add.enqueue({ shop: 'a', name: 'new' }, { id: 'same' });
  await run();
  expect(done).toEqual(['new']);
});

test('a task is replaced while it is done: the new one is done too', async () => {
  await add.enqueue({ shop: 'a', name: 'old' }, { id: 'same' });
  fails = (name) => {
    if (name === 'old') void add.enqueue({ shop: 'a', name: 'new' }, { id: 'same' });
    return false;
  };
  await run();
  await run();
  expect(done).toEqual(['old', 'new']);
});

test('a poisoned task delays its own group alone, which goes on after it in order', async () => {
  fails = (name) => name === 'bad' && services.clock.now() < mended;
  const mended = services.clock.now() + 60_000;
  for (const [shop, name] of [
    ['a', 'bad'],
    ['b', '1'],
    ['a', 'after'],
    ['b', '2'],
  ] as const)
    await add.enqueue({ shop, name });
  await run();
  expect(done).toEqual(['1', '2']);
  for (let pause = 1; pause <= 3; pause += 1) {
    services.clock.advance(pauseAfter(pause) * 1000);
    await run();
  }
  expect(done).toEqual(['1', '2', 'bad', 'after']);
});

test('a task that fails for hours is a dead letter; a redrive lets it be done', async () => {
  fails = () => true;
  await add.enqueue({ shop: 'a', name: '1' }, { id: 'task-1' });
  let tries = 0;
  for (let pause = 1; pause <= taskQueue.mostTries + 1; pause += 1) {
    tries += await run();
    services.clock.advance(pauseAfter(pause) * 1000);
  }
  expect(tries).toBe(taskQueue.mostTries);
  fails = () => false;
  expect(await run()).toBe(0);
  const SourceArn = 'arn:aws:sqs:ap-northeast-1:000000000000:tasks-dead.fifo';
  await new SQSClient({}).send(new StartMessageMoveTaskCommand({ SourceArn }));
  await run();
  expect(done).toEqual(['1']);
});

test('a dead task that nobody redrives: sent once more, when its dead letter is gone', async () => {
  fails = () => true;
  await add.enqueue({ shop: 'a', name: '1' });
  for (let pause = 1; pause <= taskQueue.mostTries; pause += 1) {
    await run();
    services.clock.advance(pauseAfter(pause) * 1000);
  }
  fails = () => false;
  minutes(14 * 24 * 60);
  await expect(sweepTasks()).resolves.toEqual({ sent: 0, failed: 0 });
  minutes(24 * 60);
  await run();
  expect(done).toEqual(['1']);
});

test('the pauses grow to an hour, and add up to more than a day before a task is a dead letter', () => {
  const pauses = Array.from({ length: taskQueue.mostTries - 1 }, (_, index) => pauseAfter(index + 1));
  expect(pauses.slice(0, 3)).toEqual([10, 20, 40]);
  expect(Math.max(...pauses)).toBe(3600);
  expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3600).toBeGreaterThan(30);
});

test('a kind that no worker knows is a failure, which waits', async () => {
  await defineTask('unknown', z.object({})).enqueue({}, { id: 'task-1' });
  await run();
  expect(await readTask({ kind: 'unknown', id: 'task-1' })).toBeDefined();
});

test('any faults of the table and the queue: every task is done in the end, and none is left', async () => {
  await assert(
    asyncProperty(
      array(constantFrom('pass', 'pass', 'pass', 'down', 'lost'), { minLength: 60, maxLength: 60 }),
      async (faults) => {
        await services.startAfresh();
        done = [];
        const rest = [...faults];
        services.inject(() => (rest.shift() as 'pass') ?? 'pass');
        const names = ['1', '2', '3', '4'];
        const written: string[] = [];
        for (const name of names) {
          await putItem(usersTable(), { pk: 'X', sk: '-' }, {}).catch(() => undefined);
          await transact([add.write({ shop: name === '4' ? 'b' : 'a', name }, { id: name })]).then(
            () => written.push(name),
            () => undefined,
          );
        }
        for (let round = 0; round < 12; round += 1) {
          await run().catch(() => undefined);
          minutes(5);
        }
        services.clearFaults();
        minutes(60);
        await run();
        minutes(60);
        await run();
        expect(done).toEqual(expect.arrayContaining(written));
        for (const name of names) expect(await readTask({ kind: 'add', id: name })).toBeUndefined();
      },
    ),
    { numRuns: 15 },
  );
}, 60_000);

test('every kind says why a second delivery does no harm, and no two have the same name', () => {
  for (const { kind, safeTwice } of workers)
    expect([kind, safeTwice]).toEqual([kind, expect.stringMatching(/^.{20,}\.$/)]);
  expect(new Set(workers.map(({ kind }) => kind)).size).toBe(workers.length);
});
