import { createHash } from 'node:crypto';
import type { DocumentExport, ExportList, OpenedExport } from '#shared/model/document-export';
import { archiveObject } from '../../adapters/documents/archive';
import { keepDocument } from '../../adapters/documents/index-table';
import { listUnfinishedExports } from '../../adapters/users-table/document-exports';
import { eraseUser } from '../../adapters/users-table/erase-user';
import { listNotices } from '../../adapters/users-table/notices';
import { handler as archiveDocuments } from '../../jobs/archive-documents';
import { handler as makeExports } from '../../jobs/make-exports';
import { deliverEvents } from '../../testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '../../testing/payment-services';
import { readCsv, readZip } from '../../testing/read-zip';
import { runJob } from '../../testing/run-job';
import { createSubscribedShop } from '../../testing/subscribed-shop';
import { walk } from '../../testing/runbook';
import { testServices } from '../../testing/test-services';
import { watchLog } from '../../testing/watch-log';
import { handler as createDocumentExport } from './create-document-export';
import { handler as getDocumentExport } from './get-document-export';
import { handler as listExports } from './list-document-exports';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer, { documents: true }));
const log = watchLog();
let owner: ShopOwner;
beforeEach(async () => {
  owner = await services.createOwner();
});

const yearNow = (): number => new Date(services.clock.now() + 9 * 3_600_000).getUTCFullYear();
const all = ['pdf', 'freee', 'moneyforward', 'yayoi'];
const create = (body: object, by: ShopOwner = owner) => by.browser.post(createDocumentExport, body);
const open = (id: string, by: ShopOwner = owner) =>
  by.browser.send(getDocumentExport, { method: 'GET', path: '/api', params: { id } });
const list = async (by: ShopOwner = owner) => (await by.browser.get(listExports)).body as unknown as ExportList;
const opened = async (id: string) => (await open(id)).body as unknown as OpenedExport;
const download = async (id: string): Promise<Map<string, Buffer>> =>
  readZip(Buffer.from(await (await fetch(String((await opened(id)).link))).arrayBuffer()));
const started = async (body: object = { year: yearNow(), formats: all }): Promise<string> =>
  String((await create(body)).body['id']);

const mailed = async () =>
  (await listNotices(Math.floor(services.clock.now() / 1000))).filter(({ kind }) => kind === 'export-ready');

async function settle(): Promise<void> {
  await services.emulator.tick();
  await deliverEvents(services);
  await runJob(archiveDocuments);
}

/** So many documents of this year, each with a PDF of so many bytes, straight in the archive. */
async function archived(count: number, bytes: number, storeName = '青山店'): Promise<void> {
  const date = `${yearNow()}-03-01`;
  const write = async (_: unknown, index: number) => {
    const id = `in_${String(index).padStart(4, '0')}`;
    const content = `${owner.userId}/${id}/paid.json`;
    const pdf = `${owner.userId}/${id}/paid.pdf`;
    const row = {
      id,
      storeId: 'cus_1',
      storeName,
      date,
      amount: 1_100,
      number: `A-${index}`,
      kind: 'invoice' as const,
    };
    const document = { ...row, state: 'paid' as const, subscriptionId: 'sub_1', createdAt: index };
    await archiveObject(pdf, Buffer.alloc(bytes, '%PDF-'), 'application/pdf');
    await archiveObject(
      content,
      JSON.stringify({
        ...document,
        paidAt: 1,
        card: null,
        lines: [],
        total: 1_100,
        startingBalance: 0,
        amountDue: 1_100,
        taxes: [{ rate: 10, taxed: 1_100, amount: 100 }],
        issuer: { name: issuer.accountName, registrationNumber: issuer.taxId },
        recipient: { name: storeName, address: [] },
      }),
      'application/json',
    );
    await keepDocument({ ...document, userId: owner.userId, content, pdf, readAtMs: 1, expiresAt: 4_000_000_000 });
  };
  await Promise.all(Array.from({ length: count }, write));
}

