import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { StillClock } from '../clock';
import { serve, type Served } from '../wire';
import { createS3Emulator } from './create-s3-emulator';

const clock = new StillClock(Date.now());
const secrets: Record<string, string> = { AKIATEST: 'secret' };
let folder: string;
let served: Served;
let client: S3Client;

async function start(): Promise<void> {
  served = await serve(await createS3Emulator({ clock, folder, secretOf: (id) => secrets[id] }));
  client = new S3Client({
    endpoint: served.url,
    region: 'ap-northeast-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
  });
}
async function stop(): Promise<void> {
  client.destroy();
  await served.close();
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-'));
  await start();
  await client.send(new CreateBucketCommand({ Bucket: 'documents' }));
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

const object = { Bucket: 'documents', Key: 'one/請求書 1.pdf' };
const put = (change: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ ...object, Body: 'content', ContentType: 'application/pdf', ...change }));

test('an object is read back after a restart, by its key with spaces and other scripts', async () => {
  await put();
  await stop();
  await start();
  const read = await client.send(new GetObjectCommand(object));
  expect([read.ContentType, await read.Body?.transformToString()]).toEqual(['application/pdf', 'content']);
  await expect(client.send(new HeadObjectCommand(object))).resolves.toMatchObject({ ContentLength: 7 });
});

test('a second write of a key only if it is new: 412, and the first stays', async () => {
  await put({ IfNoneMatch: '*' });
  await expect(put({ IfNoneMatch: '*', Body: 'other' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
  const { Body } = await client.send(new GetObjectCommand(object));
  expect(await Body?.transformToString()).toBe('content');
});

test('a missing key, a missing bucket, an unsupported operation or header: refused by name', async () => {
  await expect(client.send(new GetObjectCommand({ ...object, Key: 'none' }))).rejects.toMatchObject({
    name: 'NoSuchKey',
  });
  await expect(put({ Bucket: 'other' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  await expect(client.send(new ListObjectsV2Command({ Bucket: object.Bucket }))).rejects.toThrow(
    'is not supported by the S3 emulator',
  );
  await expect(put({ Metadata: { a: 'b' } })).rejects.toThrow('The header x-amz-meta-a is not supported');
});

test('a body that does not fit its checksum: BadDigest', async () => {
  await expect(put({ ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'BadDigest' });
});

test('an unsigned request: 403', async () => {
  await put();
  expect((await fetch(`${served.url}/documents/one`)).status).toBe(403);
});

const presign = (key = object.Key, secretAccessKey = 'secret'): Promise<string> => {
  const own = { accessKeyId: 'AKIATEST', secretAccessKey };
  const signer = new S3Client({ endpoint: served.url, region: 'ap-northeast-1', credentials: own });
  const command = new GetObjectCommand({ ...object, Key: key, ResponseContentDisposition: 'attachment' });
  return getSignedUrl(signer, command, { expiresIn: 60, signingDate: new Date(clock.now()) });
};

test('a presigned address opens its object until it expires', async () => {
  await put();
  const url = await presign();
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-disposition'), await response.text()]).toEqual([
    200,
    'attachment',
    'content',
  ]);
  clock.advance(61_000);
  expect((await fetch(url)).status).toBe(403);
});

test.each([
  ['another key', (url: string) => url.replace('one/', 'two/')],
  ['a longer time', (url: string) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600')],
  ['another name of the file', (url: string) => url.replace('attachment', 'inline')],
])('a presigned address altered to %s: 403', async (_what, alter) => {
  await put();
  await put({ Key: 'two/請求書 1.pdf' });
  const url = await presign();
  expect(alter(url)).not.toBe(url);
  expect((await fetch(alter(url))).status).toBe(403);
});

test('a presigned address by a wrong secret: 403', async () => {
  await put();
  expect((await fetch(await presign(object.Key, 'other'))).status).toBe(403);
});

const minimum = 5 * 1024 * 1024;
const begin = async (): Promise<string> =>
  (await client.send(new CreateMultipartUploadCommand({ ...object, ContentType: 'application/zip' }))).UploadId ?? '';
async function upload(UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
  const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
  return { PartNumber, ETag, ChecksumCRC32 };
}
const complete = (UploadId: string, Parts: CompletedPart[]) =>
  client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));

test('an upload in parts: there once completed, also over a restart; a repeated part replaces', async () => {
  const id = await begin();
  await upload(id, 1, Buffer.from('replaced'));
  const first = await upload(id, 1, Buffer.alloc(minimum, 'a'));
  await expect(client.send(new GetObjectCommand(object))).rejects.toMatchObject({ name: 'NoSuchKey' });
  await stop();
  await start();
  await complete(id, [first, await upload(id, 2, Buffer.from('end'))]);
  const { ContentType, ETag, Body } = await client.send(new GetObjectCommand(object));
  expect([ContentType, ETag]).toEqual(['application/zip', expect.stringMatching(/^"[0-9a-f]{32}-2"$/)]);
  const bytes = await Body?.transformToByteArray();
  expect([bytes?.length, Buffer.from(bytes?.slice(-4) ?? []).toString()]).toEqual([minimum + 3, 'aend']);
  await expect(complete(id, [first])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  await expect(upload(id, 3, Buffer.from('x'))).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

test.each([
  ['a part too small before the last', 'EntityTooSmall', (one: CompletedPart, two: CompletedPart) => [one, two]],
  ['parts out of order', 'InvalidPartOrder', (one: CompletedPart, two: CompletedPart) => [two, one]],
  ['a part with another ETag', 'InvalidPart', (one: CompletedPart) => [{ ...one, ETag: '"0"' }]],
  ['a part that is not there', 'InvalidPart', (one: CompletedPart) => [{ ...one, PartNumber: 9 }]],
])('an upload in parts with %s: %s', async (_what, name, parts) => {
  const id = await begin();
  const [one, two] = [await upload(id, 1, Buffer.from('one')), await upload(id, 2, Buffer.from('two'))];
  await expect(complete(id, parts(one, two))).rejects.toMatchObject({ name });
});
