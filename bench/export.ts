import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { DocumentContent } from '#shared/model/document';
import { MovableClock } from '../local/clock';
import { createDynamoDbEmulator } from '../local/dynamodb/create-dynamodb-emulator';
import { createS3Emulator } from '../local/s3/create-s3-emulator';
import { createTable, startServices } from '../local/testing/functions';
import { actAsFunction, median, table } from './measure';

const shops = 10;
/** A renewal a month and two changes. */
const documentsOfShop = 14;
/** Bytes: Stripe's PDF of one page. */
const pdfSize = 50_000;
const year = 2026;
const runs = 5;
/** Seconds that a year of ten shops may take, with its three taps. */
const most = 10;

const content = (index: number): DocumentContent => {
  const [shop, month] = [index % shops, 1 + (Math.floor(index / shops) % 12)];
  const amount = 9_900 + 8_800 * (index % 4);
  return {
    id: `in_${index}`,
    storeId: `cus_${shop}`,
    storeName: `${shop + 1}号店`,
    date: `${year}-${String(month).padStart(2, '0')}-10`,
    amount,
    number: `A-${String(index).padStart(4, '0')}`,
    state: 'paid',
    kind: 'invoice',
    subscriptionId: `sub_${shop}`,
    createdAt: index,
    paidAt: 1,
    card: { brand: 'visa', last4: '4242' },
    lines: [],
    total: amount,
    startingBalance: 0,
    amountDue: amount,
    taxes: [{ rate: 10, taxed: amount, amount: Math.round(amount / 11) }],
    issuer: { name: 'レボナイザー株式会社', registrationNumber: 'T7123456789012' },
    recipient: { name: `${shop + 1}号店`, address: [] },
  };
};

/** Puts a year of ten shops into the archive of a new owner; returns the owner's browser and id. */
async function makeYear(email: string) {
  const { signInOwner } = await import('../functions/testing/sign-in-owner');
  const { archiveObject } = await import('../functions/adapters/documents/archive');
  const { keepDocument } = await import('../functions/adapters/documents/index-table');
  const owner = await signInOwner(email);
  const { userId } = owner;
  for (let index = 0; index < shops * documentsOfShop; index += 1) {
    const document = content(index);
    const name = `${userId}/${document.id}/paid`;
    await archiveObject(`${name}.pdf`, Buffer.alloc(pdfSize, '%PDF-'), 'application/pdf');
    await archiveObject(`${name}.json`, JSON.stringify(document), 'application/json');
    const { id, storeId, storeName, date, amount, number, state, kind, subscriptionId, createdAt } = document;
    const row = { id, storeId, storeName, date, amount, number, state, kind, subscriptionId, createdAt };
    const files = { content: `${name}.json`, pdf: `${name}.pdf` };
    await keepDocument({ ...row, ...files, userId, readAtMs: 1, expiresAt: 4_000_000_000 });
  }
  return owner;
}

/** The base: the same objects read one after the other and written as one, without index, CSV and checksums. */
async function copyAlone(s3: S3Client, userId: string): Promise<void> {
  const Bucket = 'documents';
  const read: Uint8Array[] = [];
  for (let index = 0; index < shops * documentsOfShop; index += 1)
    for (const kind of ['json', 'pdf']) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: `${userId}/in_${index}/paid.${kind}` }));
      if (Body) read.push(await Body.transformToByteArray());
    }
  await s3.send(new PutObjectCommand({ Bucket: 'exports', Key: `${userId}/copy`, Body: Buffer.concat(read) }));
}

/** Seconds of one processor, so that other work of the machine does not count; those of the emulators do. */
const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
};

/** The one call that makes a year of ten shops as ZIP with PDFs, index and three CSV files. */
export async function benchExport(): Promise<void> {
  actAsFunction({ DOCUMENTS_BUCKET: 'documents', EXPORTS_BUCKET: 'exports' });
  const clock = new MovableClock();
  const services = await startServices({
    dynamodb: await createDynamoDbEmulator({ clock, sweepMs: 0 }),
    s3: await createS3Emulator({ clock, secretOf: () => 'bench' }),
  });
  await createTable('USERS_TABLE', 'users');
  await createTable('DOCUMENTS_TABLE', 'documents');
  const s3 = new S3Client({});
  for (const Bucket of ['documents', 'exports']) await s3.send(new CreateBucketCommand({ Bucket }));
  const { handler } = await import('../functions/api/document/create-document-export');
  const { listExports } = await import('../functions/adapters/users-table/document-exports');
  const { makeExports } = await import('../functions/domain/documents/export/make-exports');
  const [made, copied]: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run += 1) {
    const { userId, browser } = await makeYear(`owner${run}@example.jp`);
    const formats = ['pdf', 'freee', 'moneyforward', 'yayoi'];
    const seconds = await secondsOf(async () => {
      await browser.post(handler, { year, formats });
      // On a busy machine the call's time ends before, and the schedule goes on.
      await makeExports(Date.now() + 60_000);
    });
    const [row] = await listExports(userId, Math.floor(Date.now() / 1000));
    if (row?.state !== 'done') throw new Error(`The export was not made: ${JSON.stringify(row)}`);
    const copy = await secondsOf(() => copyAlone(s3, userId));
    // The first run loads the modules.
    if (run === 0) continue;
    made.push(seconds);
    copied.push(copy);
  }
  const [seconds, base] = [median(made), median(copied)];
  console.log(
    table([
      ['a year of 10 shops', 'documents', 'seconds of a processor', 'reading and writing alone', 'ratio'],
      [
        '',
        String(shops * documentsOfShop),
        `${seconds.toFixed(2)} s`,
        `${base.toFixed(2)} s`,
        (seconds / base).toFixed(1),
      ],
    ]),
  );
  await services.close();
  if (seconds > most) throw new Error(`A year of ${shops} shops takes more than ${most} s`);
}