test('a year: PDFs by day, amount, issuer and number, an index with SHA-256, three files, and a mail', async () => {
  await createSubscribedShop(services, owner, { total: 1 });
  await createSubscribedShop(services, owner, { total: 3 });
  await settle();
  const id = await started();
  const { state, progress, replaced, size, link } = await opened(id);
  expect([state, progress, replaced]).toEqual(['done', { done: 2, total: 2 }, 0]);
  const response = await fetch(String(link));
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''Revonizer_${yearNow()}.zip`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(size);
  const files = readZip(bytes);
  const rows = readCsv(files.get(`索引_${yearNow()}.csv`)?.toString('utf8') ?? '');
  expect(rows.slice(1).map((row) => row[1])).toEqual(expect.arrayContaining(['9900', '27500']));
  for (const [date = '', amount = '', name = '', number = '', code = '', , , , , file = '', sha256] of rows.slice(1)) {
    expect([name, number]).toEqual([issuer.accountName, issuer.taxId]);
    expect(file).toBe(`請求書・領収書/${date.replaceAll('-', '')}_${amount}_${name}_${code}.pdf`);
    const pdf = files.get(file) ?? Buffer.alloc(0);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256);
  }
  expect(files.size).toBe(6);
  expect(await mailed()).toEqual([
    expect.objectContaining({ kind: 'export-ready', to: 'owner@example.jp', exported: { id, year: yearNow() } }),
  ]);
  expect(await listUnfinishedExports()).toEqual([]);
});

test('pressed twice, at once or again: one export, one mail', async () => {
  await archived(3, 100);
  const [first, second] = await Promise.all([started(), started()]);
  expect(second).toBe(first);
  expect(await started()).toBe(first);
  expect((await list()).exports).toHaveLength(1);
  expect(await mailed()).toHaveLength(1);
});

test('the names of accounts are kept and stand in the files; another choice is another export', async () => {
  await archived(1, 100);
  expect((await list()).accounts).toEqual({ expense: '賃借料', payable: '未払金' });
  const accounts = { expense: 'リース料', payable: 'カード未払金' };
  const first = await started({ year: yearNow(), formats: ['yayoi'] });
  const id = await started({ year: yearNow(), formats: ['yayoi'], accounts });
  expect(id).not.toBe(first);
  expect((await list()).accounts).toEqual(accounts);
  const files = await download(await started({ year: yearNow(), formats: ['moneyforward'] }));
  expect([...files.keys()]).toEqual([`索引_${yearNow()}.csv`, `マネーフォワード_${yearNow()}.csv`]);
  const text = new TextDecoder('shift_jis').decode(files.get(`マネーフォワード_${yearNow()}.csv`));
  expect(readCsv(text)[1]?.slice(0, 9)).toEqual([
    '1',
    `${yearNow()}/03/01`,
    'リース料',
    '',
    '',
    '',
    '課税仕入 10%',
    '適格',
    '1100',
  ]);
});

test.each([
  ['no format', { formats: [] }],
  ['an unknown format', { formats: ['obc'] }],
  ['a format twice', { formats: ['pdf', 'pdf'] }],
  [
    'a name of an account that Yayoi would cut',
    { formats: ['yayoi'], accounts: { expense: '賃借料', payable: 'あ'.repeat(13) } },
  ],
  ['a name of an account that a spreadsheet runs', { accounts: { expense: '=1+1', payable: '未払金' } }],
])('%s: 400', async (_what, change) => {
  expect((await create({ year: 2027, formats: ['pdf'], ...change })).status).toBe(400);
});

test('a year without documents: 404 NO_DOCUMENTS, nothing is begun', async () => {
  await archived(1, 100);
  const { status, body } = await create({ year: yearNow() - 1, formats: all });
  expect([status, body['code']]).toEqual([404, 'NO_DOCUMENTS']);
  expect((await list()).exports).toEqual([]);
});

test('the eleventh export within a week: 429 TOO_MANY_EXPORTS', async () => {
  await archived(1, 100);
  for (let made = 0; made < 10; made += 1) {
    await started();
    services.clock.advance(6 * 60_000);
  }
  expect((await create({ year: yearNow(), formats: all })).body['code']).toBe('TOO_MANY_EXPORTS');
});

test('another owner’s export: refused like a missing one; the address of a ZIP works for five minutes', async () => {
  await archived(1, 100);
  const id = await started();
  const stranger = await services.createOwner('stranger@example.jp');
  const foreign = await open(id, stranger);
  const unknown = await open('unknown', stranger);
  expect([foreign.status, foreign.body]).toEqual([404, { ...unknown.body, requestId: foreign.body['requestId'] }]);
  expect((await list(stranger)).exports).toEqual([]);
  const link = String((await opened(id)).link);
  expect((await fetch(link.replace(owner.userId, stranger.userId))).status).toBe(403);
  services.clock.advance(301_000);
  expect((await fetch(link)).status).toBe(403);
});

test('after seven days an export is not found', async () => {
  await archived(1, 100);
  const id = await started();
  services.clock.advance(7 * 86_400_000);
  expect((await open(id)).body['code']).toBe('EXPORT_NOT_FOUND');
  expect((await list()).exports).toEqual([]);
});

/** Hangs up at the nth request of this operation and at all later ones, as if the process were killed there. */
function killedAt(service: string, operation: RegExp, nth: number): void {
  let seen = 0;
  let isDead = false;
  services.inject((one, name) => {
    if (one === service && operation.test(name) && (seen += 1) === nth) isDead = true;
    return isDead ? 'down' : 'pass';
  });
}

test.each([
  ['before the plan', 'dynamodb', /^Query/, 4],
  ['at a document', 's3', /^GetObject/, 9],
  ['at the first part', 's3', /^UploadPart/, 1],
  ['at the saved work', 's3', /^PutObject/, 1],
  ['at the second part', 's3', /^UploadPart/, 2],
  ['at the end of the upload', 's3', /^CompleteMultipartUpload/, 1],
  ['at the last write', 'dynamodb', /^TransactWriteItems/, 2],
])('killed %s: the next run goes on and makes the same ZIP, with one mail', async (_what, service, operation, nth) => {
  await archived(11, 700_000);
  killedAt(service, operation, nth);
  await create({ year: yearNow(), formats: all });
  services.clearFaults();
  services.clock.advance(60_000);
  await runJob(makeExports);
  const [made] = (await list()).exports as [DocumentExport];
  expect([made.state, made.progress]).toEqual(['done', { done: 11, total: 11 }]);
  const files = await download(made.id);
  expect([files.size, new Set([...files.values()].map(({ length }) => length)).has(700_000)]).toEqual([15, true]);
  expect(readCsv(files.get(`索引_${yearNow()}.csv`)?.toString('utf8') ?? '')).toHaveLength(12);
  expect(await mailed()).toHaveLength(1);
  expect(await listUnfinishedExports()).toEqual([]);
});

test('the last response was lost: the export is done once, with one mail', async () => {
  await archived(1, 100);
  services.inject((_service, operation) => (operation.startsWith('CompleteMultipart') ? 'lost' : 'pass'));
  await create({ year: yearNow(), formats: all });
  services.clearFaults();
  services.clock.advance(60_000);
  await runJob(makeExports);
  expect((await list()).exports).toEqual([expect.objectContaining({ state: 'done' })]);
});

walk(
  'Job make-exports',
  'S3 stays away: after ten attempts it has failed, and another may be made',
  async (section) => {
    section.says('after ten its owner sees that it failed and may ask again, and the item is gone');
    await archived(1, 100);
    services.inject((service, operation) => (service === 's3' && operation.startsWith('Create') ? 'down' : 'pass'));
    const id = await started();
    for (let run = 0; run < 10; run += 1)
      await expect(runJob(makeExports)).rejects.toThrow('Exports could not be made');
    services.clearFaults();
    expect(log.text()).toMatch(new RegExp(`${section.says('an export could not be made')}.*${id}`));
    expect(await opened(id)).toMatchObject({ state: 'failed', link: null });
    expect(await listUnfinishedExports()).toEqual([]);
    expect(await opened(await started())).toMatchObject({ state: 'done' });
  },
);

test('another while it is made: 409 EXPORT_IN_PROGRESS; the account goes: so does the export', async () => {
  await archived(1, 100);
  services.inject((service, operation) => (service === 's3' && operation.startsWith('Create') ? 'down' : 'pass'));
  const id = await started();
  expect((await create({ year: yearNow(), formats: ['pdf'] })).body['code']).toBe('EXPORT_IN_PROGRESS');
  expect(await started()).toBe(id);
  services.clearFaults();
  await eraseUser(owner.userId, Math.floor(services.clock.now() / 1000));
  expect(await runJob(makeExports)).toMatchObject({ gone: 1 });
  expect(await listUnfinishedExports()).toEqual([]);
});
