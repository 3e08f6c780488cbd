import { S3Client } from '@aws-sdk/client-s3';

/** One client for each container. Endpoint, region and credentials are the SDK's own settings. */
export const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true },
});

/** How long a presigned address of an object works, in seconds. */
export const openFor = 300;

/** The header that makes a browser save an object under a name (RFC 6266). */
export const attachmentNamed = (fileName: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;
