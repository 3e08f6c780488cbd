import { StillClock } from '../../platform/index';
import { secret, serveTestApps } from '../testing/test-kintone';
import { tryFact } from '../../platform/facts';
import { kintoneFacts } from './kintone-facts';

let system: Awaited<ReturnType<typeof serveTestApps>>;
let environment: Record<string, string>;
beforeAll(async () => {
  system = await serveTestApps(new StillClock(Date.UTC(2027, 0, 15, 3, 0, 30)));
  environment = {
    KINTONE_BASE_URL: system.baseUrl,
    KINTONE_FACTS_APP: '4',
    KINTONE_FACTS_TOKEN: `${secret}-4`,
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
    expect((await system.client.record.getRecords({ app: '4' })).records).toEqual([]);
  },
);

test('no app or token for tests: refused before any request, with the way out', async () => {
  await expect(kintoneFacts.open({ KINTONE_BASE_URL: 'http://localhost:1' })).rejects.toThrow('KINTONE_FACTS_APP');
});

test('an app with records of others: refused, and they stay', async () => {
  const { app, record } = { app: '4', record: { requestId: { value: 'a-customer' } } };
  const { id } = await system.client.record.addRecord({
    app,
    record: { ...record, receiptNumber: { value: 'R' }, requestKind: { value: '返却' }, serialNumber: { value: 'S' } },
  });
  await expect(kintoneFacts.open(environment)).rejects.toThrow('records of others');
  await system.client.record.deleteRecords({ app, ids: [id] });
});
