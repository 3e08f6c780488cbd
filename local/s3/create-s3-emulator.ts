import { createHash, randomUUID } from 'node:crypto';
import { faultMessages, type AwsEmulator, type FaultKind } from '../aws';
import type { LocalClock } from '../clock';
import type { WireRequest, WireResponse } from '../wire';
import { notImplemented, ServiceError } from './errors';
import { completeUpload, createUpload, uploadPart } from './multipart';
import { ObjectStore } from './object-store';
import { crc32Of, escapeXml, xmlHeaders } from './parts';
import { checkPresigned, isPresigned } from './presigned';
import { putObjectLockConfiguration, requireChecksum } from './object-lock';
import { readRequest, type S3Request } from './read-request';
import { copyObject, deleteObject, listObjectVersions, putBucketVersioning, versionOf } from './versions';

interface S3Options {
  clock: LocalClock;
  /** Folder of the objects; undefined keeps them in memory. */
  folder?: string | undefined;
  /** The secret of an access key, for presigned addresses. */
  secretOf?: (accessKeyId: string) => string | undefined;
}

const faults: Readonly<Record<FaultKind, { status: number; code: string }>> = {
  'access-denied': { status: 403, code: 'AccessDenied' },
  throttled: { status: 503, code: 'SlowDown' },
  failed: { status: 500, code: 'InternalError' },
};

/** The largest object of one PutObject (S3 user guide, "Uploading objects": 5 GB); here what memory bears. */
const largest = 50_000_000;

