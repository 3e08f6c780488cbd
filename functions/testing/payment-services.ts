import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { KintoneRestAPIClient } from '@kintone/rest-api-client';
import StripeSdk, { type Stripe } from 'stripe';
import { ensureCatalogue } from '#shared/catalogue';
import { legalTexts } from '#shared/model/legal-texts';
import { StillClock } from '#emulators/platform';
import {
  createDynamoDbEmulator,
  createSecretsEmulator,
  createSesEmulator,
  createSnsEmulator,
  createSqsEmulator,
} from '#emulators/aws';
import {
  type AccountSettings,
  createStripeEmulator,
  type StripeEmulator,
  type StripeEmulatorOptions,
} from '#emulators/stripe';
import { emptyTables, startServices, type Services, type Fault } from '../../local/testing/functions';
import { clock as productClock } from '#functions/platform/clock';
import { queryRange } from '#functions/platform/dynamodb/query';
import {
  readUser,
  sortKeys,
  userKey,
  usersTable,
  type SnapshotItem,
  type UserItems,
} from '#functions/platform/users-table';
import type { Browser } from './browser';
import { emptyExportsBucket, startExportsBucket } from './exports-bucket';
import { startPaymentRecords } from './payment-records';
import { signInOwner } from './sign-in-owner';
import { makeTaskQueue } from './task-queue';

export const webhookSecret = 'whsec_test';

/** Ways in which Stripe fails, by name. */
export const troubles: [string, Fault][] = [
  ['down', 'down'],
  ['lost after it acted', 'lost'],
  ['asked too much', 'busy'],
];

export interface ShopOwner {
  userId: string;
  browser: Browser;
}

export interface PaymentServices extends Services {
  clock: StillClock;
  emulator: StripeEmulator;
  /** Kintone's own client, for acting and checking as the staff; only for tests with `records`. */
  kintone: KintoneRestAPIClient;
  /** Stripe's own client on the same account, for acting and checking there. */
  stripe: Stripe;
  /** Deletes everything but the catalogue; before each test. */
  startAfresh: () => Promise<void>;
  /** A signed-in user. */
  createOwner: (email?: string) => Promise<ShopOwner>;
  userItems: (owner: ShopOwner) => Promise<UserItems & { snapshots: SnapshotItem[] }>;
  /** The subjects of the mails that went out, oldest first; for tests with `mails`. */
  mailed: () => string[];
  /** What the staff were told, oldest first. */
  toldStaff: () => string[];
  /** Replaces the keys in the secret. */
  rotateKeys: (keys: { secretKey: string; webhookSecret: string }) => Promise<void>;
}

type PaymentOptions = Pick<StripeEmulatorOptions, 'webhook' | 'realTime'> & {
  exports?: boolean;
  mails?: boolean;
  records?: boolean;
};

const hour = 3_600_000;

function stripeAt(url: string): Stripe {
  const { hostname: host, port } = new URL(url);
  return new StripeSdk('sk_test_local', { host, port, protocol: 'http', telemetry: false });
}

/**
 * Stripe with the catalogue, DynamoDB and Secrets Manager, once for a test file, on a clock that stands still.
 * `settings` are those of Stripe's dashboard; `exports` starts their bucket too, `mails` SES: without it mails wait;
 * `records` the record system. The rest are the emulator's own.
 */
