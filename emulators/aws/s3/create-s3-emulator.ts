import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { faultMessages, type AwsEmulator, type FaultKind } from '../aws';
import type { LocalClock, WireRequest, WireResponse } from '../../platform/index';
import { ObjectStore } from './object-store';
import { checkPresigned, isPresigned } from './presigned';
import { notImplemented, readRequest, ServiceError, type S3Request } from './request';

export interface S3Options {
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

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const errorXml = (status: number, code: string, message: string): WireResponse => ({
  status,
  headers: { 'content-type': 'application/xml', 'x-amz-request-id': randomUUID() },
  body:
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code>` +
    `<Message>${escapeXml(message)}</Message><RequestId>${randomUUID()}</RequestId></Error>`,
});

/** The largest object of one PutObject: 5 GB (S3 user guide, "Uploading objects"), but here memory holds it. */
const largest = 50_000_000;

/** Headers of a write that the emulator obeys or that change nothing it shows; any other is refused by name. */
const writeHeaders = /^x-amz-(content-sha256|date|security-token|user-agent|(sdk-)?checksum-(crc32|algorithm))$/;

/** CRC32 as S3 writes it: base64 of four bytes, the highest first. */
function crc32Of(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

/** Refuses a write whose headers the emulator does not obey, whose body is too large or not what its checksum says. */
function checkWrite({ headers, body }: WireRequest): void {
  const other = Object.keys(headers).find(
    (name) => (name.startsWith('x-amz-') && !writeHeaders.test(name)) || /^if-|^content-disposition$/.test(name),
  );
  if (other !== undefined) throw notImplemented(`The header ${other}`);
  if (headers['content-encoding']?.includes('aws-chunked')) throw notImplemented('An upload in chunks');
  if (body.length > largest) throw new ServiceError('EntityTooLarge', 400, 'The object is too large.');
  if (![undefined, crc32Of(body)].includes(headers['x-amz-checksum-crc32']))
    throw new ServiceError('BadDigest', 400, 'The CRC32 you specified did not match the calculated checksum.');
}

async function putObject(
  store: ObjectStore,
  request: WireRequest,
  { bucket, key }: S3Request,
  modifiedAt: number,
): Promise<WireResponse> {
  checkWrite(request);
  const { headers, body } = request;
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  const contentType = headers['content-type'] ?? 'application/octet-stream';
  await store.put({ bucket, key, contentType, etag, modifiedAt, body });
  return { status: 200, headers: { etag } };
}

function getObject(store: ObjectStore, { bucket, key, query }: S3Request): WireResponse {
  const object = store.get(bucket, key);
  if (!object) throw new ServiceError('NoSuchKey', 404, 'The specified key does not exist.');
  const { contentType, etag, modifiedAt, body } = object;
  const disposition = query.get('response-content-disposition');
  return {
    status: 200,
    headers: {
      'content-type': query.get('response-content-type') ?? contentType,
      'content-length': String(body.length),
      'last-modified': new Date(modifiedAt).toUTCString(),
      etag,
      ...(disposition !== null && { 'content-disposition': disposition }),
    },
    body,
  };
}

/** Amazon S3 (REST): private objects, read by the SDK or a presigned address. See README.md. */
export async function createS3Emulator({ clock, folder, secretOf = () => undefined }: S3Options): Promise<AwsEmulator> {
  const store = await ObjectStore.open(folder);

  async function run(request: WireRequest): Promise<WireResponse> {
    const asked = readRequest(request);
    const { operation, bucket, key } = asked;
    if (isPresigned(asked)) {
      if (operation !== 'GetObject') throw notImplemented(`A presigned ${operation}`);
      await checkPresigned(request, asked, clock.now(), secretOf);
    } else if (!request.headers['authorization']?.startsWith('AWS4-'))
      throw new ServiceError('AccessDenied', 403, 'Access Denied');
    const isThere = store.hasBucket(bucket);
    if (operation === 'CreateBucket') {
      if (isThere) throw new ServiceError('BucketAlreadyOwnedByYou', 409, 'Your previous request succeeded.');
      await store.createBucket(bucket);
      return { status: 200, headers: { location: `/${bucket}` } };
    }
    if (!isThere) throw new ServiceError('NoSuchBucket', 404, 'The specified bucket does not exist');
    switch (operation) {
      case 'DeleteBucket':
        if (!store.isEmpty(bucket))
          throw new ServiceError('BucketNotEmpty', 409, 'The bucket you tried to delete is not empty');
        await store.removeBucket(bucket);
        return { status: 204 };
      case 'PutObject':
        return putObject(store, request, asked, clock.now());
      case 'GetObject':
        return getObject(store, asked);
      case 'DeleteObject':
        await store.remove(bucket, key);
        return { status: 204 };
      default:
        throw notImplemented(operation);
    }
  }

  return {
    operationOf: (request) => readRequest(request).operation,
    async respond(request) {
      try {
        return await run(request);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return errorXml(error.status, error.code, error.message);
      }
    },
    fault(kind, message = faultMessages[kind]) {
      const { status, code } = faults[kind];
      return errorXml(status, code, message);
    },
    /** An operation on an object needs a permission on the object (Service Authorization Reference, "Amazon S3"). */
    demandsOf(request) {
      const { operation, bucket, key } = readRequest(request);
      return [{ action: `s3:${operation}`, resource: `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}` }];
    },
    reset: () => store.clear(),
    close: () => Promise.resolve(),
  };
}