const errorXml = (status: number, code: string, message: string): WireResponse => ({
  status,
  headers: { ...xmlHeaders, 'x-amz-request-id': randomUUID() },
  body:
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code>` +
    `<Message>${escapeXml(message)}</Message><RequestId>${randomUUID()}</RequestId></Error>`,
});

/** Headers of a write that the emulator obeys or that change nothing it shows; any other is refused by name. */
const writeHeaders =
  /^x-amz-(content-sha256|date|security-token|user-agent|(sdk-)?checksum-(crc32|algorithm)|checksum-type)$/;

function checkWrite({ headers, body }: WireRequest): void {
  const other = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !writeHeaders.test(name));
  if (other !== undefined) throw notImplemented(`The header ${other}`);
  if (headers['content-encoding']?.includes('aws-chunked')) throw notImplemented('An upload in chunks');
  const onlyNew = headers['if-none-match'];
  if (onlyNew !== undefined && onlyNew !== '*')
    throw new ServiceError('NotImplemented', 501, 'If-None-Match of PutObject takes only *');
  if (headers['if-match'] !== undefined) throw notImplemented('If-Match');
  if (body.length > largest) throw new ServiceError('EntityTooLarge', 400, 'The object is too large.');
  const checksum = headers['x-amz-checksum-crc32'];
  if (checksum === undefined) return;
  if (crc32Of(body) !== checksum)
    throw new ServiceError('BadDigest', 400, 'The CRC32 you specified did not match the calculated checksum.');
}

/** Permissions that are named otherwise than their operation (Service Authorization Reference, "Amazon S3"). */
const actions: Readonly<Record<string, string>> = {
  HeadBucket: 'ListBucket',
  HeadObject: 'GetObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  ListObjectVersions: 'ListBucketVersions',
  PutObjectLockConfiguration: 'PutBucketObjectLockConfiguration',
};

/** Amazon S3 (REST): private objects, read by the SDK or a presigned address. See README.md. */
export async function createS3Emulator({ clock, folder, secretOf = () => undefined }: S3Options): Promise<AwsEmulator> {
  const store = await ObjectStore.open(folder);

  const versionHeader = (bucket: string, versionId: string): Record<string, string> =>
    store.hasVersions(bucket) ? { 'x-amz-version-id': versionId } : {};

  async function putObject(request: WireRequest, asked: S3Request): Promise<WireResponse> {
    const { headers, body } = request;
    const { bucket, key } = asked;
    if (headers['x-amz-copy-source'] !== undefined) return copyObject(store, request, asked, clock.now());
    checkWrite(request);
    requireChecksum(store, request, asked);
    // docs: S3 user guide, "How to prevent object overwrites with conditional writes".
    if (headers['if-none-match'] === '*' && store.get(bucket, key))
      throw new ServiceError(
        'PreconditionFailed',
        412,
        'At least one of the pre-conditions you specified did not hold',
      );
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    const disposition = headers['content-disposition'];
    const versionId = await store.put({
      bucket,
      key,
      contentType: headers['content-type'] ?? 'application/octet-stream',
      ...(disposition !== undefined && { contentDisposition: disposition }),
      etag,
      modifiedAt: clock.now(),
      body,
    });
    return { status: 200, headers: { etag, ...versionHeader(bucket, versionId) } };
  }

  function getObject(asked: S3Request, withBody: boolean): WireResponse {
    const { contentType, contentDisposition, etag, modifiedAt, body, versionId } = versionOf(store, asked);
    const disposition = asked.query.get('response-content-disposition') ?? contentDisposition;
    return {
      status: 200,
      headers: {
        'content-type': asked.query.get('response-content-type') ?? contentType,
        'content-length': String(body.length),
        'last-modified': new Date(modifiedAt).toUTCString(),
        etag,
        ...versionHeader(asked.bucket, versionId),
        ...(disposition !== undefined && { 'content-disposition': disposition }),
      },
      ...(withBody && { body }),
    };
  }

  /** A write of an upload in parts, whose headers are checked as those of a whole object. */
  const ofUpload =
    (write: typeof uploadPart) =>
    (request: WireRequest, asked: S3Request): Promise<WireResponse> => {
      checkWrite(request);
      return write(store, request, asked, clock.now());
    };
  const furtherOperations: Readonly<
    Record<string, (request: WireRequest, asked: S3Request) => WireResponse | Promise<WireResponse>>
  > = {
    PutObject: putObject,
    GetObject: (_request, asked) => getObject(asked, true),
    HeadObject: (_request, asked) => getObject(asked, false),
    DeleteObject: (request, asked) => deleteObject(store, request, asked, clock.now()),
    PutObjectLockConfiguration: (request, asked) => putObjectLockConfiguration(store, request, asked),
    DeleteBucket: async (_request, { bucket }) => {
      if (store.versions(bucket, '').length > 0)
        throw new ServiceError('BucketNotEmpty', 409, 'The bucket you tried to delete is not empty');
      await store.removeBucket(bucket);
      return { status: 204 };
    },
    PutBucketVersioning: (request, asked) => putBucketVersioning(store, request, asked),
    ListObjectVersions: (_request, asked) => listObjectVersions(store, asked),
    CreateMultipartUpload: ofUpload(createUpload),
    UploadPart: ofUpload(uploadPart),
    CompleteMultipartUpload: ofUpload(completeUpload),
  };

  async function run(request: WireRequest): Promise<WireResponse> {
    const asked = readRequest(request);
    if (isPresigned(asked)) {
      if (asked.operation !== 'GetObject') throw notImplemented(`A presigned ${asked.operation}`);
      await checkPresigned(request, asked, clock.now(), secretOf);
    } else if (!request.headers['authorization']?.startsWith('AWS4-'))
      throw new ServiceError('AccessDenied', 403, 'Access Denied');
    const isThere = store.hasBucket(asked.bucket);
    switch (asked.operation) {
      case 'CreateBucket':
        if (isThere) throw new ServiceError('BucketAlreadyOwnedByYou', 409, 'Your previous request succeeded.');
        await store.createBucket(asked.bucket);
        if (request.headers['x-amz-bucket-object-lock-enabled'] === 'true') await store.keepVersions(asked.bucket);
        return { status: 200, headers: { location: `/${asked.bucket}` } };
      case 'HeadBucket':
        return { status: isThere ? 200 : 404 };
    }
    const further = furtherOperations[asked.operation];
    if (!further) throw notImplemented(asked.operation);
    if (!isThere) throw new ServiceError('NoSuchBucket', 404, 'The specified bucket does not exist');
    return further(request, asked);
  }

  return {
    operationOf: (request) => readRequest(request).operation,
    async respond(request) {
      try {
        return await run(request);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const { status, code, message } = error;
        // A response to HEAD has no body.
        return request.method === 'HEAD' ? { status } : errorXml(status, code, message);
      }
    },
    fault(kind, message = faultMessages[kind]) {
      const { status, code } = faults[kind];
      return errorXml(status, code, message);
    },
    /** An operation on an object needs a permission on the object (Service Authorization Reference, "Amazon S3"). */
    demandsOf(request) {
      const { operation, bucket, key } = readRequest(request);
      return [
        {
          action: `s3:${actions[operation] ?? operation}`,
          resource: `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`,
        },
      ];
    },
    reset: () => store.clear(),
    close: () => Promise.resolve(),
  };
}
