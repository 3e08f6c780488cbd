import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminInitiateAuthCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  CreateGroupCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  SetUserPoolMfaConfigCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { TOTP } from 'otpauth';
import { ownIdAttribute } from '#shared/limits';
import { StillClock } from '../../local/clock';
import { createCognitoEmulator } from '../../local/cognito/create-cognito-emulator';
import { secretHash } from '../../local/cognito/services/secret-hash';
import { quickCrypto } from '../../local/cognito/testing/quick-crypto';
import { testDynamoDb } from '../../local/testing/dynamodb';
import type { OutgoingMessage } from '../../local/outbox';
import { createSecretsEmulator } from '../../local/secrets/create-secrets-emulator';
import { createSesEmulator } from '../../local/ses/create-ses-emulator';
import { createSnsEmulator } from '../../local/sns/create-sns-emulator';
import type { ServiceName } from '../../local/services/services';
import { createTable, startServices, type Services } from '../../local/testing/functions';
import type { Emulator } from '../../local/wire';
import { clock as productClock } from '../adapters/clock';
import { handler as customMessage } from '../triggers/custom-message';

interface NewUser {
  email: string;
  password?: string;
  username?: string;
  /** E.164. */
  phoneNumber?: string;
  mfa?: 'sms' | 'totp';
  admin?: boolean;
}

export interface TestUser {
  userId: string;
  email: string;
  password: string;
  /** The current code of the authenticator app. */
  appCode: () => string;
}

type MoreEmulators = Partial<Record<ServiceName, Emulator>>;

export interface SignInServices extends Services {
  /** Deletes everything; before each test. */
  startAfresh: () => Promise<void>;
  /** An empty pool takes the place of the one in use, as if that had been lost. */
  newPool: () => Promise<void>;
  clock: StillClock;
  messages: OutgoingMessage[];
  /** The six digits or the token of the newest message to this receiver. */
  newestCode: (to: string) => string;
  newestToken: (to: string) => string;
  createUser: (user: NewUser) => Promise<TestUser>;
  disable: (userId: string) => Promise<void>;
  /** Makes a user an administrator. */
  promote: (userId: string) => Promise<void>;
  /** Takes an administrator out of the group. */
  remove: (userId: string) => Promise<void>;
  /** Every item of a table. */
  items: (table: 'users' | 'audit') => Promise<Record<string, unknown>[]>;
}

/** A code that is not the right one. */
export const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

