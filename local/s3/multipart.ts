import { createHash, randomUUID } from 'node:crypto';
import type { WireRequest, WireResponse } from '../wire';
import { ServiceError } from './errors';
import type { ObjectStore, StoredObject } from './object-store';
import { crc32Of, escapeXml, xmlHeaders } from './parts';
import type { S3Request } from './read-request';

/**
 * Uploads in parts (S3 user guide, "Uploading and copying objects using multipart upload"). An upload and its parts are
 * objects of a bucket of their own, whose name no request can have, so that they outlive a restart.
 */
const hidden = 'multipart uploads';
/** Bytes of every part but the last (S3 user guide, "Amazon S3 multipart upload limits"). */
const leastPart = 5 * 1024 * 1024;
const mostParts = 10_000;

const md5 = (body: Buffer): Buffer => createHash('md5').update(body).digest();
const partKey = (uploadId: string, number: number): string => `${uploadId}/${number}`;

function uploadOf(store: ObjectStore, { bucket, key, query }: S3Request): { uploadId: string; upload: StoredObject } {
  const uploadId = query.get('uploadId') ?? '';
  const upload = store.get(hidden, uploadId);
  // Also after it was completed or aborted (S3 API reference, "CompleteMultipartUpload").
  if (!upload || upload.body.toString() !== `${bucket}/${key}`)
    throw new ServiceError(
      'NoSuchUpload',
      404,
      'The specified upload does not exist. The upload ID may be invalid, ' +
        'or the upload may have been aborted or completed.',
    );
  return { uploadId, upload };
}

export async function createUpload(
  store: ObjectStore,
  { headers }: WireRequest,
  { bucket, key }: S3Request,
  now: number,
): Promise<WireResponse> {
  const uploadId = randomUUID();
  await store.put({
    bucket: hidden,
    key: uploadId,
    contentType: headers['content-type'] ?? 'application/octet-stream',
    etag: '',
    modifiedAt: now,
    body: Buffer.from(`${bucket}/${key}`),
  });
  return {
    status: 200,
    headers: xmlHeaders,
    body:
      `<?xml version="1.0" encoding="UTF-8"?><InitiateMultipartUploadResult><Bucket>${escapeXml(bucket)}</Bucket>` +
      `<Key>${escapeXml(key)}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  };
}

/** Keeps a part; one of the same number is replaced. */
export async function uploadPart(
  store: ObjectStore,
  { body }: WireRequest,
  asked: S3Request,
  now: number,
): Promise<WireResponse> {
  const { uploadId } = uploadOf(store, asked);
  const number = Number(asked.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > mostParts)
    throw new ServiceError(
      'InvalidArgument',
      400,
      `Part number must be an integer between 1 and ${mostParts}, inclusive`,
    );
  const etag = `"${md5(body).toString('hex')}"`;
  await store.put({
    bucket: hidden,
    key: partKey(uploadId, number),
    contentType: 'application/octet-stream',
    etag,
    modifiedAt: now,
    body,
  });
  return { status: 200, headers: { etag, 'x-amz-checksum-crc32': crc32Of(body) } };
}

interface NamedPart {
  number: number;
  etag: string;
  crc32: string | undefined;
}

function partsNamedIn(body: Buffer): NamedPart[] {
  const parts = [...body.toString('utf8').matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => {
    const field = (name: string): string | undefined =>
      new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(part)?.[1]?.replaceAll('&quot;', '"');
    return { number: Number(field('PartNumber')), etag: field('ETag') ?? '', crc32: field('ChecksumCRC32') };
  });
  if (parts.length === 0)
    throw new ServiceError('MalformedXML', 400, 'The XML you provided was not well-formed or did not validate.');
  return parts;
}

/** Makes the object of the parts that the request names, in ascending order; all but the last have 5 MiB at least. */
export async function completeUpload(
  store: ObjectStore,
  request: WireRequest,
  asked: S3Request,
  now: number,
): Promise<WireResponse> {
  const { uploadId, upload } = uploadOf(store, asked);
  const named = partsNamedIn(request.body);
  if (named.some(({ number }, index) => index > 0 && number <= (named[index - 1]?.number ?? 0)))
    throw new ServiceError('InvalidPartOrder', 400, 'The list of parts was not in ascending order.');
  const parts = named.map(({ number, etag, crc32 }) => {
    const part = store.get(hidden, partKey(uploadId, number));
    if (!part || part.etag !== etag || (crc32 !== undefined && crc32 !== crc32Of(part.body)))
      throw new ServiceError('InvalidPart', 400, 'One or more of the specified parts could not be found.');
    return part.body;
  });
  if (parts.slice(0, -1).some(({ length }) => length < leastPart))
    throw new ServiceError('EntityTooSmall', 400, 'Your proposed upload is smaller than the minimum allowed size');
  const etag = `"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}"`;
  const { bucket, key } = asked;
  const body = Buffer.concat(parts);
  await store.put({ bucket, key, contentType: upload.contentType, etag, modifiedAt: now, body });
  await store.remove(hidden, uploadId);
  for (const { number } of named) await store.remove(hidden, partKey(uploadId, number));
  return {
    status: 200,
    headers: xmlHeaders,
    body:
      `<?xml version="1.0" encoding="UTF-8"?><CompleteMultipartUploadResult><Bucket>${escapeXml(bucket)}</Bucket>` +
      `<Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`,
  };
}
