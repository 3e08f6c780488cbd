import type { WireRequest } from '../../platform/index';

/** An error of S3's, with the code and status of its API reference ("Error responses"). */
export class ServiceError extends Error {
  constructor(
    readonly code:
      | 'AccessDenied'
      | 'BadDigest'
      | 'BucketAlreadyOwnedByYou'
      | 'BucketNotEmpty'
      | 'EntityTooLarge'
      | 'InvalidArgument'
      | 'NoSuchBucket'
      | 'NoSuchKey'
      | 'NotImplemented'
      | 'SignatureDoesNotMatch',
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const notImplemented = (what: string): ServiceError =>
  new ServiceError('NotImplemented', 501, `${what} is not supported by the S3 emulator`);

/** Operations by method and whether the path names an object (S3 API reference). */
const operations: Readonly<Record<string, string>> = {
  'PUT bucket': 'CreateBucket',
  'DELETE bucket': 'DeleteBucket',
  'PUT object': 'PutObject',
  'GET object': 'GetObject',
  'DELETE object': 'DeleteObject',
};

/** Queries that say how an object is returned, or sign the request; any other selects another operation. */
const knownQuery = /^(x-id|x-amz-\w+(-\w+)*|response-content-(type|disposition))$/i;

export interface S3Request {
  /** The vendor's name, e.g. `PutObject`; method and path if the emulator does not have it. */
  operation: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
}

/** Reads a path-style request, which the SDKs send to an address that is no domain of S3's. */
export function readRequest({ method, url }: Pick<WireRequest, 'method' | 'url'>): S3Request {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const [bucket = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
  const key = rest.join('/');
  const isKnown = bucket !== '' && [...searchParams.keys()].every((name) => knownQuery.test(name));
  const operation = isKnown ? operations[`${method} ${key === '' ? 'bucket' : 'object'}`] : undefined;
  return { operation: operation ?? `${method} ${url}`, bucket, key, query: searchParams };
}
