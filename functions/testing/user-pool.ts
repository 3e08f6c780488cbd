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
import { TOTP } from 'otpauth';
import { adminGroup, ownIdAttribute } from '#shared/constants';
import type { StillClock } from '#emulators/platform';
import { secretHash } from '#emulators/aws';

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
      ReadAttributes: ['email', 'name', 'phone_number', `custom:${ownIdAttribute}`],
    }),
  );
  await client.send(new CreateGroupCommand({ ...pool, GroupName: adminGroup }));
  return { pool, client: { id: UserPoolClient?.ClientId ?? '', secret: UserPoolClient?.ClientSecret ?? '' } };
}

/** The user pool in use, and its users. */
export interface TestPool {
  /** An empty pool takes the place of the one in use, as if that had been lost. */
  newPool: () => Promise<void>;
  createUser: (user: NewUser) => Promise<TestUser>;
  disable: (userId: string) => Promise<void>;
  /** Makes a user an administrator. */
  promote: (userId: string) => Promise<void>;
  /** Takes an administrator out of the group. */
  remove: (userId: string) => Promise<void>;
}

const attributesOf = ({
  email,
  username,
  phoneNumber,
}: Record<'email' | 'username', string> & { phoneNumber: string | undefined }) => [
  { Name: 'email', Value: email },
  { Name: 'email_verified', Value: 'true' },
  { Name: 'name', Value: username },
  ...(phoneNumber
    ? [
        { Name: 'phone_number', Value: phoneNumber },
        { Name: 'phone_number_verified', Value: 'true' },
      ]
    : []),
];

/** Creates pools and users of the Cognito that runs, as the product's stacks and an administrator would. */
export function testPool(clock: StillClock): TestPool {
  const client = new CognitoIdentityProviderClient({});
  const secrets = new SecretsManagerClient({});
  let pool = { UserPoolId: '' };
  let appClient = { id: '', secret: '' };

  async function newPool(): Promise<void> {
    ({ pool, client: appClient } = await createPool(client));
    process.env['USER_POOL_ID'] = pool.UserPoolId;
    process.env['USER_POOL_CLIENT_ID'] = appClient.id;
    // Every client has a secret of its own name, because a container caches it.
    process.env['CLIENT_SECRET_ARN'] = appClient.id;
    const SecretString = JSON.stringify({ clientSecret: appClient.secret });
    await secrets.send(new CreateSecretCommand({ Name: appClient.id, SecretString }));
  }

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
        UserAttributes: attributesOf({ email, username, phoneNumber }),
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

  const inGroup = (userId: string) => ({ ...pool, Username: userId, GroupName: adminGroup });
  return {
    newPool,
    createUser,
    promote: async (userId) => void (await client.send(new AdminAddUserToGroupCommand(inGroup(userId)))),
    remove: async (userId) => void (await client.send(new AdminRemoveUserFromGroupCommand(inGroup(userId)))),
    disable: async (userId) => void (await client.send(new AdminDisableUserCommand({ ...pool, Username: userId }))),
  };
}
