import type { ExportList, OpenedExport } from '#shared/model/document';
import { keepDocument } from './index-documents';
import { listNotices } from '#functions/testing/notices';
import { makeExport } from './make-export';
import { deliverEvents } from '#functions/testing/deliver-events';
import { aDocumentItem } from '#functions/testing/document-items';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { readCsv, readZip } from '#functions/testing/read-zip';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { createDocumentExport, getDocumentExport, listDocumentExports as listExports } from './calls';
import { eraseUser } from '#functions/accounts/profiles-table';

const issuer = { accountName: 'レボナイザー株式会社', taxId: 'T7123456789012', taxRounding: 'invoice' } as const;
const services = testServices(() => startPaymentServices(issuer, { exports: true }));
let owner: ShopOwner;
beforeEach(async () => {
  owner = await services.createOwner();
});

const nextYear = (): number => new Date(services.clock.now() + 9 * 3_600_000).getUTCFullYear() + 1;
const request = (body: object) => owner.browser.post(createDocumentExport, body);
/** Asks for an export and makes it. */
async function create(body: object) {
  const response = await request(body);
  await doTasks();
  return response;
}
const open = (id: string, by: ShopOwner = owner) =>
  by.browser.send(getDocumentExport, { method: 'GET', path: '/api', params: { id } });
const list = async (by: ShopOwner = owner) =>
  ((await by.browser.get(listExports)).body as unknown as ExportList).exports;
const opened = async (id: string) => (await open(id)).body as unknown as OpenedExport;
const download = async (id: string): Promise<Map<string, Buffer>> =>
  readZip(Buffer.from(await (await fetch(String((await opened(id)).link))).arrayBuffer()));
const mailed = async () =>
  (await listNotices(Math.floor(services.clock.now() / 1000))).filter(({ kind }) => kind === 'export-ready');

/** Two shops with an invoice each; returns the month of issue. */
async function issued(): Promise<string> {
  await createSubscribedShop(services, owner, { total: 1 });
  await createSubscribedShop(services, owner, { total: 3 });
  await services.emulator.tick();
  await deliverEvents(services);
  return new Date(services.clock.now() + 9 * 3_600_000).toISOString().slice(0, 7);
}

test('twelve months: Stripe’s PDFs and an index, under a name with the months, and a mail', async () => {
  const month = await issued();
  const [from, to] = [`${Number(month.slice(0, 4)) - 1}-04`, `${month.slice(0, 4)}-03`];
  const id = String((await create({ from, to })).body['id']);
  const { state, count, size, link } = await opened(id);
  expect([state, count]).toEqual(['done', 2]);
  const response = await fetch(String(link));
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''Revonizer_${from}_${to}.zip`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(size);
  const files = readZip(bytes);
  const rows = readCsv(files.get('index.csv')?.toString('utf8') ?? '').slice(1);
  expect(rows.map((row) => row[7])).toEqual(expect.arrayContaining(['9900', '27500']));
  for (const [date = '', number, shop, kind, net, rate, tax, gross, state_, registered, paid, last4, charged] of rows) {
    const same = ['青山店', '請求書', '10%', 'お支払い完了', issuer.taxId, date, '4242'];
    expect([shop, kind, rate, state_, registered, paid, last4]).toEqual(same);
    expect([Number(net) + Number(tax), charged]).toEqual([Number(gross), gross]);
    const pdf = files.get(`請求書・領収書/${date.replaceAll('-', '')}_${gross}_青山店_${number}.pdf`);
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect(files.size).toBe(3);
  expect(await mailed()).toEqual([
    expect.objectContaining({ kind: 'export-ready', to: 'owner@example.jp', exported: { id, from, to } }),
  ]);
});

test('a calendar year; the months before and after it are left out', async () => {
  const year = nextYear();
  for (const [id, date] of [
    ['in_1', `${year - 1}-12-31`],
    ['in_2', `${year}-01-01`],
    ['in_3', `${year}-12-31`],
    ['in_4', `${year + 1}-01-01`],
  ] as const)
    await keepDocument(aDocumentItem(owner.userId, { id, date, number: id }));
  const id = String((await create({ year })).body['id']);
  const files = await download(id);
  expect(readCsv(files.get('index.csv')?.toString('utf8') ?? '').map((row) => row[1])).toEqual([
    '番号',
    'in_2',
    'in_3',
  ]);
  // Stripe has none of these invoices any more.
  expect([...files.keys()]).toEqual(['index.csv']);
  expect(await opened(id)).toMatchObject({ from: `${year}-01`, to: `${year}-12` });
});

test('pressed twice, at once or again: one export, one mail; after five minutes it is made anew', async () => {
  const month = await issued();
  const [first, second] = await Promise.all([request({ from: month, to: month }), request({ from: month, to: month })]);
  await doTasks();
  expect([first.status, second.body]).toEqual([200, first.body]);
  await create({ from: month, to: month });
  expect(await list()).toHaveLength(1);
  expect(await mailed()).toHaveLength(1);
  services.clock.advance(301_000);
  await create({ from: month, to: month });
  expect(await list()).toEqual([
    expect.objectContaining({ state: 'done', createdAt: Math.floor(services.clock.now() / 1000) }),
  ]);
  expect(await mailed()).toHaveLength(2);
});

test.each([
  ['no period', {}],
  ['half a period', { from: '2026-04' }],
  ['a month that is none', { from: '2026-13', to: '2026-13' }],
  ['thirteen months', { from: '2026-04', to: '2027-04' }],
  ['the end before the beginning', { from: '2026-04', to: '2026-03' }],
  ['a year in words', { year: '2026年' }],
])('%s: 400', async (_what, body) => {
  expect((await create(body)).status).toBe(400);
});

test('months without documents: 404 NO_DOCUMENTS, nothing is begun', async () => {
  await keepDocument(aDocumentItem(owner.userId, { date: '2026-11-10' }));
  const { status, body } = await create({ from: '2026-12', to: '2027-11' });
  expect([status, body['code']]).toEqual([404, 'NO_DOCUMENTS']);
  expect(await list()).toEqual([]);
});

test('22 periods at once: as many exports begin as an hour allows', async () => {
  await keepDocument(aDocumentItem(owner.userId, { date: '2026-11-10' }));
  const many = Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`).flatMap(
    (from) => [
      { from, to: '2026-11' },
      { from, to: '2026-12' },
    ],
  );
  const codes = (await Promise.all(many.map(request))).map(({ status, body }) => body['code'] ?? status);
  expect(codes.filter((code) => code === 200)).toHaveLength(12);
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
  expect(await list()).toHaveLength(12);
});

