import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { same, type Fact, type FactService } from '../fact';
import { addressFacts } from './address-facts';
import { openSandbox, refusalOf, type S3Sandbox } from './s3-sandbox';

const guide = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide';
const api = 'https://docs.aws.amazon.com/AmazonS3/latest/API';

const Key = 'pdf/請求書 1.pdf';
const put = (client: S3Client, Bucket: string, Body: string, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/pdf', ...more }));
const read = async (client: S3Client, Bucket: string, VersionId?: string): Promise<string | undefined> =>
  (await client.send(new GetObjectCommand({ Bucket, Key, VersionId }))).Body?.transformToString();

const objectFacts: readonly Fact<S3Sandbox>[] = [
  {
    id: 'only-a-new-key',
    says: 'PutObject with If-None-Match: * is refused with 412 if the key is there, and the first object stays.',
    page: `${guide}/conditional-writes.html`,
    async check({ client, bucket }) {
      const name = await bucket();
      await put(client, name, 'first', { IfNoneMatch: '*' });
      const refusal = await refusalOf(put(client, name, 'second', { IfNoneMatch: '*' }));
      same('the refusal', [412, 'PreconditionFailed'], refusal);
      same('the object', 'first', await read(client, name));
    },
  },
  {
    id: 'a-deleted-key-is-new',
    says: 'Where the newest version is a delete marker, If-None-Match: * lets a write through.',
    page: `${guide}/conditional-writes.html`,
    async check({ client, bucket }) {
      const name = await bucket('versions');
      await put(client, name, 'first');
      await client.send(new DeleteObjectCommand({ Bucket: name, Key }));
      await put(client, name, 'second', { IfNoneMatch: '*' });
      same('the object', 'second', await read(client, name));
    },
  },
  {
    id: 'versions-stay',
    says: 'In a bucket with versions an overwritten or deleted object can be read and copied back by its version.',
    page: `${guide}/RestoringPreviousVersions.html`,
    async check({ client, bucket }) {
      const name = await bucket('versions');
      const { VersionId } = await put(client, name, 'first');
      await put(client, name, 'second');
      await client.send(new DeleteObjectCommand({ Bucket: name, Key }));
      same('a read without version', [404, 'NoSuchKey'], await refusalOf(read(client, name)));
      same('the first version', 'first', await read(client, name, VersionId));
      const CopySource = `${name}/${encodeURIComponent(Key)}?versionId=${VersionId}`;
      await client.send(new CopyObjectCommand({ Bucket: name, Key, CopySource }));
      same('the object', 'first', await read(client, name));
    },
  },
  {
    id: 'a-lock-asks-for-a-checksum',
    says: 'A bucket that locks objects refuses one without a checksum with 400; the SDK sends one by default.',
    page: `${api}/API_PutObject.html`,
    async check({ client, withoutChecksums, bucket }) {
      const name = await bucket('locked');
      same('without', [400, 'InvalidRequest'], await refusalOf(put(withoutChecksums, name, 'first')));
      await put(client, name, 'first', { IfNoneMatch: '*' });
      same('the object', 'first', await read(client, name));
    },
  },
  {
    id: 'a-lock-keeps-a-version',
    says: 'A locked version cannot be deleted (403 AccessDenied); a deletion without version only hides it.',
    page: `${guide}/object-lock.html`,
    async check({ client, bucket }) {
      const name = await bucket('locked');
      const { VersionId } = await put(client, name, 'first');
      const removal = client.send(new DeleteObjectCommand({ Bucket: name, Key, VersionId }));
      same('the refusal', [403, 'AccessDenied'], await refusalOf(removal));
      await client.send(new DeleteObjectCommand({ Bucket: name, Key }));
      same('the version', 'first', await read(client, name, VersionId));
    },
  },
  {
    id: 'another-content-than-its-checksum',
    says: 'An upload whose CRC32 is not its content’s is refused with 400 BadDigest.',
    page: `${guide}/checking-object-integrity-upload.html`,
    async check({ client, bucket }) {
      const name = await bucket();
      const refusal = await refusalOf(put(client, name, 'first', { ChecksumCRC32: 'AAAAAA==' }));
      same('the refusal', [400, 'BadDigest'], refusal);
    },
  },
  {
    id: 'an-upload-ends-once',
    says: 'A part for an upload that was completed is refused with 404 NoSuchUpload.',
    page: `${api}/API_UploadPart.html`,
    async check({ client, bucket }) {
      const at = { Bucket: await bucket(), Key };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'CRC32' }));
      const part = { ...at, UploadId, PartNumber: 1, Body: 'only', ChecksumAlgorithm: 'CRC32' as const };
      const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(part));
      const Parts = [{ PartNumber: 1, ETag, ChecksumCRC32 }];
      await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }));
      same('the object', 'only', await read(client, at.Bucket));
      same('the refusal', [404, 'NoSuchUpload'], await refusalOf(client.send(new UploadPartCommand(part))));
    },
  },
  {
    id: 'small-parts',
    says: 'A part of less than 5 MiB that is not the last makes the completion fail with 400 EntityTooSmall.',
    page: `${guide}/qfacts.html`,
    async check({ client, bucket }) {
      const at = { Bucket: await bucket(), Key };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'CRC32' }));
      const Parts = [];
      for (const PartNumber of [1, 2]) {
        const part = { ...at, UploadId, PartNumber, Body: 'small', ChecksumAlgorithm: 'CRC32' as const };
        const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(part));
        Parts.push({ PartNumber, ETag, ChecksumCRC32 });
      }
      const all = { ...at, UploadId, MultipartUpload: { Parts } };
      const refusal = await refusalOf(client.send(new CompleteMultipartUploadCommand(all)));
      same('the refusal', [400, 'EntityTooSmall'], refusal);
    },
  },
];

/** What the product assumes about S3 (decisions 068, 072). */
export const s3Facts: FactService<S3Sandbox> = {
  name: 's3',
  facts: [...objectFacts, ...addressFacts],
  open: async (environment) => openSandbox(environment),
};
