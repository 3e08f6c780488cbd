import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import {
  completeKey,
  exportedUserSchema,
  newestExport,
  partKey,
  userExportSchema,
  type ExportedUser,
  type UserExport,
} from '#shared/model/user-export';

async function read(client: S3Client, Bucket: string, Key: string): Promise<string> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return (await Body?.transformToString()) ?? '';
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NoSuchKey')) throw error;
    throw new Error(`The bucket ${Bucket} has no ${Key}: there is no complete copy of that night`, { cause: error });
  }
}

/**
 * A nightly copy of a pool's users, the newest unless a night (`2026-11-23`) is named.
 * @throws {Error} if there is none, or if objects of it are missing
 */
export async function readExport(
  client: S3Client,
  bucket: string,
  night?: string,
): Promise<{ copy: UserExport; users: ExportedUser[] }> {
  const text = await read(client, bucket, night === undefined ? newestExport : completeKey(night));
  const copy = userExportSchema.parse(JSON.parse(text));
  const users: ExportedUser[] = [];
  for (let part = 1; part <= copy.parts; part += 1) {
    const lines = (await read(client, bucket, partKey(copy.night, part))).split('\n').filter((line) => line !== '');
    users.push(...lines.map((line) => exportedUserSchema.parse(JSON.parse(line))));
  }
  if (users.length !== copy.users)
    throw new Error(`The copy of ${copy.night} names ${copy.users} users and has ${users.length}`);
  return { copy, users };
}