test('another owner’s export: refused like a missing one; the address of a ZIP works for five minutes', async () => {
  const month = await issued();
  const id = String((await create({ from: month, to: month })).body['id']);
  const stranger = await services.createOwner('stranger@example.jp');
  const foreign = await open(id, stranger);
  const unknown = await open('unknown', stranger);
  expect([foreign.status, foreign.body]).toEqual([404, { ...unknown.body, requestId: foreign.body['requestId'] }]);
  expect(await list(stranger)).toEqual([]);
  const link = String((await opened(id)).link);
  expect((await fetch(link.replace(owner.userId, stranger.userId))).status).toBe(403);
  services.clock.advance(301_000);
  expect((await fetch(link)).status).toBe(403);
});

test('after seven days an export is not found, and its period may be asked for again', async () => {
  const month = await issued();
  const id = String((await create({ from: month, to: month })).body['id']);
  services.clock.advance(7 * 86_400_000);
  expect((await open(id)).body['code']).toBe('EXPORT_NOT_FOUND');
  expect(await list()).toEqual([]);
  await create({ from: month, to: month });
  expect((await open(id)).body['state']).toBe('done');
});

test.each([
  ['Stripe is down', 'stripe', /^GET .v1.invoices/, 'down'],
  ['S3 is down', 's3', /^PutObject/, 'down'],
  ['the response of S3 is lost', 's3', /^PutObject/, 'lost'],
  ['the last write is not done', 'dynamodb', /^TransactWriteItems/, 'down'],
  ['the last write is done, and its response is lost', 'dynamodb', /^TransactWriteItems/, 'lost'],
] as const)('%s: the task is tried again, and there is one mail', async (_what, service, operation, fault) => {
  const month = await issued();
  await request({ from: month, to: month });
  services.inject((one, name) => (one === service && operation.test(name) ? fault : 'pass'));
  await doTasks();
  services.clearFaults();
  services.clock.advance(10_000);
  await doTasks();
  const [item] = await list();
  expect(await opened(item?.id ?? '')).toMatchObject({ state: 'done', link: expect.any(String) });
  expect((await download(item?.id ?? '')).size).toBe(3);
  await makeExport({ userId: owner.userId, id: item?.id ?? '' });
  expect(await mailed()).toHaveLength(1);
});

test('while it is made: its owner sees so, and another request is the same export', async () => {
  const month = await issued();
  const { body } = await request({ from: month, to: month });
  expect(await opened(String(body['id']))).toMatchObject({ state: 'working', count: 2, size: 0, link: null });
  services.clock.advance(3_000_000);
  expect((await request({ from: month, to: month })).body).toEqual(body);
  await doTasks();
  expect(await opened(String(body['id']))).toMatchObject({ state: 'done' });
  expect(await mailed()).toHaveLength(1);
});

test('not made within an hour: its owner sees that it failed, and asks again', async () => {
  const month = await issued();
  services.inject((service) => (service === 's3' ? 'down' : 'pass'));
  await create({ from: month, to: month });
  services.clock.advance(3_600_000);
  const [item] = await list();
  expect(item?.state).toBe('failed');
  expect(await opened(item?.id ?? '')).toMatchObject({ state: 'failed', link: null });
  services.clearFaults();
  await create({ from: month, to: month });
  expect(await opened(item?.id ?? '')).toMatchObject({ state: 'done' });
});

test('the account is deleted while it is made: nothing is left, and nobody is told', async () => {
  const month = await issued();
  await request({ from: month, to: month });
  await eraseUser(owner.userId, Math.floor(services.clock.now() / 1000));
  expect(await doTasks()).toBe(1);
  expect(await mailed()).toEqual([]);
});
