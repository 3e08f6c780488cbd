import * as z from 'zod/mini';
import { localStage } from '#shared/constants';
import { contactSchema, demoIssuer, issuerSchema } from '#shared/model/business';
import { limitsSchema } from '#shared/model/limits';
import { recordSettingsSchema } from '#shared/model/record-settings';

const like = (pattern: RegExp, what: string) => z.string().check(z.regex(pattern, what));
const origin = like(/^https?:\/\/[^/]+$/, 'an origin without a trailing slash, e.g. https://portal.example.jp');

/** The address of a stage without a domain until CloudFront's is known (docs/deploy.md, step 5): nobody can open it. */
export const unknownOrigin = 'https://not-deployed.invalid';

/** All settings that may differ between two stages. An unknown setting is refused. */
const stageSchema = z.strictObject({
  /** Prefix of physical names; lower case, digits and hyphens. */
  name: like(/^[a-z][a-z0-9-]{1,15}$/, 'lower-case letters, digits and hyphens, at most 16'),
  region: like(/^[a-z]{2}(-[a-z]+)+-[0-9]$/, 'an AWS region, e.g. ap-northeast-1'),
  /** AWS account; if absent, the account of the current credentials. A stage that keeps its data names it. */
  account: z.optional(like(/^[0-9]{12}$/, '12 digits')),

  /** The portal's address for people: a host of one's own, or CloudFront's, which its first deployment tells. */
  portalOrigin: z._default(origin, unknownOrigin),
  /** ACM certificate in us-east-1 for the host of `portalOrigin`; if absent, only CloudFront's own domain works. */
  certificateArn: z.optional(
    like(
      /^arn:aws:acm:us-east-1:[0-9]{12}:certificate\/[0-9a-f-]+$/,
      'the ARN of an ACM certificate in us-east-1 (CloudFront takes no other)',
    ),
  ),
  /** Route 53 zone in which the portal's host gets its record; if absent, the record is made by hand. */
  hostedZone: z.optional(
    z.strictObject({ id: like(/^Z[0-9A-Z]+$/, 'a hosted zone id, e.g. Z0123456789ABC'), name: z.string() }),
  ),
  /**
   * AWS WAF in front of CloudFront: its core and known-bad-input rules, and a limit of requests from one address in
   * five minutes (ten times as many for Stripe's events); if absent, no firewall. Until its `mode` is `block`, AWS's
   * rules only count what they would block (docs/runbook.md, "Requests refused at the edge").
   */
  waf: z.optional(
    z.strictObject({
      requestsIn5Minutes: z.int().check(z.minimum(100), z.maximum(2_000_000_000)),
      mode: z._default(z.enum(['count', 'block']), 'count'),
    }),
  ),
  /** CloudFront's flat-rate plan with the firewall (docs/costs.md); if absent, what is used is paid. */
  plan: z.optional(z.enum(['FREE', 'PRO'])),
  /** Requests a second, and in a burst, that the gateway accepts. */
  throttle: z.strictObject({ rate: z.int().check(z.minimum(1)), burst: z.int().check(z.minimum(1)) }),
  /** Limits other than those of shared/model/limits.ts, such as `{ smsSignIn: { stage: ['200/d'] } }` */
  limits: z.optional(limitsSchema),
  /** Sender address of mails, in a domain verified in SES; only the laptop's stage has none. */
  mailFrom: z.optional(z.email()),
  /** The default configuration set of the domain's identity in SES, if it has one. */
  mailConfigurationSet: z.optional(like(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, _ and -')),
  /** How many user pools the stage has had, the last in use; raised when it is lost (docs/runbook.md). */
  userPools: z._default(z.int().check(z.minimum(1), z.maximum(9)), 1),
  /** Of how many of these pools the client's secret was renewed (docs/runbook.md, "Renewing secrets"). */
  renewedClientSecrets: z._default(z.int().check(z.minimum(0), z.maximum(9)), 0),
  stripe: z.strictObject({ publishableKey: z.string().check(z.startsWith('pk_')) }),
  /** The invoices' issuer, registered for qualified invoices (適格請求書), if it is (decisions/subscriptions). */
  issuer: z.optional(issuerSchema),
  /** Where customers reach the staff; shown wherever a text names them (担当者), and in mails. */
  contact: contactSchema,
  /**
   * The record system (Kintone): its address, the number of the guest space with its apps, if they are in one, and
   * those numbers and field codes of its apps that differ from shared/model/record-system.ts. Tokens, basic
   * authentication and a client certificate are in the stage's secret (shared/model/record-settings.ts).
   */
  records: z.strictObject({
    baseUrl: origin,
    guestSpace: z.optional(like(/^[1-9][0-9]*$/, 'the number of a guest space')),
    apps: z.optional(recordSettingsSchema),
  }),
  /**
   * `retain` keeps tables, users and files when a stack is deleted and protects them from deletion; `destroy` is for
   * short-lived stages.
   */
  data: z.enum(['retain', 'destroy']),
  /**
   * The vault of another account or region, by its ARN, to which each night's copy of the tables of a stage with
   * `retain` goes too (docs/deploy.md, step 1); if absent, the copies stay in this account.
   */
  backupCopy: z.optional(
    like(/^arn:aws:backup:[a-z0-9-]+:[0-9]{12}:backup-vault:[\w-]{2,50}$/, 'the ARN of a backup vault'),
  ),
  /** An own KMS key for tables, secrets, buckets and topics, at a dollar a month; it stays on (decisions/stages). */
  ownKey: z._default(z.boolean(), false),
  logRetentionDays: z.literal([7, 30, 90, 365]),
  /**
   * Receive alarms by mail, after confirming the subscriptions once: `page` at any hour, `ticket` the next working day;
   * if absent, alarms show only in CloudWatch.
   */
  alarms: z.optional(z.strictObject({ page: z.email(), ticket: z.email() })),
  /**
   * How often CloudWatch Synthetics signs in as a test owner (docs/deploy.md, step 5), which costs by the run
   * (docs/costs.md); if absent, only health checks look from outside.
   */
  canary: z.optional(z.strictObject({ everyMinutes: z.literal([15, 60]) })),
  /** The address for reports of vulnerabilities (docs/security.md), for /.well-known/security.txt. */
  securityContact: z.optional(like(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'mailto:… or https://…')),
  /**
   * The GitHub repository whose workflows deploy and compare this stage, as GitHub's tokens name it: `owner/name`, but
   * `owner@id/name@id` if it was made or renamed on July 15, 2026 or later (GitHub documentation, "OpenID Connect
   * reference", "Immutable subject claims"). If absent, no workflow has a role.
   */
  github: z.optional(
    z.strictObject({
      repository: like(
        /^([\w.-]+\/[\w.-]+|[\w.-]+@\d+\/[\w.-]+@\d+)$/,
        'owner/name of a repository, or owner@id/name@id',
      ),
    }),
  ),
  /** Receives the staff's messages, after confirming the subscription; if absent, somebody subscribes by hand. */
  staffAddress: z.optional(z.email()),
  /** Whether somebody who registers finds the customers at Stripe whose invoices go to their address as their shops. */
  takesOverShops: z._default(z.boolean(), true),
  /**
   * Whether jobs run one at a time and webhooks a few, by reserved concurrency. An account needs 100 executions beside
   * the reserved ones, and a new account may have only ten in all (Lambda developer guide, "Configuring reserved
   * concurrency"): switch it on once the account's limit is raised.
   */
  reserveConcurrency: z._default(z.boolean(), false),
});
const deployedSchema = stageSchema.check(
  z.refine(({ mailFrom }) => mailFrom !== undefined, {
    path: ['mailFrom'],
    error: 'a deployed stage has a sender: Cognito’s own sends 50 mails a day',
  }),
  z.refine(({ data, account }) => data === 'destroy' || account !== undefined, {
    path: ['account'],
    error: 'a stage that keeps its data names its account: credentials of another one would make it there',
  }),
  z.refine(({ portalOrigin }) => portalOrigin.startsWith('https://'), { path: ['portalOrigin'], error: 'https' }),
  z.refine(({ hostedZone, certificateArn }) => hostedZone === undefined || certificateArn !== undefined, {
    path: ['hostedZone'],
    error: 'a host of one’s own needs its certificateArn too',
  }),
  z.refine(({ plan, waf }) => plan === undefined || waf !== undefined, {
    path: ['plan'],
    error: 'CloudFront gives a plan only with a firewall: set waf too',
  }),
  z.refine(({ certificateArn, portalOrigin }) => certificateArn === undefined || portalOrigin !== unknownOrigin, {
    path: ['portalOrigin'],
    error: 'a certificate is for a host: name it',
  }),
);

export type StageSettings = z.output<typeof stageSchema>;

type StageEntry = z.input<typeof stageSchema>;

/** One entry for each stage. `local` is for `npm start`; `example` shows the settings of a stage in AWS. */
const stages: Record<string, StageEntry> = {
  local: {
    name: 'local',
    region: 'ap-northeast-1',
    portalOrigin: 'http://localhost:3000',
    stripe: { publishableKey: 'pk_test_local' },
    issuer: demoIssuer,
    contact: {
      company: demoIssuer.name,
      address: demoIssuer.address,
      telephone: demoIssuer.telephone,
      hours: '平日 10:00〜18:00',
    },
    records: { baseUrl: 'https://local.cybozu.com' },
    logRetentionDays: 7,
    data: 'destroy',
    throttle: { rate: 100, burst: 200 },
    // Everybody on this computer shares one network address and one clock that may stand still; the demo data open
    // the 24 shops of a chain at once.
    limits: {
      change: { network: ['100000/10m'] },
      stripe: { network: ['10000/10s'], stage: ['10000/10s'] },
      order: { user: ['10000/m'], network: ['10000/10s'] },
      mail: { network: ['10000/15m'] },
      sms: { network: ['10000/15m'] },
    },
  },
  example: {
    name: 'example',
    region: 'ap-northeast-1',
    account: '111122223333',
    portalOrigin: 'https://portal.example.jp',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-0000-0000-000000000000',
    hostedZone: { id: 'Z0000000000EXAMPLE', name: 'example.jp' },
    waf: { requestsIn5Minutes: 2_000 },
    plan: 'FREE',
    mailFrom: 'no-reply@example.jp',
    stripe: { publishableKey: 'pk_live_example' },
    issuer: {
      name: '株式会社見本',
      address: '〒107-0062 東京都港区南青山1-2-3',
      telephone: '03-0000-0000',
      registrationNumber: 'T7123456789012',
    },
    contact: {
      company: '株式会社見本',
      address: '〒107-0062 東京都港区南青山1-2-3',
      telephone: '03-0000-0000',
      hours: '平日 10:00〜18:00',
    },
    records: { baseUrl: 'https://example.cybozu.com' },
    backupCopy: 'arn:aws:backup:ap-northeast-3:444455556666:backup-vault:portal-copies',
    ownKey: true,
    logRetentionDays: 365,
    data: 'retain',
    alarms: { page: 'on-call@example.jp', ticket: 'alarms@example.jp' },
    staffAddress: 'staff@example.jp',
    securityContact: 'mailto:security@example.jp',
    github: { repository: 'example@123456/portal@456789' },
    reserveConcurrency: true,
    throttle: { rate: 200, burst: 400 },
    limits: { smsSetUp: { stage: ['100/d'] }, smsSignIn: { stage: ['400/d'] } },
  },
};

export const stageNames = Object.keys(stages);

/** The checked settings of a stage, whose name is its key; throws with every wrong or missing setting. */
export function stageSettings(name: string, entries: Readonly<Record<string, StageEntry>> = stages): StageSettings {
  const settings = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (!settings)
    throw new Error(`There is no stage "${name}" in infra/stage/stages.ts; there are: ${stageNames.join(', ')}`);
  if (settings.name !== name)
    throw new Error(`The entry "${name}" of infra/stage/stages.ts has the name "${settings.name}": both are the same`);
  return parseStage(settings, name);
}

export function parseStage(settings: unknown, name: string): StageSettings {
  const schema = name === localStage ? stageSchema : deployedSchema;
  const result = schema.safeParse(settings);
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n');
  throw new Error(`Settings of stage "${name}" in infra/stage/stages.ts:\n${wrong}`);
}
