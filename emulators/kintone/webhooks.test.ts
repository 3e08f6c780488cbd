import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { serve, type Served, StillClock } from '../platform/index';
import { createKintoneEmulator, type KintoneEmulator } from './create-kintone-emulator';
import { testApps } from './testing/apps';

let emulator: KintoneEmulator;
let served: Served;
let receiver: Server;
let kintone: KintoneRestAPIClient;
let received: Record<string, unknown>[];
const clock = new StillClock(Date.parse('2027-01-15T03:00:00Z'));
const record = (serialNumber: string) => ({ serialNumber: { value: serialNumber }, status: { value: '出荷' } });

beforeEach(async () => {
  received = [];
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const webhook = (): string => `http://127.0.0.1:${port}/hook`;
  clock.advance(60_000);
  emulator = await createKintoneEmulator({ clock, secret: 'secret', apps: testApps, webhook });
  served = await serve(emulator);
  kintone = new KintoneRestAPIClient({
    baseUrl: `http://localhost:${served.port}`,
    auth: { username: 'staff', password: 'secret' },
  });
});
afterEach(async () => {
  await served.close();
  await emulator.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => void receiver.close(resolve));
});

test('one record is added and edited: two webhooks of the documented form, each sent once', async () => {
  const { id } = await kintone.record.addRecord({ app: 1, record: record('A') });
  await kintone.record.updateRecord({ app: 1, id, record: { status: { value: '返却' } } });
  await kintone.record.updateRecord({
    app: 1,
    updateKey: { field: 'serialNumber', value: 'A' },
    record: { status: { value: '出荷' } },
  });
  await emulator.webhooksSettled();
  expect(received.map(({ type }) => type)).toEqual(['ADD_RECORD', 'UPDATE_RECORD', 'UPDATE_RECORD']);
  expect(received[1]).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    app: { id: '1', name: expect.any(String) },
    record: { $id: { type: '__ID__', value: id }, status: { type: 'DROP_DOWN', value: '返却' } },
    url: expect.stringContaining(`/k/1/show#record=${id}`),
  });
  expect(received[2]).toMatchObject({ record: { $id: { value: id } } });
});

test('several records at once, and a refused request: no webhook', async () => {
  await kintone.record.addRecords({ app: 1, records: [record('A'), record('B')] });
  await expect(kintone.record.addRecord({ app: 1, record: record('A') })).rejects.toThrow();
  await emulator.webhooksSettled();
  expect(received).toEqual([]);
});

test('more than sixty in a minute: the rest is lost', async () => {
  for (let count = 0; count < 62; count += 1)
    await kintone.record.addRecord({ app: 1, record: record(`RVZ-${count}`) });
  await emulator.webhooksSettled();
  expect(received).toHaveLength(60);
});
