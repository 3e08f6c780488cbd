import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient, paginateListUserPools } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { physicalName, userExportsName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { awsCli } from './doctor/aws-cli';
import { planRestore, type Step } from './restore/plan-restore';
import { readExport } from './restore/read-export';
import { restoreAll } from './restore/restore-all';
import { runTool, stageArgument } from './stage-argument';

/** The id of the stage's one pool. */
async function findPool(client: CognitoIdentityProviderClient, stage: StageSettings): Promise<string> {
  const found: string[] = [];
  for await (const { UserPools = [] } of paginateListUserPools({ client, pageSize: 60 }, { MaxResults: 60 }))
    found.push(...UserPools.flatMap(({ Id, Name }) => (Name === physicalName(stage.name, 'users') && Id ? [Id] : [])));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`The stage has ${found.length} user pools (${found.join(', ')}): name the new one, --pool ID`);
  return only;
}

async function accountOf(stage: StageSettings): Promise<string> {
  if (stage.account !== undefined) return stage.account;
  const { Account } = (await awsCli('sts', 'get-caller-identity')) as { Account: string };
  return Account;
}

const count = (steps: readonly Step[], kind: Step['kind']): number => steps.filter((step) => step.kind === kind).length;

function print(steps: readonly Step[]): void {
  console.log(`  ${count(steps, 'create')} are missing`);
  console.log(`  ${count(steps, 'finish')} were created by a restore that was interrupted`);
  console.log(`  ${count(steps, 'there')} are there`);
  console.log(`  ${count(steps, 'unconfirmed')} had not confirmed their registration: they register again`);
  for (const step of steps)
    if (step.kind === 'taken') console.log(`  the address of ${step.user.userId} belongs to ${step.by}`);
}

/**
 * `npm run restore-users -- --stage NAME [--night 2026-11-23] [--pool ID] [--yes]`: restores the users of a nightly
 * copy, the newest unless a night is named, into the stage's user pool, with their own ids (decision 055). Without
 * `--yes` it only lists what it would do. Safe to repeat. Exit code 1 if a user could not be restored.
 */
await runTool(async () => {
  const { stage, rest } = stageArgument(process.argv.slice(2));
  const { values } = parseArgs({
    args: rest,
    options: { night: { type: 'string' }, pool: { type: 'string' }, yes: { type: 'boolean' } },
  });
  const { region } = stage;
  const cognito = new CognitoIdentityProviderClient({ region, maxAttempts: 10 });
  const pool = values.pool ?? (await findPool(cognito, stage));
  const bucket = userExportsName(stage, await accountOf(stage));
  const { copy, users } = await readExport(new S3Client({ region }), bucket, values.night);
  const steps = await planRestore(cognito, pool, users);
  console.log(`The copy of ${copy.night} has ${users.length} users. In the pool ${pool}:`);
  print(steps);
  if (count(steps, 'taken') > 0) process.exitCode = 1;
  if (values.yes !== true) {
    console.log('Nothing was changed. Add --yes to restore the missing users.');
    return;
  }
  const { restored, deleted, failed } = await restoreAll(
    {
      cognito,
      documents: DynamoDBDocumentClient.from(new DynamoDBClient({ region, maxAttempts: 10 })),
      pool,
      usersTable: physicalName(stage.name, 'users'),
      groupsOf: (userId) =>
        Object.entries(copy.groups).flatMap(([group, members]) => (members.includes(userId) ? [group] : [])),
    },
    steps,
  );
  console.log(`${restored} users were restored, ${deleted} had deleted their accounts since.`);
  for (const { userId, reason } of failed) console.log(`  ${userId} could not be restored: ${reason}`);
  if (failed.length > 0) process.exitCode = 1;
});
