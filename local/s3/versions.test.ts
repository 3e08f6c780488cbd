import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StillClock } from '../clock';
import { serve, type Served } from '../wire';
import { createS3Emulator } from './create-s3-emulator';

const Bucket = 'documents';
const Key = 'pdf/in_1.pdf';
const at = { Bucket, Key };
let folder: string;
let served: Served;
let client: S3Client;

async function start(): Promise<void> {
  served = await serve(await createS3Emulator({ clock: new StillClock(Date.UTC(2027, 0, 15)), folder }));
  client = new S3Client({ endpoint: served.url, maxAttempts: 1 });
}
async function stop(): Promise<void> {
  client.destroy();
  await served.close();
}
const put = async (Body: string) => (await client.send(new PutObjectCommand({ ...at, Body }))).VersionId ?? '';
const read = (VersionId?: string): Promise<string | undefined> =>
  client.send(new GetObjectCommand({ ...at, VersionId })).then(
    ({ Body }) => Body?.transformToString(),
    (error: Error) => error.name,
  );
const versions = () => client.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'pdf/' }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-'));
  await start();
  await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

test('an overwritten object: each version is read by its id, also after a restart, and copied over all', async () => {
  const [first, second] = [await put('one'), await put('two')];
  await stop();
  await start();
  expect([await read(), await read(first), await read(second)]).toEqual(['two', 'one', 'two']);
  await client.send(new CopyObjectCommand({ ...at, CopySource: `${Bucket}/${Key}?versionId=${first}` }));
  expect(await read()).toBe('one');
  const { Versions = [] } = await versions();
  expect(Versions.map(({ IsLatest }) => IsLatest)).toEqual([true, false, false]);
  expect(Versions.slice(1).map(({ VersionId }) => VersionId)).toEqual([second, first]);
});

test('a deleted object is hidden by a marker, and is there again once the marker is deleted', async () => {
  const kept = await put('one');
  const { VersionId: marker = '', DeleteMarker } = await client.send(new DeleteObjectCommand(at));
  expect(DeleteMarker).toBe(true);
  expect([await read(), await read(kept), await read(marker)]).toEqual(['NoSuchKey', 'one', 'MethodNotAllowed']);
  expect(await versions()).toMatchObject({
    DeleteMarkers: [{ Key, VersionId: marker, IsLatest: true }],
    Versions: [{ Key, VersionId: kept, IsLatest: false }],
  });
  await client.send(new DeleteObjectCommand({ ...at, VersionId: marker }));
  expect(await read()).toBe('one');
});

test('a version deleted by its id is gone for good', async () => {
  const first = await put('one');
  await put('two');
  await client.send(new DeleteObjectCommand({ ...at, VersionId: first }));
  expect([await read(), await read(first)]).toEqual(['two', 'NoSuchVersion']);
});

test('a bucket without versions keeps nothing of what is overwritten or deleted', async () => {
  const plain = { Bucket: 'exports', Key: 'a' };
  await client.send(new CreateBucketCommand({ Bucket: plain.Bucket }));
  await client.send(new PutObjectCommand({ ...plain, Body: 'one' }));
  await client.send(new PutObjectCommand({ ...plain, Body: 'two' }));
  const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: plain.Bucket }));
  expect(Versions.map(({ VersionId }) => VersionId)).toEqual(['null']);
  await client.send(new DeleteObjectCommand(plain));
  await expect(client.send(new GetObjectCommand(plain))).rejects.toMatchObject({ name: 'NoSuchKey' });
});