export async function startPaymentServices(
  settings: Partial<AccountSettings> = {},
  { exports = false, mails = false, records: hasRecords = false, ...options }: PaymentOptions = {},
): Promise<PaymentServices> {
  const clock = new StillClock(Date.parse('2027-01-15T03:00:00Z'));
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
  jest.spyOn(productClock, 'wait').mockImplementation(() => new Promise((resolve) => void setTimeout(resolve, 20)));
  const dynamodb = await createDynamoDbEmulator({ clock, sweepMs: 0 });
  const secrets = await createSecretsEmulator({ clock });
  const emulator = await createStripeEmulator({ clock, settings, ...options });
  const sqs = await createSqsEmulator({ clock });
  const sns = await createSnsEmulator({ clock, outbox: async () => {} });
  const subjects: string[] = [];
  const ses = mails
    ? await createSesEmulator({ outbox: async ({ subject }) => void subjects.push(subject) })
    : undefined;
  const records = hasRecords ? await startPaymentRecords(clock) : undefined;
  const s3 = exports ? await startExportsBucket(clock) : undefined;
  const services = await startServices({
    dynamodb,
    secrets,
    sqs,
    sns,
    stripe: emulator,
    ...(ses && { ses }),
    ...(s3 && { s3 }),
    ...(records && { records: records.emulator }),
  });
  const [topics, secretsManager] = [new SNSClient({}), new SecretsManagerClient({})];
  const stripe = stripeAt(services.urls.stripe ?? '');
  // The SDK's own pause before it sends a request again: half a second of real time, in all of its clients.
  jest.spyOn(Object.getPrototypeOf(stripe) as StripeSdk, 'getInitialNetworkRetryDelay').mockReturnValue(0);

  let hasCatalogue = false;

  return {
    ...services,
    clock,
    emulator,
    stripe,
    kintone: records?.client() as KintoneRestAPIClient,
    async startAfresh() {
      services.clearFaults();
      await Promise.all([secrets, sqs, sns, emulator].map((one) => one.reset()));
      clock.advance(2 * hour); // the caches of containers from an earlier test have expired
      await emptyTables(dynamodb);
      await makeTaskQueue();
      subjects.length = 0;
      if (mails) process.env['MAIL_FROM'] = 'no-reply@example.jp';
      process.env['STAFF_TOPIC_ARN'] = (await topics.send(new CreateTopicCommand({ Name: 'staff' }))).TopicArn;
      if (s3) await emptyExportsBucket(s3);
      const { ARN } = await secretsManager.send(
        new CreateSecretCommand({
          Name: 'stripe',
          SecretString: JSON.stringify({ secretKey: 'sk_test_local', webhookSecret }),
        }),
      );
      process.env['STRIPE_SECRET_ARN'] = ARN;
      await records?.startAfresh();
      process.env['STRIPE_PUBLISHABLE_KEY'] = 'pk_test_local';
      process.env['REGISTRATION_NUMBER'] = 'T7123456789012';
      if (!hasCatalogue) await ensureCatalogue(stripe);
      emulator.keepCatalogue();
      hasCatalogue = true;
      services.operations.length = 0;
    },
    createOwner: (email) => signInOwner(email),
    mailed: () => [...subjects],
    toldStaff: () => sns.published().map(({ message }) => message),
    userItems: async ({ userId }) => ({
      ...(await readUser(userId, 'ownership')),
      snapshots: await queryRange(usersTable(), { pk: userKey(userId), beginning: sortKeys.snapshot('') }),
    }),
    rotateKeys: async (keys) => {
      const SecretString = JSON.stringify(keys);
      const put = { SecretId: process.env['STRIPE_SECRET_ARN'], SecretString };
      await secretsManager.send(new PutSecretValueCommand(put));
    },
  };
}

const acceptance = { termsVersion: legalTexts.terms.version, privacyVersion: legalTexts.privacy.version };

export const shopOnlyBody = {
  storeData: {
    storeName: '青山店',
    dealerCode: '123456',
    shippingName: '山田太郎',
    shippingPostalCode: '1070062',
    shippingState: '東京都',
    shippingLine1: '港区南青山1-1-1',
    shippingLine2: 'ビル2階',
    shippingPhone: '0312345678',
    useSameAddress: true,
    billingName: '',
    billingPostalCode: '',
    billingState: '',
    billingLine1: '',
    billingLine2: '',
  },
  acceptance,
};

const address = { postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1', line2: 'ビル2階', country: 'JP' };

export const subscribedBody = (
  subscriptionData: { revonizerQuantity: number; promoCode?: string } = { revonizerQuantity: 5 },
  line2 = address.line2,
) => ({
  storeData: {
    storeName: '青山店',
    dealerCode: '123456',
    email: 'owner@example.jp',
    shippingName: '山田太郎',
    shippingAddress: { ...address, line2 },
    billingName: '青山商会',
    billingAddress: { ...address, postal_code: '5300001', state: '大阪府', line1: '大阪市北区梅田1-1', line2: '' },
    shippingPhone: '0312345678',
    cardholderName: 'TARO YAMADA',
  },
  subscriptionData,
  acceptance,
});
