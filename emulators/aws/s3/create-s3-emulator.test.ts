import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { serve, type Served, StillClock } from '../../platform/index';
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
});

test('an object is replaced by a later one, and gone once deleted; a bucket with objects stays', async () => {
  await put();
  await put({ Body: 'other' });
  const { Body } = await client.send(new GetObjectCommand(object));
  expect(await Body?.transformToString()).toBe('other');
  const removal = new DeleteBucketCommand({ Bucket: object.Bucket });
  await expect(client.send(removal)).rejects.toMatchObject({ name: 'BucketNotEmpty' });
  await client.send(new DeleteObjectCommand(object));
  await expect(client.send(new GetObjectCommand(object))).rejects.toMatchObject({ name: 'NoSuchKey' });
  await client.send(removal);
  await expect(put()).rejects.toMatchObject({ name: 'NoSuchBucket' });
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
  await expect(put({ IfNoneMatch: '*' })).rejects.toThrow('The header if-none-match is not supported');
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
