import { AdminDisableUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { type DynamoDBDocumentClient, GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import pLimit from 'p-limit';
import { adminGroup, ownIdAttribute } from '#shared/constants';
import { toInternationalPhone } from '#shared/model/phone';
import { physicalName } from '../stage/names';
import {
  connectTo,
  createUser,
  setUnknownPassword,
  isUnfinished,
  type Pool,
  type PoolUser,
  unlessRefused,
  usersOf,
} from './pool';
import { runStageTool } from './stage';

/** Where lost users are made again, and from what. */
export interface Target extends Pool {
  documents: DynamoDBDocumentClient;
  usersTable: string;
}

/** What the portal keeps of everybody who has ever signed in (functions/platform/users-table.ts). */
interface Profile {
  userId: string;
  email: string;
  username: string;
  /** As it is typed in Japan. */
  phoneNumber?: string;
  /** Groups at the last sign-in. */
  groups?: string[];
  /** Staff had disabled the user. */
  disabled?: boolean;
}

export type Step = { profile: Profile } & (
  | { kind: 'create' }
  /** A restore that was interrupted has created them, under this name of Cognito's. */
  | { kind: 'finish'; poolName: string }
  | { kind: 'there' }
  /** Their address belongs to another user of the pool. */
  | { kind: 'taken'; by: string }
);

export interface Restored {
  restored: number;
  /** Deleted their accounts since the plan was made. */
  deleted: number;
  failed: { userId: string; reason: string }[];
}

/** Users restored at once, below Cognito's 30 requests a second (developer guide, "Quotas": UserAccountRecovery). */
const usersAtOnce = 4;

const profileKey = (userId: string) => ({ pk: `USER#${userId}`, sk: 'PROFILE' });

/** The profiles of all users who have one: a deleted account leaves none, nor does somebody who never signed in. */
async function* profiles({ documents: client, usersTable }: Target): AsyncGenerator<Profile> {
  const pages = paginateScan(
    { client },
    {
      TableName: usersTable,
      FilterExpression: 'sk = :profile AND attribute_exists(userId)',
      ExpressionAttributeValues: { ':profile': 'PROFILE' },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items as Profile[];
}

/** Whether a user was created by a restore that was interrupted before it set their password. */
const isInterrupted = (user: PoolUser): boolean => isUnfinished(user) && user.userId !== user.poolName;

/** What a restore into a pool has to do, by the profiles in the users table; changes nothing. */
export async function planRestore(target: Target): Promise<Step[]> {
  const { byId, byEmail } = await usersOf(target);
  const steps: Step[] = [];
  for await (const profile of profiles(target)) {
    const there = byId.get(profile.userId);
    const holder = byEmail.get(profile.email.toLowerCase());
    if (there && isInterrupted(there)) steps.push({ kind: 'finish', profile, poolName: there.poolName });
    else if (there) steps.push({ kind: 'there', profile });
    else steps.push(holder ? { kind: 'taken', profile, by: holder.userId } : { kind: 'create', profile });
  }
  return steps;
}

/** The addresses of those who were administrators at their last sign-in. */
export const administratorsIn = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ profile }) => (profile.groups?.includes(adminGroup) ? [profile.email] : []));

/** A profile's address was proven by a sign-in; its number counts as unproven without the second step. */
function create(target: Target, { userId, email, username, phoneNumber }: Profile): Promise<string> {
  const phone = phoneNumber === undefined ? undefined : toInternationalPhone(phoneNumber);
  const more = [
    ...(phone === undefined ? [] : [{ Name: 'phone_number', Value: phone }]),
    { Name: `custom:${ownIdAttribute}`, Value: userId },
  ];
  return createUser(target, { email, username, more });
}

/** Notes Cognito's new name of a user and that they were restored. False if the account is deleted. */
function nameInProfile({ documents, usersTable }: Target, userId: string, poolName: string): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: usersTable,
    Key: profileKey(userId),
    UpdateExpression: 'SET poolName = :poolName, restored = :true',
    ConditionExpression: 'attribute_exists(userId)',
    ExpressionAttributeValues: { ':poolName': poolName, ':true': true },
  });
  return documents.send(update).then(() => true, unlessRefused);
}

/** Restores a user, the password last, by which an unfinished one is known. False for one deleted since. */
async function restoreUser(target: Target, step: Step & { kind: 'create' | 'finish' }): Promise<boolean> {
  const { documents, usersTable, cognito, pool } = target;
  const { userId } = step.profile;
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable, Key: profileKey(userId), ConsistentRead: true }),
  );
  const profile = Item as Profile | undefined;
  if (profile?.userId === undefined) return false;
  const poolName = step.kind === 'finish' ? step.poolName : await create(target, profile);
  if (!(await nameInProfile(target, userId, poolName))) return false;
  if (profile.disabled) await cognito.send(new AdminDisableUserCommand({ UserPoolId: pool, Username: poolName }));
  await setUnknownPassword(target, poolName);
  return true;
}

/** Restores every user of a plan who is missing; one that fails delays no other. Safe to stop and to repeat. */
export async function restoreAll(target: Target, steps: readonly Step[]): Promise<Restored> {
  const done: Restored = { restored: 0, deleted: 0, failed: [] };
  const limit = pLimit(usersAtOnce);
  const restore = async (step: Step): Promise<void> => {
    if (step.kind !== 'create' && step.kind !== 'finish') return;
    try {
      if (await restoreUser(target, step)) done.restored += 1;
      else done.deleted += 1;
    } catch (error) {
      done.failed.push({ userId: step.profile.userId, reason: (error as Error).message });
    }
  };
  await Promise.all(steps.map((step) => limit(restore, step)));
  return done;
}

const count = (steps: readonly Step[], kind: Step['kind']): number => steps.filter((step) => step.kind === kind).length;

function print(steps: readonly Step[]): void {
  console.log(`  ${count(steps, 'create')} are missing`);
  console.log(`  ${count(steps, 'finish')} were created by a restore that was interrupted`);
  console.log(`  ${count(steps, 'there')} are there`);
  for (const email of administratorsIn(steps)) console.log(`  ${email} was an administrator at the last sign-in`);
  for (const step of steps)
    if (step.kind === 'taken') console.log(`  the address of ${step.profile.userId} belongs to ${step.by}`);
}

const usage = `npm run restore-users -- --stage NAME [--yes]

Makes the users of a lost user pool again in the stage's newest one, from their profiles in the users table and with
their own ids (docs/runbook.md, "The user pool is lost"). Without --yes it only lists what it would do. Safe to stop and
to repeat. Exit code 1 if a user could not be restored.`;

void runStageTool(import.meta.url, usage, { yes: { type: 'boolean' } }, async (stage, values) => {
  const target = { ...(await connectTo(stage)), usersTable: physicalName(stage.name, 'users') };
  const steps = await planRestore(target);
  console.log(`The table ${target.usersTable} has ${steps.length} users. In the pool ${target.pool}:`);
  print(steps);
  if (count(steps, 'taken') > 0) process.exitCode = 1;
  if (values.yes !== true) {
    console.log('Nothing was changed. Add --yes to restore the missing users.');
    return;
  }
  const { restored, deleted, failed } = await restoreAll(target, steps);
  console.log(`${restored} users were restored, ${deleted} had deleted their accounts meanwhile.`);
  for (const { userId, reason } of failed) console.log(`  ${userId} could not be restored: ${reason}`);
  if (failed.length > 0) process.exitCode = 1;
});
