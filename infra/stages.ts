import * as z from 'zod/mini';
import { attemptLimitsSchema, defaultAttemptLimits } from '../shared/model/attempt-limits';
import { recordSettingsSchema } from '../shared/model/record-settings';

const origin = z.string().check(z.regex(/^https?:\/\/[^/]+$/, 'an origin without a trailing slash, e.g. https://portal.example.jp'));

/** All that may differ between two stages; anything else is the same everywhere. */
export const stageSchema = z.object({
  /** Prefix of physical names; lower case, digits and hyphens. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,15}$/, 'lower-case letters, digits and hyphens, at most 16')),
  region: z.string(),
  /** AWS account; left out, the account of the credentials at hand. */
  account: z.optional(z.string().check(z.regex(/^[0-9]{12}$/, '12 digits'))),
  /** Where people open the portal. */
  portalOrigin: origin,
  /** ACM certificate in us-east-1 for the host of `portalOrigin`; left out, CloudFront's own domain answers only. */
  certificateArn: z.optional(z.string()),
  /** Address that mails come from, verified in SES; left out, Cognito's own sender (50 mails a day). */
  mailFrom: z.optional(z.email()),
  stripe: z.object({
    publishableKey: z.string().check(z.startsWith('pk_')),
    /** Other addresses than Stripe's own; for tests against a compatible server. */
    apiBase: z.optional(z.url()),
    jsUrl: z.optional(z.url()),
  }),
  /** The record system (Kintone). Numbers and field codes of its apps only where they differ from shared/model/record-system.ts. */
  records: z.object({ baseUrl: origin, apps: z.optional(recordSettingsSchema) }),
  postalLookupUrl: z.url(),
  /** How often every shop's last known state is compared with Stripe, in minutes. */
  reconcileMinutes: z.int().check(z.minimum(5), z.maximum(1440)),
  /** How often what changed in the record system is mirrored, in minutes. */
  syncMinutes: z.int().check(z.minimum(1), z.maximum(1440)),
  logRetentionDays: z.literal([7, 30, 90, 365]),
  /** `retain` keeps tables, users and files when a stack is deleted and protects them from deletion; `destroy` is for short-lived stages. */
  data: z.enum(['retain', 'destroy']),
  /** Requests a second and at once that the gateway lets through. */
  /** Failed sign-ins, codes and mails; left out, the defaults of shared/model/attempt-limits.ts. */
  attemptLimits: z._default(attemptLimitsSchema, defaultAttemptLimits),
  throttle: z.object({ rate: z.int().check(z.minimum(1)), burst: z.int().check(z.minimum(1)) }),
});
export type StageSettings = z.output<typeof stageSchema>;

/** One entry a stage. `local` is what `npm start` runs; `example` shows what a stage in AWS fills in. */
const stages: Record<string, z.input<typeof stageSchema>> = {
  local: {
    name: 'local',
    region: 'ap-northeast-1',
    portalOrigin: 'http://localhost:3000',
    stripe: { publishableKey: 'pk_test_local' },
    records: { baseUrl: 'https://local.cybozu.com' },
    postalLookupUrl: 'https://zipcloud.ibsnet.co.jp/api/search',
    reconcileMinutes: 60,
    syncMinutes: 10,
    logRetentionDays: 7,
    data: 'destroy',
    throttle: { rate: 100, burst: 200 },
  },
  example: {
    name: 'example',
    region: 'ap-northeast-1',
    portalOrigin: 'https://portal.example.jp',
    mailFrom: 'no-reply@example.jp',
    stripe: { publishableKey: 'pk_live_example' },
    records: { baseUrl: 'https://example.cybozu.com' },
    postalLookupUrl: 'https://zipcloud.ibsnet.co.jp/api/search',
    reconcileMinutes: 60,
    syncMinutes: 10,
    logRetentionDays: 365,
    data: 'retain',
    throttle: { rate: 200, burst: 400 },
  },
};

/** The settings of a stage, checked; throws with the name of every wrong or missing setting. */
export function stageSettings(name: string): StageSettings {
  const settings = stages[name];
  if (!settings) throw new Error(`There is no stage "${name}" in infra/stages.ts; there are: ${Object.keys(stages).join(', ')}`);
  return parseStage(settings, name);
}

export function parseStage(settings: unknown, name: string): StageSettings {
  const result = stageSchema.safeParse(settings);
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n');
  throw new Error(`Settings of stage "${name}" in infra/stages.ts:\n${wrong}`);
}
