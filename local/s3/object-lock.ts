import type { WireRequest, WireResponse } from '../wire';
import { notImplemented, ServiceError } from './errors';
import type { LockRule, ObjectStore, StoredObject } from './object-store';
import type { S3Request } from './read-request';

const day = 86_400_000;

/** Locks every new object of a bucket with versions for a time (S3 user guide, "Configuring S3 Object Lock"). */
export async function putObjectLockConfiguration(
  store: ObjectStore,
  { body }: WireRequest,
  { bucket }: S3Request,
): Promise<WireResponse> {
  const [, mode, unit = '', count] =
    /<Mode>(GOVERNANCE|COMPLIANCE)<\/Mode>\s*<(Days|Years)>(\d+)</.exec(body.toString('utf8')) ?? [];
  if (!mode) throw notImplemented('An object lock without a default retention of mode, then days or years');
  if (!store.hasVersions(bucket))
    throw new ServiceError('InvalidBucketState', 409, 'Versioning must be enabled on the bucket to use Object Lock');
  const rule: LockRule = { mode: mode as LockRule['mode'], ms: Number(count) * (unit === 'Days' ? day : 365 * day) };
  await store.lockWith(bucket, rule);
  return { status: 200 };
}

/** A locked object needs a checksum of its content (S3 API reference, "PutObject", Content-MD5). */
export function requireChecksum(store: ObjectStore, { headers }: WireRequest, { bucket }: S3Request): void {
  if (store.lockOf(bucket) === undefined) return;
  if (Object.keys(headers).some((name) => name === 'content-md5' || name.startsWith('x-amz-checksum-'))) return;
  throw new ServiceError(
    'InvalidRequest',
    400,
    'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
  );
}

/**
 * Refuses the removal of a version that is locked; in governance mode whoever may bypass it says so in a header (S3
 * user guide, "Locking objects with Object Lock", "Retention modes").
 */
export function refuseLocked({ lock }: StoredObject, { headers }: WireRequest, now: number): void {
  if (!lock || lock.until <= now) return;
  if (lock.mode === 'GOVERNANCE' && headers['x-amz-bypass-governance-retention'] === 'true') return;
  throw new ServiceError('AccessDenied', 403, 'Access Denied because object protected by object lock.');
}
