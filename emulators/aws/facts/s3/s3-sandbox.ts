import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  S3Client,
  type CreateBucketCommandInput,
} from '@aws-sdk/client-s3';
import { awsEndpoint } from '../aws-endpoint';
import type { Environment, OpenService } from '../../../platform/facts';

/** A bucket of the facts' own, named `portal-facts-…`, with one object at most; nothing else is touched. */
export interface S3Sandbox {
  client: S3Client;
  Bucket: string;
}

/** The object's key. */
export const Key = 'exports/2026年 1.zip';

/** Opens S3 at `AWS_ENDPOINT_URL_S3`, or in the region that `PROVE_REGION` names of the account of the credentials. */
export function openSandbox(environment: Environment): OpenService<S3Sandbox> {
  const { target, settings } = awsEndpoint(environment, 'AWS_ENDPOINT_URL_S3');
  const client = new S3Client({ ...settings, forcePathStyle: settings.endpoint !== undefined });
  // us-east-1 is where a bucket is made that names no region, and is not named itself.
  const LocationConstraint = settings.region as 'ap-northeast-1';
  const place: Partial<CreateBucketCommandInput> =
    settings.region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint } };
  const begin = async () => {
    const Bucket = `portal-facts-${randomUUID()}`;
    await client.send(new CreateBucketCommand({ Bucket, ...place }));
    const close = async (): Promise<void> => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      await client.send(new DeleteBucketCommand({ Bucket }));
    };
    return { sandbox: { client, Bucket }, close };
  };
  return { target, begin, close: () => Promise.resolve(client.destroy()) };
}
