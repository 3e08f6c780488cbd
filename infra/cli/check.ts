import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import {
  GetSMSAttributesCommand,
  GetSMSSandboxAccountStatusCommand,
  paginateListSubscriptions,
  SNSClient,
  type Subscription,
} from '@aws-sdk/client-sns';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { connectionOf, recordSecretSchema } from '#shared/model/record-connection';
import type { StageSettings } from '../stage/stages';
import { checkMessages, type MessageServices } from './check/check-messages';
import { checkRecords, expectedApps } from './check/check-records';
import { checkStripe } from './check/check-stripe';
import { checkWebhook } from './check/check-webhook';
import { asFinding, wrong, type Finding } from './check/finding';
import { runTool, stageArgument } from './stage-argument';
import { readStageSecret, stripeClient } from './stage-secrets';

function messageServices(stage: StageSettings): MessageServices {
  const ses = new SESv2Client({ region: stage.region });
  const sns = new SNSClient({ region: stage.region });
  return {
    mailIdentity: (name) =>
      ses.send(new GetEmailIdentityCommand({ EmailIdentity: name })).catch((error: unknown) => {
        if (error instanceof NotFoundException) return undefined;
        throw error;
      }),
    mailAccount: () => ses.send(new GetAccountCommand({})),
    smsSandbox: () => sns.send(new GetSMSSandboxAccountStatusCommand({})),
    smsLimit: async () =>
      (await sns.send(new GetSMSAttributesCommand({ attributes: ['MonthlySpendLimit'] }))).attributes?.[
        'MonthlySpendLimit'
      ],
    subscriptions: async () => {
      const found: Subscription[] = [];
      for await (const { Subscriptions = [] } of paginateListSubscriptions({ client: sns }, {}))
        found.push(...Subscriptions);
      return found;
    },
  };
}

const notDeployed = (what: string): Finding => wrong(what, 'the stage has no such secret: deploy it first');
const empty = (what: string): Finding => wrong(what, 'the secret is empty: put the values in (docs/deploy.md)');

async function stripeFindings(stage: StageSettings): Promise<Finding[]> {
  const secret = await readStageSecret(stage, 'stripe');
  if (!secret) return [notDeployed('Stripe keys')];
  const { secretKey, webhookSecret } = secret;
  if (!secretKey || !webhookSecret) return [empty('Stripe keys')];
  const { portalOrigin, stripe, issuer } = stage;
  return checkStripe(stripeClient(secretKey, stripe.apiBase), {
    portalOrigin,
    publishableKey: stripe.publishableKey,
    secretKey,
    issuer,
  });
}

async function recordFindings(stage: StageSettings): Promise<Finding[]> {
  const secret = await readStageSecret(stage, 'records');
  if (!secret) return [notDeployed('Kintone tokens')];
  if (!secret['apiToken']) return [empty('Kintone tokens')];
  const { webhookPath, ...access } = recordSecretSchema.parse(secret);
  const client = new KintoneRestAPIClient({ ...connectionOf(access, stage.records), socketTimeout: 10_000 });
  const apps = expectedApps(stage.records.apps ?? {});
  const { portalOrigin } = stage;
  const webhooks = () => checkWebhook({ portalOrigin, webhookPath, apps: apps.map(({ id }) => id) });
  return [...(await checkRecords(client, apps)), ...(await asFinding('Kintone webhooks', webhooks))];
}

const marks = { ok: 'ok      ', wrong: 'WRONG   ', unknown: 'unknown ', question: 'QUESTION' } as const;

/**
 * `npm run check -- --stage NAME`: checks the outside services that the stage relies on. Changes nothing; exit code 1
 * if something is wrong or could not be checked. Settings that no API shows are printed as questions to people.
 */
await runTool(async () => {
  const { stage } = stageArgument(process.argv.slice(2));
  const findings = [
    ...(await asFinding('Stripe keys', () => stripeFindings(stage))),
    ...(await asFinding('Kintone tokens', () => recordFindings(stage))),
    ...(await checkMessages(messageServices(stage), stage)),
  ];
  for (const { what, state, say } of findings) console.log(`${marks[state]} ${what}: ${say}`);
  if (findings.some(({ state }) => state === 'wrong' || state === 'unknown')) process.exitCode = 1;
});
