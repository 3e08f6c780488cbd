import { createHash } from 'node:crypto';
import type { WireRequest, WireResponse } from '../wire';
import { notImplemented, ServiceError } from './errors';
import { requireChecksum } from './object-lock';
import type { ObjectStore } from './object-store';
import { crc32Of } from './parts';
import type { S3Request } from './read-request';
import { copyObject, versionOf } from './versions';

/** The largest object of one PutObject: 5 GB (S3 user guide, "Uploading objects"), but here memory holds it. */
const largest = 50_000_000;

/** Headers of a write that the emulator obeys or that change nothing it shows; any other is refused by name. */
const writeHeaders =
  /^x-amz-(content-sha256|date|security-token|user-agent|(sdk-)?checksum-(crc32|algorithm)|checksum-type)$/;

/** Refuses a write whose headers the emulator does not obey, whose body is too large or not what its checksum says. */
export function checkWrite({ headers, body }: WireRequest): void {
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

const versionHeader = (store: ObjectStore, bucket: string, versionId: string): Record<string, string> =>
  store.hasVersions(bucket) ? { 'x-amz-version-id': versionId } : {};

export async function putObject(
  store: ObjectStore,
  request: WireRequest,
  asked: S3Request,
  now: number,
): Promise<WireResponse> {
  const { headers, body } = request;
  const { bucket, key } = asked;
  if (headers['x-amz-copy-source'] !== undefined) return copyObject(store, request, asked, now);
  checkWrite(request);
  requireChecksum(store, request, asked);
  // docs: S3 user guide, "How to prevent object overwrites with conditional writes".
  if (headers['if-none-match'] === '*' && store.get(bucket, key))
    throw new ServiceError('PreconditionFailed', 412, 'At least one of the pre-conditions you specified did not hold');
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  const disposition = headers['content-disposition'];
  const versionId = await store.put({
    bucket,
    key,
    contentType: headers['content-type'] ?? 'application/octet-stream',
    ...(disposition !== undefined && { contentDisposition: disposition }),
    etag,
    modifiedAt: now,
    body,
  });
  return { status: 200, headers: { etag, ...versionHeader(store, bucket, versionId) } };
}

export function getObject(store: ObjectStore, asked: S3Request, withBody: boolean): WireResponse {
  const { contentType, contentDisposition, etag, modifiedAt, body, versionId } = versionOf(store, asked);
  const disposition = asked.query.get('response-content-disposition') ?? contentDisposition;
  return {
    status: 200,
    headers: {
      'content-type': asked.query.get('response-content-type') ?? contentType,
      'content-length': String(body.length),
      'last-modified': new Date(modifiedAt).toUTCString(),
      etag,
      ...versionHeader(store, asked.bucket, versionId),
      ...(disposition !== undefined && { 'content-disposition': disposition }),
    },
    ...(withBody && { body }),
  };
}
