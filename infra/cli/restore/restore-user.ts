import { randomBytes } from 'node:crypto';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ownIdAttribute } from '#shared/limits';
import type { ExportedUser } from '#shared/model/user-export';
import type { Step } from './plan-restore';

/** What a user is restored into. */
export interface Target {
  cognito: CognitoIdentityProviderClient;
  documents: DynamoDBDocumentClient;
  pool: string;
  usersTable: string;
  /** The names of the groups of a user, by own id. */
  groupsOf: (userId: string) => readonly string[];
}

/** What the portal knows of a user, newer than the nightly copy. */
interface Profile {
  email?: string;
  username?: string;
  deletedAt?: number;
}

const profileKey = (userId: string) => ({ pk: `USER#${userId}`, sk: 'PROFILE' });

async function profileOf({ documents, usersTable }: Target, userId: string): Promise<Profile> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable, Key: profileKey(userId), ConsistentRead: true }),
  );
  return (Item ?? {}) as Profile;
}

async function create({ cognito, pool }: Target, user: ExportedUser, profile: Profile): Promise<string> {
  const email = profile.email ?? user.email;
  const username = profile.username ?? user.username;
  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: pool,
      Username: email,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        // An address that is in the profile was proven by a sign-in.
        { Name: 'email_verified', Value: String(user.emailVerified || profile.email !== undefined) },
        { Name: 'name', Value: username ?? email },
        ...(user.phoneNumber === undefined
          ? []
          : [
              { Name: 'phone_number', Value: user.phoneNumber },
              { Name: 'phone_number_verified', Value: String(user.phoneVerified) },
            ]),
        { Name: `custom:${ownIdAttribute}`, Value: user.userId },
      ],
    }),
  );
  if (User?.Username === undefined) throw new Error('Cognito created a user without a name');
  return User.Username;
}

/** Tells the portal Cognito's new name of a user. A user who never signed in has no profile and needs none. */
async function nameInProfile({ documents, usersTable }: Target, userId: string, poolName: string): Promise<void> {
  try {
    await documents.send(
      new UpdateCommand({
        TableName: usersTable,
        Key: profileKey(userId),
        UpdateExpression: 'SET poolName = :poolName',
        ConditionExpression: 'attribute_exists(userId)',
        ExpressionAttributeValues: { ':poolName': poolName },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/**
 * Restores a user by the steps of a plan; returns false for one who deleted their account after the copy was made.
 * The password comes last: until then Cognito's status says that the user is unfinished, and a repeated restore
 * finishes them. Nobody knows the password; Cognito mails a link for another one only to a user who has one
 * (developer guide, "User account confirmation": FORCE_CHANGE_PASSWORD).
 */
export async function restoreUser(target: Target, step: Step & { kind: 'create' | 'finish' }): Promise<boolean> {
  const { user } = step;
  const profile = await profileOf(target, user.userId);
  if (profile.deletedAt !== undefined) return false;
  const { cognito, pool, groupsOf } = target;
  const poolName = step.kind === 'finish' ? step.poolName : await create(target, user, profile);
  const name = { UserPoolId: pool, Username: poolName };
  await nameInProfile(target, user.userId, poolName);
  for (const GroupName of groupsOf(user.userId))
    await cognito.send(new AdminAddUserToGroupCommand({ ...name, GroupName }));
  if (!user.enabled) await cognito.send(new AdminDisableUserCommand(name));
  const Password = randomBytes(32).toString('base64url');
  await cognito.send(new AdminSetUserPasswordCommand({ ...name, Password, Permanent: true }));
  return true;
}
