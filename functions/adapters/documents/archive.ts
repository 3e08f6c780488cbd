import { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { requireEnv } from '../../runtime/environment';
import { clock } from '../clock';

/**
 * The archive: objects that are written once and never changed. Each stage has a bucket with versions; one that keeps
 * its data also locks the objects (decision 068).
 */
const client = new S3Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true },
});
const Bucket = (): string => requireEnv('DOCUMENTS_BUCKET');

/** How long the address of an object works, in seconds. */
const openFor = 300;

/**
 * Writes an object unless it is there: a repeated attempt, whose first response was lost, leaves the first one.
 * Only a key that is new is written (S3 user guide, "How to prevent object overwrites with conditional writes").
 */
export async function archiveObject(key: string, body: Buffer | string, contentType: string): Promise<void> {
  try {
    await client.send(
      new PutObjectCommand({ Bucket: Bucket(), Key: key, Body: body, ContentType: contentType, IfNoneMatch: '*' }),
    );
  } catch (error) {
    if (!(error instanceof S3ServiceException && error.name === 'PreconditionFailed')) throw error;
  }
}

/** The text of an object. */
export async function readObject(key: string): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: Bucket(), Key: key }));
  if (!Body) throw new Error(`The archive returned no body for ${key}`);
  return Body.transformToString();
}

/** An address at which a browser downloads an object, under a name of its own. It works for five minutes. */
export const downloadAddress = (key: string, fileName: string): Promise<string> =>
  getSignedUrl(
    client,
    new GetObjectCommand({
      Bucket: Bucket(),
      Key: key,
      ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    }),
    { expiresIn: openFor, signingDate: new Date(clock.now()) },
  );
