import type { WireRequest, WireResponse } from '../wire';
import { notImplemented, ServiceError } from './errors';
import { refuseLocked } from './object-lock';
import type { ObjectStore, StoredObject } from './object-store';
import { escapeXml, xmlHeaders } from './parts';
import type { S3Request } from './read-request';

/** The most versions that one list has (S3 API reference, "ListObjectVersions"); further pages are not made here. */
const mostListed = 1000;

/** Switches the versions of a bucket on. Suspending them is not emulated. */
export async function putBucketVersioning(
  store: ObjectStore,
  { body }: WireRequest,
  { bucket }: S3Request,
): Promise<WireResponse> {
  if (!/<Status>Enabled<\/Status>/.test(body.toString('utf8'))) throw notImplemented('A bucket whose versions end');
  await store.keepVersions(bucket);
  return { status: 200 };
}

/**
 * The object of a request, of the version that it names. A delete marker cannot be read: as the newest version it is a
 * missing key, by its id it is 405 (S3 user guide, "Working with delete markers").
 */
export function versionOf(store: ObjectStore, { bucket, key, query }: S3Request): StoredObject {
  const versionId = query.get('versionId') ?? undefined;
  const object = store.get(bucket, key, versionId);
  if (object?.isDeleteMarker)
    throw new ServiceError('MethodNotAllowed', 405, 'The specified method is not allowed against this resource.');
  if (object) return object;
  if (versionId === undefined) throw new ServiceError('NoSuchKey', 404, 'The specified key does not exist.');
  throw new ServiceError('NoSuchVersion', 404, 'The specified version does not exist.');
}

/**
 * In a bucket with versions a deletion adds a marker; with a version's id it removes that version for good, a marker
 * too, after which the object is there again (S3 user guide, "Deleting object versions", "Removing delete markers").
 */
export async function deleteObject(
  store: ObjectStore,
  request: WireRequest,
  { bucket, key, query }: S3Request,
  now: number,
): Promise<WireResponse> {
  const versionId = query.get('versionId');
  if (versionId !== null) {
    const object = store.get(bucket, key, versionId);
    if (object) refuseLocked(object, request, now);
    const isDeleteMarker = object?.isDeleteMarker === true;
    await store.remove(bucket, key, versionId);
    const marker = isDeleteMarker && { 'x-amz-delete-marker': 'true' };
    return { status: 204, headers: { 'x-amz-version-id': versionId, ...marker } };
  }
  if (!store.hasVersions(bucket)) {
    await store.remove(bucket, key);
    return { status: 204 };
  }
  const body = Buffer.alloc(0);
  const marker = { bucket, key, isDeleteMarker: true, contentType: '', etag: '', modifiedAt: now, body };
  return { status: 204, headers: { 'x-amz-version-id': await store.put(marker), 'x-amz-delete-marker': 'true' } };
}

/** CopyObject within the emulator; a version that is copied over its own object becomes the newest one again. */
export async function copyObject(
  store: ObjectStore,
  { headers }: WireRequest,
  { bucket, key }: S3Request,
  now: number,
): Promise<WireResponse> {
  const source = new URL(`http://s3/${(headers['x-amz-copy-source'] ?? '').replace(/^\//, '')}`);
  const [from = '', ...rest] = source.pathname.slice(1).split('/').map(decodeURIComponent);
  const asked = { operation: 'CopyObject', bucket: from, key: rest.join('/'), query: source.searchParams };
  const { contentType, contentDisposition, etag, body } = versionOf(store, asked);
  const versionId = await store.put({
    bucket,
    key,
    contentType,
    ...(contentDisposition !== undefined && { contentDisposition }),
    etag,
    modifiedAt: now,
    body,
  });
  const time = new Date(now).toISOString();
  return {
    status: 200,
    headers: { ...xmlHeaders, ...(store.hasVersions(bucket) && { 'x-amz-version-id': versionId }) },
    body:
      `<?xml version="1.0" encoding="UTF-8"?><CopyObjectResult><ETag>${escapeXml(etag)}</ETag>` +
      `<LastModified>${time}</LastModified></CopyObjectResult>`,
  };
}

/** Every version and delete marker under a prefix, the newest of each key first. */
export function listObjectVersions(store: ObjectStore, { bucket, query }: S3Request): WireResponse {
  const prefix = query.get('prefix') ?? '';
  const found = store.versions(bucket, prefix);
  if (found.length > mostListed) throw notImplemented(`A list of more than ${mostListed} versions`);
  const rows = found.map((object) => {
    const { key, versionId, isDeleteMarker, modifiedAt, etag, body } = object;
    const isLatest = found.find((one) => one.key === key) === object;
    const common =
      `<Key>${escapeXml(key)}</Key><VersionId>${versionId}</VersionId><IsLatest>${isLatest}</IsLatest>` +
      `<LastModified>${new Date(modifiedAt).toISOString()}</LastModified>`;
    return isDeleteMarker
      ? `<DeleteMarker>${common}</DeleteMarker>`
      : `<Version>${common}<ETag>${escapeXml(etag)}</ETag><Size>${body.length}</Size></Version>`;
  });
  return {
    status: 200,
    headers: xmlHeaders,
    body:
      `<?xml version="1.0" encoding="UTF-8"?><ListVersionsResult><Name>${escapeXml(bucket)}</Name>` +
      `<Prefix>${escapeXml(prefix)}</Prefix><MaxKeys>${mostListed}</MaxKeys><IsTruncated>false</IsTruncated>` +
      `${rows.join('')}</ListVersionsResult>`,
  };
}
