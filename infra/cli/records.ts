import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { connectionAs } from '#shared/model/record-connection';
import { recordApps } from '#shared/model/record-system';
import { accessFromShell } from './kintone-access';
import { makeApp, planApps, type AppPlan } from './records/make-apps';
import { runTool, stageArgument } from './stage-argument';

function print({ name, id, missing, lacksView, faults }: AppPlan): void {
  console.log(`${name}: ${id === undefined ? 'to be created' : `app ${id}`}`);
  for (const { code, type } of missing) console.log(`  lacks the field ${code} (${type})`);
  if (lacksView) console.log('  lacks the list for the staff');
  for (const fault of faults) console.log(`  correct it by hand: ${fault}`);
}

/**
 * `npm run records -- --stage NAME [--dry-run]`: creates the stage's apps in Kintone from the table that the portal
 * reads, with fields, rights and a list for the staff, and adds what existing apps lack. API tokens cannot do that:
 * KINTONE_USERNAME and KINTONE_PASSWORD name a user who may create apps, and the domain's basic authentication or
 * client certificate comes from the shell too (kintone-access.ts). Exit code 1 if people must correct something.
 */
await runTool(async () => {
  const { stage, rest } = stageArgument(process.argv.slice(2));
  const dryRun = rest.includes('--dry-run');
  const { KINTONE_USERNAME: username, KINTONE_PASSWORD: password } = process.env;
  if (!username || !password)
    throw new Error('Set the credentials of a Kintone user who may create apps: KINTONE_USERNAME, KINTONE_PASSWORD');
  const { apps: settings = {} } = stage.records;
  const connection = connectionAs({ username, password }, accessFromShell(), stage.records);
  const client = new KintoneRestAPIClient({ ...connection, socketTimeout: 30_000 });
  const plans = await planApps(client, settings);
  for (const plan of plans) print(plan);
  if (plans.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
  if (dryRun) return;
  console.log('\nThe stage’s records.apps (infra/stage/stages.ts), and the token to make in each app’s settings:');
  for (const plan of plans) {
    const id = await makeApp(client, plan, stage.records);
    console.log(
      `  ${plan.key}: { id: '${id}' }  token with the right to ${recordApps[plan.key].tokenRights.join(' and ')}`,
    );
  }
});