/** The user pool, its client and its group as the auth stack declares them. */
async function createPool(
  client: CognitoIdentityProviderClient,
): Promise<{ pool: { UserPoolId: string }; client: { id: string; secret: string } }> {
  const { UserPool } = await client.send(
    new CreateUserPoolCommand({
      PoolName: 'users',
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      Schema: [{ Name: ownIdAttribute, AttributeDataType: 'String', Mutable: false }],
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 8,
          RequireLowercase: false,
          RequireUppercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
        },
      },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      SmsConfiguration: { SnsCallerArn: 'arn:aws:iam::000000000000:role/sms', ExternalId: 'test' },
      LambdaConfig: { CustomMessage: 'arn:aws:lambda:ap-northeast-1:000000000000:function:custom-message' },
    }),
  );
  const pool = { UserPoolId: UserPool?.Id ?? '' };
  await client.send(
    new SetUserPoolMfaConfigCommand({
      ...pool,
      MfaConfiguration: 'OPTIONAL',
      SoftwareTokenMfaConfiguration: { Enabled: true },
      SmsMfaConfiguration: {
        SmsConfiguration: { SnsCallerArn: 'arn:aws:iam::000000000000:role/sms', ExternalId: 'test' },
      },
    }),
  );
  const { UserPoolClient } = await client.send(
    new CreateUserPoolClientCommand({
      ...pool,
      ClientName: 'portal',
      GenerateSecret: true,
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      AuthSessionValidity: 3,
    }),
  );
  await client.send(new CreateGroupCommand({ ...pool, GroupName: 'admin' }));
  return { pool, client: { id: UserPoolClient?.ClientId ?? '', secret: UserPoolClient?.ClientSecret ?? '' } };
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
  const dynamodb = await testDynamoDb(clock);
  const cognito = await createCognitoEmulator({
    clock,
    outbox: async (message) => void messages.unshift(message),
    invokeTrigger: (_, event) => customMessage(event as CustomMessageTriggerEvent),
    ...quickCrypto,
  });
  const outbox = async (message: OutgoingMessage) => void messages.unshift(message);
  const [secrets, ses, sns] = await Promise.all([
    createSecretsEmulator({ clock }),
    createSesEmulator({ outbox }),
    createSnsEmulator({ clock, outbox }),
  ]);
  const others = await more(clock);
  const services = await startServices({ dynamodb, cognito, secrets, ses, sns, ...others });
  const reader = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const client = new CognitoIdentityProviderClient({});
  const secretsClient = new SecretsManagerClient({});
  let pool = { UserPoolId: '' };
  let appClient = { id: '', secret: '' };
  async function setUpApp(email: string, password: string): Promise<TOTP> {
    const { AuthenticationResult } = await client.send(
      new AdminInitiateAuthCommand({
        ...pool,
        ClientId: appClient.id,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password, SECRET_HASH: secretHash(appClient, email) },
      }),
    );
    const AccessToken = AuthenticationResult?.AccessToken ?? '';
    const { SecretCode } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const app = new TOTP({ secret: SecretCode ?? '' });
    await client.send(
      new VerifySoftwareTokenCommand({ AccessToken, UserCode: app.generate({ timestamp: clock.now() }) }),
    );
    clock.advance(60_000); // a code that was just used is refused
    return app;
  }

  async function createUser({
    email,
    password = 'correct horse',
    username = 'お店の人',
    phoneNumber,
    mfa,
    admin,
  }: NewUser): Promise<TestUser> {
    const { User } = await client.send(
      new AdminCreateUserCommand({
        ...pool,
        Username: email,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'name', Value: username },
          ...(phoneNumber
            ? [
                { Name: 'phone_number', Value: phoneNumber },
                { Name: 'phone_number_verified', Value: 'true' },
              ]
            : []),
        ],
      }),
    );
    const user = { ...pool, Username: User?.Username ?? '' };
    await client.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }));
    if (admin) await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: 'admin' }));
    const app = mfa === 'totp' ? await setUpApp(email, password) : undefined;
    const preferred = { Enabled: true, PreferredMfa: true };
    if (mfa)
      await client.send(
        new AdminSetUserMFAPreferenceCommand({
          ...user,
          ...(mfa === 'sms' ? { SMSMfaSettings: preferred } : { SoftwareTokenMfaSettings: preferred }),
        }),
      );
    return { userId: user.Username, email, password, appCode: () => app?.generate({ timestamp: clock.now() }) ?? '' };
  }

  /**
   * Empties the services for the next test. They keep their addresses, because the SDKs use the first address they were
   * given.
   */
  async function startAfresh(): Promise<void> {
    services.weather();
    services.operations.length = 0;
    messages.length = 0;
    await Promise.all([dynamodb, cognito, secrets, sns, ...Object.values(others)].map((one) => one.reset()));
    await createTable('USERS_TABLE', 'users');
    await createTable('DEVICES_TABLE', 'devices');
    await createTable('AUDIT_TABLE', 'audit');
    await createTable('DOCUMENTS_TABLE', 'documents');
    await newPool();
  }

  async function newPool(): Promise<void> {
    ({ pool, client: appClient } = await createPool(client));
    process.env['USER_POOL_ID'] = pool.UserPoolId;
    process.env['USER_POOL_CLIENT_ID'] = appClient.id;
    // Every client has a secret of its own name, because a container caches it.
    process.env['CLIENT_SECRET_ARN'] = appClient.id;
    await secretsClient.send(
      new CreateSecretCommand({
        Name: appClient.id,
        SecretString: JSON.stringify({ clientSecret: appClient.secret }),
      }),
    );
  }

  async function items(table: 'users' | 'audit'): Promise<Record<string, unknown>[]> {
    const { Items = [] } = await reader.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
    return Items;
  }

  const newest = (to: string, pattern: RegExp): string => {
    const found = pattern.exec(messages.find((message) => message.to === to)?.text ?? '')?.[1];
    if (found === undefined) throw new Error(`No message to ${to} with ${pattern}`);
    return found;
  };
  return {
    ...services,
    startAfresh,
    newPool,
    clock,
    messages,
    newestCode: (to) => newest(to, /(?<![\d.])(\d{6})(?!\d)/),
    newestToken: (to) => newest(to, /token=([\w.-]+)/),
    createUser,
    items,
    promote: async (userId) =>
      void (await client.send(new AdminAddUserToGroupCommand({ ...pool, Username: userId, GroupName: 'admin' }))),
    remove: async (userId) =>
      void (await client.send(new AdminRemoveUserFromGroupCommand({ ...pool, Username: userId, GroupName: 'admin' }))),
    disable: async (userId) => void (await client.send(new AdminDisableUserCommand({ ...pool, Username: userId }))),
  };
}
