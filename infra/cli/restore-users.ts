import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient, paginateListUserPools } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { administratorsIn, planRestore, restoreAll, type Step } from './restore/users';
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

const count = (steps: readonly Step[], kind: Step['kind']): number => steps.filter((step) => step.kind === kind).length;

function print(steps: readonly Step[]): void {
  console.log(`  ${count(steps, 'create')} are missing`);
  console.log(`  ${count(steps, 'finish')} were created by a restore that was interrupted`);
  console.log(`  ${count(steps, 'there')} are there`);
  for (const email of administratorsIn(steps)) console.log(`  ${email} was an administrator at the last sign-in`);
  for (const step of steps)
    if (step.kind === 'taken') console.log(`  the address of ${step.profile.userId} belongs to ${step.by}`);
}

/**
 * `npm run restore-users -- --stage NAME [--pool ID] [--yes]`: makes the users of a lost user pool again from their
 * profiles in the users table, with their own ids (decisions/accounts). Without `--yes` it only lists what it would do.
 * Safe to stop and to repeat. Exit code 1 if a user could not be restored.
 */
await runTool(async () => {
  const { stage, rest } = stageArgument(process.argv.slice(2));
  const { values } = parseArgs({ args: rest, options: { pool: { type: 'string' }, yes: { type: 'boolean' } } });
  const { region } = stage;
  const cognito = new CognitoIdentityProviderClient({ region, maxAttempts: 10 });
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ region, maxAttempts: 10 }));
  const pool = values.pool ?? (await findPool(cognito, stage));
  const target = { cognito, documents, pool, usersTable: physicalName(stage.name, 'users') };
  const steps = await planRestore(target);
  console.log(`The table ${target.usersTable} has ${steps.length} users. In the pool ${pool}:`);
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
