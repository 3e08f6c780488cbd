import type { WireRequest } from '../wire';

/** Operations by method, whether the path names an object, and the query that selects them (S3 API reference). */
const operations: Readonly<Record<string, string>> = {
  'PUT bucket': 'CreateBucket',
  'HEAD bucket': 'HeadBucket',
  'DELETE bucket': 'DeleteBucket',
  'PUT bucket object-lock': 'PutObjectLockConfiguration',
  'PUT bucket versioning': 'PutBucketVersioning',
  'GET bucket versions': 'ListObjectVersions',
  'PUT object': 'PutObject',
  'GET object': 'GetObject',
  'HEAD object': 'HeadObject',
  'DELETE object': 'DeleteObject',
  'POST object uploads': 'CreateMultipartUpload',
  'PUT object partNumber uploadId': 'UploadPart',
  'POST object uploadId': 'CompleteMultipartUpload',
};

/** Queries that select an operation, of a lock, of an upload in parts or of versions. */
const selecting = ['object-lock', 'partNumber', 'uploadId', 'uploads', 'versioning', 'versions'];

/** Queries that say how an object is returned, or sign the request; any other selects another operation. */
const knownQuery = /^(x-id|x-amz-\w+(-\w+)*|response-content-(type|disposition)|versionId|prefix)$/i;

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
  const other = [...searchParams.keys()].find((name) => !knownQuery.test(name) && !selecting.includes(name));
  const selected = selecting.filter((name) => searchParams.has(name));
  const operation = operations[[method, key === '' ? 'bucket' : 'object', ...selected].join(' ')];
  return {
    operation: bucket === '' || other !== undefined || operation === undefined ? `${method} ${url}` : operation,
    bucket,
    key,
    query: searchParams,
  };
}
