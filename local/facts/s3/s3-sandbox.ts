import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectLockConfigurationCommand,
  S3Client,
  S3ServiceException,
  type CreateBucketCommandInput,
} from '@aws-sdk/client-s3';
import { awsEndpoint } from '../aws-endpoint';
import { Differs, type Environment, type OpenService } from '../fact';

/** Buckets of the facts' own, named `portal-facts-…`; nothing else is touched. */
export interface S3Sandbox {
  client: S3Client;
  /** As the SDK is by default, but without a checksum that nobody asks for. */
  withoutChecksums: S3Client;
  /** Makes a bucket, with versions, and a lock in governance mode for a day, if asked for; returns its name. */
  bucket: (kind?: 'plain' | 'versions' | 'locked') => Promise<string>;
}

/** Status and code of a request's refusal. */
export async function refusalOf(request: Promise<unknown>): Promise<[number | undefined, string]> {
  try {
    await request;
  } catch (error) {
    if (error instanceof S3ServiceException) return [error.$metadata.httpStatusCode, error.name];
    throw error;
  }
  throw new Differs('the request', 'refused', 'done');
}

/** Removes a bucket with all versions in it; only the facts' own locks, of governance mode, are bypassed. */
async function remove(client: S3Client, Bucket: string): Promise<void> {
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  for (const { Key, VersionId } of [...Versions, ...DeleteMarkers])
    await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId, BypassGovernanceRetention: true }));
  await client.send(new DeleteBucketCommand({ Bucket }));
}

/** Opens S3 at `AWS_ENDPOINT_URL_S3`, or in the region that `PROVE_REGION` names of the account of the credentials. */
export function openSandbox(environment: Environment): OpenService<S3Sandbox> {
  const { target, settings } = awsEndpoint(environment, 'AWS_ENDPOINT_URL_S3');
  const options = { ...settings, forcePathStyle: settings.endpoint !== undefined };
  const client = new S3Client(options);
  const withoutChecksums = new S3Client({ ...options, requestChecksumCalculation: 'WHEN_REQUIRED' });
  // us-east-1 is where a bucket is made that names no region, and is not named itself.
  const LocationConstraint = settings.region as 'ap-northeast-1';
  const place: Partial<CreateBucketCommandInput> =
    settings.region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint } };
  const begin = async () => {
    const made: string[] = [];
    const bucket: S3Sandbox['bucket'] = async (kind = 'plain') => {
      const Bucket = `portal-facts-${randomUUID()}`;
      await client.send(
        new CreateBucketCommand({ Bucket, ...place, ...(kind === 'locked' && { ObjectLockEnabledForBucket: true }) }),
      );
      made.push(Bucket);
      if (kind === 'versions')
        await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
      const Rule = { DefaultRetention: { Mode: 'GOVERNANCE' as const, Days: 1 } };
      const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled' as const, Rule };
      if (kind === 'locked')
        await client.send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }));
      return Bucket;
    };
    return {
      sandbox: { client, withoutChecksums, bucket },
      close: async () => {
        for (const name of made) await remove(client, name);
      },
    };
  };
  const close = (): Promise<void> => {
    client.destroy();
    withoutChecksums.destroy();
    return Promise.resolve();
  };
  return { target, begin, close };
}
