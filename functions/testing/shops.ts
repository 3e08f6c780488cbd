import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import StripeSdk, { type Stripe } from 'stripe';
import { usersTable } from '#functions/platform/users-table';
import type { SignInServices } from './sign-in-services';

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const secrets = new SecretsManagerClient({});

/**
 * The settings by which Stripe's adapter finds its keys; needed after each `startAfresh` of services that include
 * Stripe.
 */
export async function keepStripeKeys(): Promise<void> {
  process.env['STRIPE_SECRET_ARN'] = 'stripe';
  await secrets.send(
    new CreateSecretCommand({
      Name: 'stripe',
      SecretString: JSON.stringify({ secretKey: 'sk_test_local', webhookSecret: 'whsec_test' }),
    }),
  );
}

/** Stripe's official client on the emulator, for checks in tests. */
export function stripeOf(services: SignInServices): Stripe {
  const { hostname, port } = new URL(services.urls.stripe ?? '');
  return new StripeSdk('sk_test_local', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** A request of the user that opens a shop is under way until then (unix milliseconds). */
export async function giveOpening(userId: string, until: number): Promise<void> {
  const lease = { id: 'somebody', until };
  const Item = { pk: `USER#${userId}`, sk: 'ONCE#1', state: 'working', lease };
  await documents.send(new PutCommand({ TableName: 'users', Item }));
}

/** Makes a shop the user's in the portal only, without Stripe. */
export async function giveShop(userId: string, customerId: string): Promise<void> {
  const createdAt = 1_800_000_000;
  await documents.send(
    new PutCommand({
      TableName: usersTable(),
      Item: { pk: `USER#${userId}`, sk: `SHOP#${customerId}`, customerId, createdAt },
    }),
  );
  await documents.send(
    new PutCommand({ TableName: usersTable(), Item: { pk: `CUSTOMER#${customerId}`, sk: '-', userId } }),
  );
}
