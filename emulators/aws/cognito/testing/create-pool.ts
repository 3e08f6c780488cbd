import {
  AdminInitiateAuthCommand,
  ConfirmSignUpCommand,
  CreateUserPoolClientCommand,
  type CreateUserPoolClientCommandInput,
  CreateUserPoolCommand,
  type CreateUserPoolCommandInput,
  SetUserPoolMfaConfigCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { StartedCognito } from './start-cognito';

export const testPassword = 'Correct-Horse-1';

const smsConfiguration = { SnsCallerArn: 'arn:aws:iam::000000000000:role/sms', ExternalId: 'portal' };

export interface TestPool {
  UserPoolId: string;
  ClientId: string;
}

/** A pool as the product's template declares it. */
export async function createPool(
  { client }: StartedCognito,
  pool: Partial<CreateUserPoolCommandInput> = {},
  app: Partial<CreateUserPoolClientCommandInput> = {},
): Promise<TestPool> {
  const created = await client.send(
    new CreateUserPoolCommand({
      PoolName: 'customers',
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 8 } },
      MfaConfiguration: 'OPTIONAL',
      SmsConfiguration: smsConfiguration,
      Schema: [
        { Name: 'email', Required: true, Mutable: true },
        { Name: 'shop', AttributeDataType: 'String', Mutable: true },
      ],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      ...pool,
    }),
  );
  const UserPoolId = created.UserPool?.Id ?? '';
  if (pool.MfaConfiguration !== 'OFF') {
    await client.send(
      new SetUserPoolMfaConfigCommand({
        UserPoolId,
        MfaConfiguration: 'OPTIONAL',
        SmsMfaConfiguration: { SmsConfiguration: smsConfiguration },
        SoftwareTokenMfaConfiguration: { Enabled: true },
      }),
    );
  }
  const { UserPoolClient } = await client.send(
    new CreateUserPoolClientCommand({
      UserPoolId,
      ClientName: 'portal',
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      ...app,
    }),
  );
  return { UserPoolId, ClientId: UserPoolClient?.ClientId ?? '' };
}

/** A confirmed user with the password {@link testPassword}. @returns its `sub` */
export async function signUpAndConfirm(
  cognito: StartedCognito,
  { ClientId }: TestPool,
  email: string,
  attributes: Record<string, string> = {},
): Promise<string> {
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  const { UserSub } = await cognito.client.send(
    new SignUpCommand({ ClientId, Username: email, Password: testPassword, UserAttributes }),
  );
  const ConfirmationCode = cognito.codeTo(email);
  await cognito.client.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode }));
  return UserSub ?? '';
}

export const passwordSignIn = (pool: TestPool, USERNAME: string, given = testPassword) =>
  new AdminInitiateAuthCommand({
    ...pool,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD: given },
  });

export const refresh = ({ client }: StartedCognito, pool: TestPool, REFRESH_TOKEN: string | undefined) =>
  client.send(
    new AdminInitiateAuthCommand({
      ...pool,
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: REFRESH_TOKEN ?? '' },
    }),
  );

interface Tokens {
  AccessToken: string;
  IdToken: string;
  RefreshToken: string;
}

/** The tokens of a user without a second step. */
export async function signIn(
  { client }: StartedCognito,
  pool: TestPool,
  email: string,
  given = testPassword,
): Promise<Tokens> {
  const { AuthenticationResult: tokens } = await client.send(passwordSignIn(pool, email, given));
  return {
    AccessToken: tokens?.AccessToken ?? '',
    IdToken: tokens?.IdToken ?? '',
    RefreshToken: tokens?.RefreshToken ?? '',
  };
}

/** A token's claims, with the signature not checked. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;

/** An error of the service for `rejects.toMatchObject`; `message` is the whole text, or a pattern in it. */
export const refusal = (name: string, message?: string | RegExp): { name: string; message?: string } => ({
  name,
  ...(message !== undefined && {
    message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
  }),
});
