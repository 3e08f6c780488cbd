import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireEnv } from '../../runtime/environment';

const client = new S3Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true },
});

/** Writes an object of a nightly copy. A key that is written again gets another version; the bucket keeps both. */
export async function putExport(key: string, body: string, contentType: string): Promise<void> {
  const Bucket = requireEnv('USER_EXPORTS_BUCKET');
  await client.send(new PutObjectCommand({ Bucket, Key: key, Body: body, ContentType: contentType }));
}
