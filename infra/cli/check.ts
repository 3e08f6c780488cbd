import { setTimeout as sleep } from 'node:timers/promises';
import {
  CognitoIdentityProviderClient,
  AdminGetUserCommand,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { connectionOf, recordSecretSchema } from '#shared/model/record-settings';
import type { StageSettings } from '../stage/stages';
import { awsCli, lookAtAccount } from './check/check-account';
import { checkMessages, messageServices } from './check/check-messages';
import { checkPortal } from './check/check-portal';
import { checkRecords, checkWebhook, expectedApps } from './check/check-records';
import { checkStripe } from './check/check-stripe';
import { asFinding, unknown, wrong, type Finding, ok } from './check/finding';
import { findPool } from './pool';
import { accessFromShell, readStageSecret, runStageTool, stripeClient } from './stage';
import { adminGroup } from '#shared/constants';

/** The JSON of a secret, with the keys that people put in. */
type Secret = Record<string, string>;

const empty = (what: string): Finding => wrong(what, 'the secret is empty: put the values in (docs/deploy.md)');
/** Before its first deployment a stage has no secrets, so the keys come from the shell. */
const inShell = (what: string, variable: string): Finding =>
  unknown(what, `the stage has no such secret yet: set ${variable} to what it will hold`);

async function stripeFindings(stage: StageSettings, secret: Secret | undefined): Promise<Finding[]> {
  const what = 'Stripe keys';
  const secretKey = secret ? secret['secretKey'] : process.env['STRIPE_SECRET_KEY'];
  if (!secretKey || (secret && !secret['webhookSecret']))
    return [secret ? empty(what) : inShell(what, 'STRIPE_SECRET_KEY')];
  const { portalOrigin, stripe, issuer } = stage;
  const { publishableKey } = stripe;
  return checkStripe(stripeClient(secretKey), { portalOrigin, publishableKey, secretKey, issuer });
}

async function recordFindings(
  { portalOrigin, records }: StageSettings,
  secret: Secret | undefined,
  { webhookPath }: Secret,
): Promise<Finding[]> {
  const what = 'Kintone tokens';
  const apiToken = secret ? secret['apiToken'] : process.env['KINTONE_API_TOKEN'];
  if (!apiToken) return [secret ? empty(what) : inShell(what, 'KINTONE_API_TOKEN')];
  const access = secret ? recordSecretSchema.parse(secret) : { apiToken, ...accessFromShell() };
  const client = new KintoneRestAPIClient({ ...connectionOf(access, records), socketTimeout: 10_000 });
  const apps = expectedApps(records.apps ?? {});
  const found = await checkRecords(client, apps);
  if (webhookPath === undefined) return found;
  const webhooks = () => checkWebhook({ portalOrigin, webhookPath, apps: apps.map(({ id }) => id) });
  return [...found, ...(await asFinding('Kintone webhooks', webhooks))];
}

async function administratorFindings(stage: StageSettings): Promise<Finding[]> {
  const client = new CognitoIdentityProviderClient({ region: stage.region });
  return checkAdministrators(client, await findPool(client, stage));
}

const marks = { ok: 'ok      ', wrong: 'WRONG   ', unknown: 'unknown ', question: 'QUESTION' } as const;

/** Prints what was found; exit code 1 if something is wrong or could not be checked. */
function tell(findings: readonly Finding[]): void {
  for (const { what, state, say } of findings) console.log(`${marks[state]} ${what}: ${say}`);
  if (findings.some(({ state }) => state === 'wrong' || state === 'unknown')) process.exitCode = 1;
}

const wait = (seconds: number): Promise<void> => sleep(seconds * 1000);

const usage = `npm run check -- --stage NAME [--portal]

Checks the outside services that the stage relies on; before its first deployment also what the AWS account lacks.
Changes nothing. Settings that no API shows are printed as questions to people. With --portal it asks page and API
alone. Exit code 1 if something is wrong or could not be checked.`;

void runStageTool(import.meta.url, usage, { portal: { type: 'boolean' } }, async (stage, { portal }) => {
  if (portal) return tell(await checkPortal(stage.portalOrigin, wait));
  const keys: Partial<Record<'stripe' | 'records' | 'webhook', Secret | undefined>> = {};
  const findings = await asFinding('secrets of the stage', async () => {
    keys.stripe = await readStageSecret(stage, 'stripe');
    keys.records = await readStageSecret(stage, 'records');
    keys.webhook = await readStageSecret(stage, 'webhook');
    return [];
  });
  const isDeployed = keys.stripe !== undefined;
  findings.push(
    ...(isDeployed ? [] : await lookAtAccount(awsCli, stage)),
    ...(await checkMessages(messageServices(stage), stage, isDeployed)),
    ...(isDeployed ? await asFinding('administrators', () => administratorFindings(stage)) : []),
    ...(await asFinding('Stripe keys', () => stripeFindings(stage, keys.stripe))),
    ...(await asFinding('Kintone tokens', () => recordFindings(stage, keys.records, keys.webhook ?? {}))),
  );
  if (isDeployed) findings.push(...(await checkPortal(stage.portalOrigin, wait)));
  tell(findings);
});

/** An administrator without a second step gets no master password (decisions/impersonation), and is easily robbed. */
export async function checkAdministrators(client: CognitoIdentityProviderClient, pool: string): Promise<Finding[]> {
  const what = 'administrators';
  const group = { UserPoolId: pool, GroupName: adminGroup };
  const found: Finding[] = [];
  for await (const { Users = [] } of paginateListUsersInGroup({ client }, group))
    for (const { Username, Attributes = [], Enabled } of Users) {
      if (!Enabled) continue;
      const name = Attributes.find((one) => one.Name === 'email')?.Value ?? Username ?? '';
      const { UserMFASettingList = [] } = await client.send(new AdminGetUserCommand({ UserPoolId: pool, Username }));
      found.push(
        UserMFASettingList.length > 0
          ? ok(what, `${name} has a second step`)
          : wrong(what, `${name} has no second step: they set one up in the portal, or leave the group ${adminGroup}`),
      );
    }
  return found.length > 0 ? found : [wrong(what, `nobody is in the group ${adminGroup} (docs/deploy.md)`)];
}
