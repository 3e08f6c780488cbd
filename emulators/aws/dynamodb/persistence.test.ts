import { DescribeTimeToLiveCommand, DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serve, StillClock } from '../../platform/index';
import { createDynamoDbEmulator } from './create-dynamodb-emulator';
import { createTestTable } from './testing/create-test-table';

jest.setTimeout(30_000);

let folder: string;
let child: ChildProcess;
/** Closes what a test left open. */
let open: (() => Promise<unknown> | void)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dynamodb-'));
});

afterEach(async () => {
  child.kill('SIGKILL');
  for (const close of open.toReversed()) await close();
  open = [];
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process on the folder and gives its address. */
async function start(): Promise<string> {
  child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'testing/serve-folder.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('no standard output');
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return url;
}

function clientOf(endpoint: string): DynamoDBDocumentClient {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, maxAttempts: 1 }));
  open.push(() => client.destroy());
  return client;
}

it('the process is killed: every acknowledged write is kept, and transactions stay whole', async () => {
  const client = clientOf(await start());
  await createTestTable(client);
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: 'test',
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    }),
  );
  const answered: number[] = [];
  let killed = false;
  // Pairs are written by transactions until the process dies under them.
  const writeOn = async (worker: number) => {
    for (let n = worker; !killed; n += 4) {
      const sides = ['left', 'right'].map((sk) => ({
        Put: { TableName: 'test', Item: { pk: `pair-${n}`, sk, serial: `S-${n}`, filler: 'x'.repeat(2000) } },
      }));
      await client.send(new TransactWriteCommand({ TransactItems: sides }));
      answered.push(n);
      if (answered.length === 60) {
        killed = true;
        child.kill('SIGKILL');
      }
    }
  };
  const ended = once(child, 'exit');
  await Promise.allSettled([0, 1, 2, 3].map(writeOn));
  await ended; // the folder is locked as long as the process lives

  const emulator = await createDynamoDbEmulator({ clock: new StillClock(Date.now()), folder, sweepMs: 0 });
  open.push(() => emulator.close());
  const served = await serve(emulator);
  open.push(() => served.close());
  const second = clientOf(served.url);
  const scan = async (IndexName?: string) =>
    (await second.send(new ScanCommand({ TableName: 'test', ...(IndexName && { IndexName }) }))).Items ?? [];
  const sides = new Map<string, unknown[]>();
  for (const item of await scan()) sides.set(String(item['pk']), [...(sides.get(String(item['pk'])) ?? []), item]);
  expect(answered.length).toBeGreaterThanOrEqual(60);
  for (const n of answered) expect(sides.get(`pair-${n}`)).toHaveLength(2);
  for (const pair of sides.values()) expect(pair).toHaveLength(2);
  expect(await scan('bySerial')).toHaveLength(2 * sides.size);
  expect(
    (await second.send(new DescribeTimeToLiveCommand({ TableName: 'test' }))).TimeToLiveDescription?.AttributeName,
  ).toBe('expiresAt');
  await second.send(new PutCommand({ TableName: 'test', Item: { pk: 'on', sk: '-' } }));
});

it('a folder that another process uses is refused with a sentence that says so', async () => {
  await start();
  await expect(createDynamoDbEmulator({ clock: new StillClock(0), folder })).rejects.toThrow(
    `The DynamoDB data in ${folder} is in use by another process. Stop that one first, or name another folder.`,
  );
});
