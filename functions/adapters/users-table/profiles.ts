import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents, usersTable } from './client';
import { unlessRefused } from './condition';
import type { ProfileItem } from './items';
import { sortKeys, userKey } from './keys';

const keyOf = (userId: string) => ({ pk: userKey(userId), sk: sortKeys.profile });

/**
 * Writes what Cognito says of a user, and begins the profile at the first sign-in; what the portal itself knows
 * stays.
 */
export async function recordSignIn(
  profile: Omit<ProfileItem, 'hasCompletedSetup' | 'createdAt'>,
  now: number,
): Promise<void> {
  const phone = profile.phoneNumber;
  await documents.send(
    new UpdateCommand({
      TableName: usersTable(),
      Key: keyOf(profile.userId),
      UpdateExpression:
        'SET userId = :userId, email = :email, username = :username, #groups = :groups, hasCompletedSetup = if_not_exists(hasCompletedSetup, :false), ' +
        `createdAt = if_not_exists(createdAt, :now)${phone === undefined ? ' REMOVE phoneNumber' : ', phoneNumber = :phone'}`,
      ExpressionAttributeNames: { '#groups': 'groups' },
      ExpressionAttributeValues: {
        ':userId': profile.userId,
        ':email': profile.email,
        ':username': profile.username,
        ':groups': profile.groups,
        ':false': false,
        ':now': now,
        ...(phone !== undefined && { ':phone': phone }),
      },
    }),
  );
}

/** What a user may change of a profile; `phoneNumber: null` takes the number away. */
export type ProfileChange = Partial<Pick<ProfileItem, 'username' | 'email'>> & { phoneNumber?: string | null };

/** Idempotent; never begins a profile that is not there. */
export async function changeProfile(userId: string, change: ProfileChange): Promise<void> {
  const given = Object.entries(change);
  const set = given.filter(([, value]) => value !== null);
  const remove = given.filter(([, value]) => value === null);
  await documents.send(
    new UpdateCommand({
      TableName: usersTable(),
      Key: keyOf(userId),
      UpdateExpression: [
        ...(set.length > 0 ? [`SET ${set.map(([name]) => `${name} = :${name}`).join(', ')}`] : []),
        ...(remove.length > 0 ? [`REMOVE ${remove.map(([name]) => name).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: 'attribute_exists(pk)',
      ...(set.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
      }),
    }),
  );
}

/** Idempotent; never begins a profile that is not there. */
export async function keepSetupComplete(userId: string): Promise<void> {
  await documents.send(
    new UpdateCommand({
      TableName: usersTable(),
      Key: keyOf(userId),
      UpdateExpression: 'SET hasCompletedSetup = :true',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':true': true },
    }),
  );
}

/**
 * From now on nobody opens a shop for this user (see recordCustomer), until it is taken back. Safe to repeat; `now`
 * in unix seconds.
 */
export async function markDeleting(userId: string, now: number): Promise<void> {
  await unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: keyOf(userId),
        UpdateExpression: 'SET deletingSince = :now',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':now': now },
      }),
    ),
  );
}

/** The account stays after all. Safe to repeat. */
export async function unmarkDeleting(userId: string): Promise<void> {
  await unlessRefused(
    documents.send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: keyOf(userId),
        UpdateExpression: 'REMOVE deletingSince',
        ConditionExpression: 'attribute_exists(pk)',
      }),
    ),
  );
}
