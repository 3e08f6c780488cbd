import type { LocalClock } from '#emulators/platform';
import type { AwsEmulator } from '#emulators/aws';

/** The bucket of exports, whose presigned addresses are signed with the credentials of tests. */
export async function startExportsBucket(clock: LocalClock): Promise<AwsEmulator> {
  const { createS3Emulator } = await import('#emulators/aws');
  return createS3Emulator({ clock, secretOf: () => process.env['AWS_SECRET_ACCESS_KEY'] });
}

/** Empties the bucket. */
export async function emptyExportsBucket(s3: AwsEmulator): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  await s3.reset();
  const client = new S3Client({});
  process.env['EXPORTS_BUCKET'] = 'exports';
  await client.send(new CreateBucketCommand({ Bucket: 'exports' }));
  client.destroy();
}
