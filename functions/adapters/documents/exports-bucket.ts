import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { requireEnv } from '../../runtime/environment';
import { clock } from '../clock';

/** One client for each container. Endpoint, region and credentials are the SDK's own settings. */
const s3 = new S3Client({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 60_000, throwOnRequestTimeout: true },
});

/** How long a presigned address of an export works, in seconds. */
const openFor = 300;

/** The exports that owners download: objects that the bucket removes after seven days. */
const at = (key: string) => ({ Bucket: requireEnv('EXPORTS_BUCKET'), Key: key });

/** Keeps a ZIP, in place of the one before. */
export async function putExport(key: string, zip: Uint8Array): Promise<void> {
  await s3.send(new PutObjectCommand({ ...at(key), Body: zip, ContentType: 'application/zip' }));
}

/** An address at which a browser downloads an export under a name (RFC 6266); it works for five minutes. */
export const exportAddress = (key: string, fileName: string): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      ...at(key),
      ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    }),
    { expiresIn: openFor, signingDate: new Date(clock.now()) },
  );
