import { GetObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { requireEnv } from '../../runtime/environment';
import { clock } from '../clock';
import { attachmentNamed, openFor, s3 } from './s3';

/**
 * The archive: objects that are written once and never changed. Each stage has a bucket with versions; one that keeps
 * its data also locks the objects (decision 068).
 */
const Bucket = (): string => requireEnv('DOCUMENTS_BUCKET');

/**
 * Writes an object unless it is there: a repeated attempt, whose first response was lost, leaves the first one.
 * Only a key that is new is written (S3 user guide, "How to prevent object overwrites with conditional writes").
 */
export async function archiveObject(key: string, body: Buffer | string, contentType: string): Promise<void> {
  try {
    await s3.send(
      new PutObjectCommand({ Bucket: Bucket(), Key: key, Body: body, ContentType: contentType, IfNoneMatch: '*' }),
    );
  } catch (error) {
    if (!(error instanceof S3ServiceException && error.name === 'PreconditionFailed')) throw error;
  }
}

async function bodyOf(key: string) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: Bucket(), Key: key }));
  if (!Body) throw new Error(`The archive returned no body for ${key}`);
  return Body;
}

/** The text of an object. */
export const readObject = async (key: string): Promise<string> => (await bodyOf(key)).transformToString();

/** The bytes of an object. */
export const readBytes = async (key: string): Promise<Buffer> =>
  Buffer.from(await (await bodyOf(key)).transformToByteArray());

/** An address at which a browser downloads an object, under a name of its own. It works for five minutes. */
export const downloadAddress = (key: string, fileName: string): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: Bucket(),
      Key: key,
      ResponseContentDisposition: attachmentNamed(fileName),
    }),
    { expiresIn: openFor, signingDate: new Date(clock.now()) },
  );
