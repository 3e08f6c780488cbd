import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { type Emulator, type OutgoingMessage, StillClock } from '#emulators/platform';
import {
  createCognitoEmulator,
  createDynamoDbEmulator,
  createSecretsEmulator,
  createSesEmulator,
  createSnsEmulator,
  createSqsEmulator,
} from '#emulators/aws';
import { quickCrypto } from '#emulators/aws/testing';
import type { ServiceName } from '../../local/services/services';
import { emptyTables, startServices, type Services } from '../../local/testing/functions';
import { clock as productClock } from '#functions/platform/clock';
import { handler as customMessage } from '#functions/mails/custom-message';
import { testPool, type TestPool } from './user-pool';
import { makeTaskQueue } from './task-queue';

type MoreEmulators = Partial<Record<ServiceName, Emulator>>;

export interface SignInServices extends Services, TestPool {
  /** Deletes everything; before each test. */
  startAfresh: () => Promise<void>;
  clock: StillClock;
  messages: OutgoingMessage[];
  /** The six digits or the token of the newest message to this receiver. */
  newestCode: (to: string) => string;
  newestToken: (to: string) => string;
  /** Every item of a table. */
  items: (table: 'users' | 'audit') => Promise<Record<string, unknown>[]>;
}

/** A code that is not the right one. */
export const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

/** The text of the newest message to a receiver that matches the pattern's group. */
function newestMatch(messages: readonly OutgoingMessage[], to: string, pattern: RegExp): string {
  const found = pattern.exec(messages.find((message) => message.to === to)?.text ?? '')?.[1];
  if (found === undefined) throw new Error(`No message to ${to} with ${pattern}`);
  return found;
}

/**
 * The AWS services, and `more` services, once for a test file, on a clock that stands still. Responses with a minimum
 * time take no time.
 */
export async function startSignInServices(
  more: (clock: StillClock) => Promise<MoreEmulators> = async () => ({}),
): Promise<SignInServices> {
  const clock = new StillClock(Date.parse('2027-01-15T03:00:00Z'));
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
  jest.spyOn(productClock, 'wait').mockResolvedValue(undefined);
  const messages: OutgoingMessage[] = [];
  const outbox = async (message: OutgoingMessage) => void messages.unshift(message);
  const dynamodb = await createDynamoDbEmulator({ clock, sweepMs: 0 });
  const cognito = await createCognitoEmulator({
    clock,
    outbox,
    invokeTrigger: (_, event) => customMessage(event as CustomMessageTriggerEvent),
    ...quickCrypto,
  });
  const [secrets, ses, sns, sqs] = await Promise.all([
    createSecretsEmulator({ clock }),
    createSesEmulator({ outbox }),
    createSnsEmulator({ clock, outbox }),
    createSqsEmulator({ clock }),
  ]);
  const others = await more(clock);
  const services = await startServices({ dynamodb, cognito, secrets, ses, sns, sqs, ...others });
  const reader = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const pool = testPool(clock);

  /**
   * Empties the services for the next test. They keep their addresses, because the SDKs use the first address they were
   * given.
   */
  async function startAfresh(): Promise<void> {
    services.clearFaults();
    services.operations.length = 0;
    messages.length = 0;
    await Promise.all([cognito, secrets, sns, sqs, ...Object.values(others)].map((one) => one.reset()));
    await emptyTables(dynamodb);
    await makeTaskQueue();
    await pool.newPool();
  }

  return {
    ...services,
    ...pool,
    startAfresh,
    clock,
    messages,
    newestCode: (to) => newestMatch(messages, to, /(?<![\d.])(\d{6})(?!\d)/),
    newestToken: (to) => newestMatch(messages, to, /token=([\w.-]+)/),
    items: async (table) => {
      const { Items = [] } = await reader.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
      return Items;
    },
  };
}
