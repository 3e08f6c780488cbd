import { defaultAppIds } from '#shared/model/record-system';
import { StillClock } from '#emulators/platform';
import { secret, serveRecords } from '../../records/testing/serve-records';
import { tryFact } from '../fact';
import { kintoneFacts } from './kintone-facts';

let system: Awaited<ReturnType<typeof serveRecords>>;
let environment: Record<string, string>;
beforeAll(async () => {
  system = await serveRecords(new StillClock(Date.UTC(2027, 0, 15, 3, 0, 30)));
  system.emulator.tokenRights.set(defaultAppIds.requests, ['view', 'add', 'edit', 'delete']);
  environment = {
    KINTONE_BASE_URL: system.baseUrl,
    KINTONE_FACTS_APP: defaultAppIds.requests,
    KINTONE_FACTS_TOKEN: `${secret}-${defaultAppIds.requests}`,
    KINTONE_FACTS_WHOLE_DOMAIN: 'yes',
  };
});
afterAll(() => system.close());

test.each(kintoneFacts.facts.map((fact) => [fact.id, fact] as const))(
  'the emulator behaves as the fact %s says, and nothing is left of it',
  async (_id, fact) => {
    const open = await kintoneFacts.open(environment);
    const { sandbox, close } = await open.begin();
    // The client itself warns about a large offset.
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await tryFact(fact, sandbox)).toEqual({ state: 'holds' });
    await close();
    await open.close();
    expect((await system.client.record.getRecords({ app: defaultAppIds.requests })).records).toEqual([]);
  },
);

test('no app or token for tests: refused before any request, with the way out', async () => {
  await expect(kintoneFacts.open({ KINTONE_BASE_URL: 'http://localhost:1' })).rejects.toThrow('KINTONE_FACTS_APP');
});

test('an app with records of others: refused, and they stay', async () => {
  const { app, record } = { app: defaultAppIds.requests, record: { requestId: { value: 'a-customer' } } };
  const { id } = await system.client.record.addRecord({
    app,
    record: { ...record, receiptNumber: { value: 'R' }, requestKind: { value: '返却' }, serialNumber: { value: 'S' } },
  });
  await expect(kintoneFacts.open(environment)).rejects.toThrow('records of others');
  await system.client.record.deleteRecords({ app, ids: [id] });
});
