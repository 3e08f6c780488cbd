import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { StillClock } from '#emulators/platform';
import { kintoneApps } from '../../local/services/services';
import { createKintoneEmulator, type KintoneEmulator, tokensFor } from '#emulators/kintone';
import {
  createDynamoDbEmulator,
  createSecretsEmulator,
  createSnsEmulator,
  createSqsEmulator,
  type SnsEmulator,
} from '#emulators/aws';
import { emptyTables, startServices, type Services } from '../../local/testing/functions';
import { defaultAppIds } from '#shared/model/record-system';
import { clock as productClock } from '#functions/platform/clock';
import { deviceKey, deviceSortKeys, type DeviceItem, type RepairItem } from '#functions/devices/items';
import { linkToShop } from '#functions/shops/shops-table';
import type { Browser } from './browser';
import { giveShop } from './shops';
import { signInOwner } from './sign-in-owner';
import { makeTaskQueue } from './task-queue';

const secret = 'test-token';
/** The secret end of the address of Kintone's webhooks. */
export const webhookPath = 'a-secret-end-of-the-webhooks-address';
/** The tokens that the product has, each with the rights of the table alone. */
const apiToken = tokensFor(secret, kintoneApps);

/** A shop with one subscription. */
interface TestShop {
  customerId: string;
  subscriptionId: string;
  /** @default active */
  status?: string;
}

export interface RequestServices extends Services {
  clock: StillClock;
  sns: SnsEmulator;
  records: KintoneEmulator;
  /** Kintone's own client on the emulator, for acting and checking as the staff. */
  kintone: KintoneRestAPIClient;
  /** Deletes everything; before each test. */
  startAfresh: () => Promise<void>;
  /** A signed-in user with shops; their names are 一号店, 二号店… */
  createOwner: (...shops: TestShop[]) => Promise<Browser>;
  /** Puts a device into the mirror: rented and shipped by default. */
  putDevice: (serialNumber: string, device: Partial<DeviceItem> & { subscriptionId: string }) => Promise<void>;
  putRepair: (serialNumber: string, repairId: string, completed: boolean) => Promise<void>;
  /** Items of the devices table whose partition key has this prefix, in the order of their keys. */
  items: (beginning: string) => Promise<Record<string, unknown>[]>;
  /** Replaces the secret end of the webhooks' address; undefined takes it away. */
  setWebhookPath: (path: string | undefined) => Promise<void>;
  /** The records of the staff's app of requests. */
  requestRecords: () => Promise<Record<string, { value: unknown }>[]>;
}

const numbers = ['一', '二', '三'];

/** The snapshot of a shop with one subscription without items. */
export function snapshotOf({ customerId, subscriptionId, status = 'active' }: TestShop, index: number) {
  const address = { postal_code: '1070062', state: '東京都', city: null, line1: '港区南青山1-1-1', line2: 'ビル2階' };
  const customer = {
    id: customerId,
    name: null,
    email: null,
    phone: null,
    created: 1_800_000_000 + index,
    address: null,
    shipping: { address, name: 'レンタル受付', phone: '0312345678' },
    default_payment_method: null,
    metadata: { サロン名: `${numbers[index]}号店` },
  };
  const subscription = {
    id: subscriptionId,
    status,
    cancel_at_period_end: false,
    ends_at: null,
    current_period_end: 1_900_000_000,
    current_period_start: 1_897_400_000,
    trial_end: null,
    items: [],
    discounts: [],
    default_payment_method: null,
  };
  return {
    customerId,
    readAtMs: Date.now(),
    booked: {},
    version: 0,
    linked: [subscriptionId],
    record: { customer, subscriptions: [subscription], payment_history: [], readAt: 1_800_000_000 },
  };
}

