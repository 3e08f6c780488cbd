import { randomUUID } from 'node:crypto';
import { faultMessages, type AwsEmulator, type FaultKind } from '../aws';
import type { LocalClock } from '../clock';
import type { WireRequest, WireResponse } from '../wire';
import { notImplemented, ServiceError } from './errors';
import { completeUpload, createUpload, uploadPart } from './multipart';
import { ObjectStore } from './object-store';
import { escapeXml, xmlHeaders } from './parts';
import { checkPresigned, isPresigned } from './presigned';
import { putObjectLockConfiguration } from './object-lock';
import { readRequest, type S3Request } from './read-request';
import { checkWrite, getObject, putObject } from './objects';
import { deleteObject, listObjectVersions, putBucketVersioning } from './versions';

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

const errorXml = (status: number, code: string, message: string): WireResponse => ({
  status,
  headers: { ...xmlHeaders, 'x-amz-request-id': randomUUID() },
  body:
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code>` +
    `<Message>${escapeXml(message)}</Message><RequestId>${randomUUID()}</RequestId></Error>`,
});

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

type Operation = (request: WireRequest, asked: S3Request) => WireResponse | Promise<WireResponse>;

/** The operations on an existing bucket and its objects, by name. */
function objectOperations(store: ObjectStore, clock: LocalClock): Readonly<Record<string, Operation>> {
  /** A write of an upload in parts, whose headers are checked as those of a whole object. */
  const ofUpload =
    (write: typeof uploadPart) =>
    (request: WireRequest, asked: S3Request): Promise<WireResponse> => {
      checkWrite(request);
      return write(store, request, asked, clock.now());
    };
  return {
    PutObject: (request, asked) => putObject(store, request, asked, clock.now()),
    GetObject: (_request, asked) => getObject(store, asked, true),
    HeadObject: (_request, asked) => getObject(store, asked, false),
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
}

/** Amazon S3 (REST): private objects, read by the SDK or a presigned address. See README.md. */
export async function createS3Emulator({ clock, folder, secretOf = () => undefined }: S3Options): Promise<AwsEmulator> {
  const store = await ObjectStore.open(folder);
  const operations = objectOperations(store, clock);

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
    const operation = operations[asked.operation];
    if (!operation) throw notImplemented(asked.operation);
    if (!isThere) throw new ServiceError('NoSuchBucket', 404, 'The specified bucket does not exist');
    return operation(request, asked);
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
