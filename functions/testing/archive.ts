import type { LocalClock } from '../../local/clock';
import type { AwsEmulator } from '../../local/aws';

/** The archive's bucket, whose presigned addresses are signed with the credentials of tests. */
export async function startArchive(clock: LocalClock): Promise<AwsEmulator> {
  const { createS3Emulator } = await import('../../local/s3/create-s3-emulator');
  return createS3Emulator({ clock, secretOf: () => process.env['AWS_SECRET_ACCESS_KEY'] });
}

/** Empties the archive, and creates its bucket and that of exports again. */
export async function emptyArchive(s3: AwsEmulator): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  await s3.reset();
  process.env['DOCUMENT_YEARS'] = '10';
  process.env['REGISTRATION_NUMBER'] = 'T7123456789012';
  const client = new S3Client({});
  for (const [name, Bucket] of Object.entries({ DOCUMENTS_BUCKET: 'documents', EXPORTS_BUCKET: 'exports' })) {
    process.env[name] = Bucket;
    await client.send(new CreateBucketCommand({ Bucket }));
  }
  client.destroy();
}