/** Writes and reads the devices table. */
const devicesTable = (
  documents: DynamoDBDocumentClient,
): Pick<RequestServices, 'putDevice' | 'putRepair' | 'items'> => ({
  async putDevice(serialNumber, device) {
    const item: DeviceItem = {
      serialNumber,
      recordId: 1,
      revision: 1,
      status: '出荷',
      statusUpdatedAt: null,
      deviceCategory: 'サブスク',
      subscriptionRentalAvailability: null,
      ...device,
    };
    await documents.send(
      new PutCommand({
        TableName: 'devices',
        Item: {
          pk: deviceKey(serialNumber),
          sk: deviceSortKeys.record,
          ...item,
        },
      }),
    );
  },
  async putRepair(serialNumber, repairId, completed) {
    const item: RepairItem = {
      repairId,
      revision: 1,
      serialNumber,
      reportedAt: null,
      item: null,
      completed,
      amount: null,
      underWarranty: null,
    };
    await documents.send(
      new PutCommand({
        TableName: 'devices',
        Item: { pk: deviceKey(serialNumber), sk: deviceSortKeys.repair(repairId), ...item },
      }),
    );
  },
  async items(beginning) {
    const { Items = [] } = await documents.send(
      new ScanCommand({
        TableName: 'devices',
        FilterExpression: 'begins_with(pk, :beginning)',
        ExpressionAttributeValues: { ':beginning': beginning },
        ConsistentRead: true,
      }),
    );
    return Items.toSorted((left, right) => String(left['sk']).localeCompare(String(right['sk'])));
  },
});

/**
 * The services that device requests need, once for a test file, on a clock that stands still: DynamoDB, secrets, the
 * record system, SNS.
 */
export async function startRequestServices(): Promise<RequestServices> {
  const clock = new StillClock(Date.parse('2027-01-15T03:00:00Z'));
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
  jest.spyOn(productClock, 'wait').mockImplementation(() => new Promise((resolve) => void setTimeout(resolve, 10)));
  const dynamodb = await createDynamoDbEmulator({ clock, sweepMs: 0 });
  const secrets = await createSecretsEmulator({ clock });
  const records = await createKintoneEmulator({ clock, secret, apps: kintoneApps });
  const sns = await createSnsEmulator({ clock, outbox: async () => {} });
  const sqs = await createSqsEmulator({ clock });
  const services = await startServices({ dynamodb, secrets, records, sns, sqs });
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const [topics, secretsManager] = [new SNSClient({}), new SecretsManagerClient({})];
  const kintone = new KintoneRestAPIClient({
    baseUrl: process.env['KINTONE_BASE_URL'] ?? '',
    auth: { username: 'staff', password: secret },
  });

  return {
    ...services,
    clock,
    sns,
    records,
    kintone,
    async startAfresh() {
      services.clearFaults();
      await Promise.all([secrets, records, sns, sqs].map((one) => one.reset()));
      clock.advance(86_400_000); // the caches of containers from an earlier test have expired
      await emptyTables(dynamodb);
      await makeTaskQueue();
      const { TopicArn } = await topics.send(new CreateTopicCommand({ Name: 'staff' }));
      process.env['STAFF_TOPIC_ARN'] = TopicArn;
      for (const [variable, Name, value] of [
        ['KINTONE_SECRET_ARN', 'records', { apiToken }],
        ['WEBHOOK_SECRET_ARN', 'webhook', { webhookPath }],
      ] as const)
        process.env[variable] = (
          await secretsManager.send(new CreateSecretCommand({ Name, SecretString: JSON.stringify(value) }))
        ).ARN;
      services.operations.length = 0;
    },
    async createOwner(...shops) {
      const { userId, browser } = await signInOwner();
      for (const [index, shop] of shops.entries()) {
        await giveShop(userId, shop.customerId);
        await linkToShop(shop.customerId, [shop.subscriptionId]);
        await documents.send(
          new PutCommand({
            TableName: 'users',
            Item: { pk: `USER#${userId}`, sk: `SNAPSHOT#${shop.customerId}`, ...snapshotOf(shop, index) },
          }),
        );
      }
      return browser;
    },
    ...devicesTable(documents),
    setWebhookPath: async (path) =>
      void (await secretsManager.send(
        new PutSecretValueCommand({
          SecretId: 'webhook',
          SecretString: JSON.stringify({ webhookPath: path }),
        }),
      )),
    requestRecords: async () =>
      (await kintone.record.getRecords({ app: defaultAppIds.requests, query: 'order by $id asc' })).records,
  };
}
