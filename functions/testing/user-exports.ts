import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startArchive } from './archive';
import { startSignInServices, type SignInServices } from './sign-in-services';
import { testServices } from './test-services';

export const exportBucket = 'user-exports';

/** The services of sign-ins, with the bucket of the nightly copies of users. */
export function servicesWithExports(): SignInServices & { readCopy: (key: string) => Promise<string> } {
  const services = testServices(() => startSignInServices(async (clock) => ({ s3: await startArchive(clock) })));
  beforeEach(async () => {
    process.env['USER_EXPORTS_BUCKET'] = exportBucket;
    await new S3Client({}).send(new CreateBucketCommand({ Bucket: exportBucket }));
  });
  return Object.assign(services, {
    readCopy: async (key: string) => {
      const { Body } = await new S3Client({}).send(new GetObjectCommand({ Bucket: exportBucket, Key: key }));
      return (await Body?.transformToString()) ?? '';
    },
  });
}
