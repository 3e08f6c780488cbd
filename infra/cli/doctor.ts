import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { connectionOf } from '#shared/model/record-connection';
import type { StageSettings } from '../stage/stages';
import { checkRecords, expectedApps } from './check/check-records';
import { checkStripe } from './check/check-stripe';
import { asFinding, unknown, type Finding } from './check/finding';
import { awsCli } from './doctor/aws-cli';
import { lookAtAccount } from './doctor/look-at-account';
import { accessFromShell } from './kintone-access';
import { runTool, stageArgument } from './stage-argument';
import { stripeClient } from './stage-secrets';

/** Before a deployment the stage has no secrets, so the keys come from the shell. */
const variable = (name: string): string | undefined => process.env[name] || undefined;

async function stripeFindings({ portalOrigin, stripe, issuer }: StageSettings): Promise<Finding[]> {
  const secretKey = variable('STRIPE_SECRET_KEY');
  if (secretKey === undefined) return [unknown('Stripe', 'set STRIPE_SECRET_KEY to the key that the stage will have')];
  const { publishableKey, apiBase } = stripe;
  return checkStripe(stripeClient(secretKey, apiBase), { portalOrigin, publishableKey, secretKey, issuer });
}

async function recordFindings({ records }: StageSettings): Promise<Finding[]> {
  const tokens = variable('KINTONE_API_TOKEN');
  if (tokens === undefined) return [unknown('Kintone', 'set KINTONE_API_TOKEN to the tokens that the stage will have')];
  const connection = connectionOf({ apiToken: tokens, ...accessFromShell() }, records);
  const client = new KintoneRestAPIClient({ ...connection, socketTimeout: 10_000 });
  return checkRecords(client, expectedApps(records.apps ?? {}));
}

/**
 * `npm run doctor -- --stage NAME`: what a stage lacks before it is deployed, in the order in which to do it. Changes
 * nothing; exit code 1 if something is missing or could not be checked.
 */
await runTool(async () => {
  const { stage } = stageArgument(process.argv.slice(2));
  const findings = [
    ...(await lookAtAccount(awsCli, stage)),
    ...(await asFinding('Stripe', () => stripeFindings(stage))),
    ...(await asFinding('Kintone', () => recordFindings(stage))),
  ];
  for (const { what, say } of findings.filter(({ state }) => state === 'ok')) console.log(`ok       ${what}: ${say}`);
  const rest = findings.filter(({ state }) => state !== 'ok');
  for (const [index, { what, state, say }] of rest.entries())
    console.log(`${index + 1}. ${state === 'wrong' ? 'to do' : state}: ${what}: ${say}`);
  if (rest.some(({ state }) => state !== 'question')) process.exitCode = 1;
});
