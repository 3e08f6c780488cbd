import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { requireEnv } from '../../runtime/environment';
import { clock } from '../clock';
import { attachmentNamed, openFor, s3 } from './s3';

/** The exports that owners download: objects that the bucket removes after some days (decision 072). */
const at = (Key: string) => ({ Bucket: requireEnv('EXPORTS_BUCKET'), Key });

/** The size of a part in bytes. S3 takes parts of at least 5 MiB, except the last one, and at most 10,000 parts. */
export const partSize = 6 * 1024 * 1024;

export type UploadedPart = CompletedPart;

/** Begins an object that is uploaded in parts and returns the upload's id. Unfinished ones are removed after a day. */
export async function beginUpload(key: string): Promise<string> {
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({ ...at(key), ContentType: 'application/zip', ChecksumAlgorithm: 'CRC32' }),
  );
  if (UploadId === undefined) throw new Error('S3 began an upload without an id');
  return UploadId;
}

/** Uploads a part; one of the same number is replaced, so that it may be repeated. */
export async function uploadPart(key: string, uploadId: string, number: number, body: Buffer): Promise<UploadedPart> {
  const { ETag, ChecksumCRC32 } = await s3.send(
    new UploadPartCommand({
      ...at(key),
      UploadId: uploadId,
      PartNumber: number,
      Body: body,
      ChecksumAlgorithm: 'CRC32',
    }),
  );
  return { PartNumber: number, ETag, ChecksumCRC32 };
}

/**
 * Uploads the last part and makes the object of them all. If the response was lost, the next attempt finds the object:
 * an upload is gone once it is completed (S3 API reference, "CompleteMultipartUpload").
 */
export async function finishUpload(
  key: string,
  uploadId: string,
  parts: readonly UploadedPart[],
  last: Buffer,
): Promise<void> {
  try {
    const Parts = [...parts, await uploadPart(key, uploadId, parts.length + 1, last)];
    await s3.send(new CompleteMultipartUploadCommand({ ...at(key), UploadId: uploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    if (!(error instanceof S3ServiceException && error.name === 'NoSuchUpload')) throw error;
    await s3.send(new HeadObjectCommand(at(key)));
  }
}

/** Keeps a text, in place of the one before. */
export async function putText(key: string, text: string): Promise<void> {
  await s3.send(new PutObjectCommand({ ...at(key), Body: text, ContentType: 'application/json' }));
}

export async function readText(key: string): Promise<string> {
  const { Body } = await s3.send(new GetObjectCommand(at(key)));
  if (!Body) throw new Error(`S3 returned no body for ${key}`);
  return Body.transformToString();
}

/** An address at which a browser downloads an export under a name; it works for five minutes. */
export const exportAddress = (key: string, fileName: string): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ ...at(key), ResponseContentDisposition: attachmentNamed(fileName) }), {
    expiresIn: openFor,
    signingDate: new Date(clock.now()),
  });
