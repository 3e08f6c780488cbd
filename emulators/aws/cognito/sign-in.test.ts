import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminInitiateAuthCommand,
  type AdminInitiateAuthCommandInput,
  AdminRespondToAuthChallengeCommand,
  type AuthFlowType,
  ConfirmSignUpCommand,
  DescribeUserPoolClientCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { secretHash } from './services/client-secrets';
import {
  createPool,
  passwordSignIn,
  refusal,
  signUpAndConfirm,
  testPassword,
  type TestPool,
} from './testing/create-pool';
import { testCognito } from './testing/start-cognito';

const cognito = testCognito();
let pool: TestPool;

beforeEach(async () => {
  pool = await createPool(cognito);
  await signUpAndConfirm(cognito, pool, 'a@example.com');
});

const tryPassword = (password: string, username = 'a@example.com') =>
  cognito.client.send(passwordSignIn(pool, username, password));
const incorrect = refusal('NotAuthorizedException', 'Incorrect username or password.');

describe('a password sign-in', () => {
  it('returns tokens, in any case of the address', async () => {
    const tokens = await tryPassword(testPassword, 'A@Example.COM');
    expect(tokens).toMatchObject({
      AuthenticationResult: { TokenType: 'Bearer', ExpiresIn: 3600, RefreshToken: expect.any(String) as string },
    });
  });

  it('the state of a user is returned before the password is checked', async () => {
    await cognito.client.send(
      new SignUpCommand({ ClientId: pool.ClientId, Username: 'new@example.com', Password: testPassword }),
    );
    await expect(tryPassword('wrong', 'new@example.com')).rejects.toMatchObject(
      refusal('UserNotConfirmedException', 'User is not confirmed.'),
    );
    const admin = { UserPoolId: pool.UserPoolId, Username: 'a@example.com' };
    await cognito.client.send(new AdminDisableUserCommand(admin));
    await expect(tryPassword(testPassword)).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'User is disabled.'),
    );
    await cognito.client.send(new AdminEnableUserCommand(admin));
    await expect(tryPassword(testPassword)).resolves.toBeDefined();
  });

  it('distinguishes capitals unless the pool says otherwise', async () => {
    const { UserPoolId, ClientId } = await createPool(cognito, { UsernameConfiguration: undefined });
    await signUpAndConfirm(cognito, { UserPoolId, ClientId }, 'Case@example.com');
    const begin = (username: string) => cognito.client.send(passwordSignIn({ UserPoolId, ClientId }, username));
    await expect(begin('case@example.com')).rejects.toMatchObject(incorrect);
    await expect(begin('Case@example.com')).resolves.toHaveProperty('AuthenticationResult');
    await expect(signUpAndConfirm(cognito, { UserPoolId, ClientId }, 'case@example.com')).resolves.toEqual(
      expect.any(String),
    );
  });

  it('refuses flows that the client does not allow, and missing parameters', async () => {
    const refreshing = await createPool(cognito, {}, { ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'] });
    await expect(cognito.client.send(passwordSignIn(refreshing, 'a@example.com'))).rejects.toMatchObject(
      refusal('InvalidParameterException', 'Auth flow not enabled for this client'),
    );
    const begin = (more: Partial<AdminInitiateAuthCommandInput>) =>
      cognito.client.send(new AdminInitiateAuthCommand({ ...pool, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', ...more }));
    await expect(begin({ AuthParameters: { USERNAME: 'a' } })).rejects.toMatchObject(
      refusal('InvalidParameterException', 'Missing required parameter PASSWORD'),
    );
    await expect(begin({ AuthFlow: 'USER_PASSWORD_AUTH' })).rejects.toMatchObject(refusal('InvalidParameterException'));
    await expect(begin({ ClientId: 'unknown' })).rejects.toMatchObject(refusal('ResourceNotFoundException'));
  });

  it('if the client has a secret: the hash of the address signs in, that of the sub refreshes a token', async () => {
    const secret = await createPool(cognito, {}, { GenerateSecret: true });
    const { UserPoolClient } = await cognito.client.send(new DescribeUserPoolClientCommand(secret));
    const client = { id: secret.ClientId, secret: UserPoolClient?.ClientSecret ?? '' };
    const Username = 's@example.com';
    const SecretHash = secretHash(client, Username);
    const signUp = (given: string | undefined) =>
      cognito.client.send(
        new SignUpCommand({ ClientId: client.id, Username, SecretHash: given, Password: testPassword }),
      );
    await expect(signUp(undefined)).rejects.toMatchObject(
      refusal('NotAuthorizedException', /SECRET_HASH was not received/),
    );
    await expect(signUp(secretHash(client, 'other'))).rejects.toMatchObject(
      refusal('NotAuthorizedException', /SecretHash does not match/),
    );
    const { UserSub = '' } = await signUp(SecretHash);
    const ConfirmationCode = cognito.codeTo(Username);
    await cognito.client.send(
      new ConfirmSignUpCommand({ ClientId: client.id, Username, SecretHash, ConfirmationCode }),
    );
    const begin = (AuthFlow: AuthFlowType, AuthParameters: Record<string, string>) =>
      cognito.client.send(new AdminInitiateAuthCommand({ ...secret, AuthFlow, AuthParameters }));
    const password = { USERNAME: Username, PASSWORD: testPassword };
    await expect(begin('ADMIN_USER_PASSWORD_AUTH', password)).rejects.toMatchObject(
      refusal('NotAuthorizedException', /SECRET_HASH was not received/),
    );
    const { AuthenticationResult } = await begin('ADMIN_USER_PASSWORD_AUTH', { ...password, SECRET_HASH: SecretHash });
    const refresh = (name: string) =>
      begin('REFRESH_TOKEN_AUTH', {
        REFRESH_TOKEN: AuthenticationResult?.RefreshToken ?? '',
        SECRET_HASH: secretHash(client, name),
      });
    await expect(refresh(Username)).rejects.toMatchObject(
      refusal('NotAuthorizedException', /SecretHash does not match/),
    );
    await expect(refresh(UserSub)).resolves.toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } });
  });
});

describe('a temporary password', () => {
  const create = (more = {}) =>
    cognito.client.send(
      new AdminCreateUserCommand({
        UserPoolId: pool.UserPoolId,
        Username: 'staff@example.com',
        TemporaryPassword: 'Temporary-1',
        ...more,
      }),
    );
  const answer = (session: string | undefined, NEW_PASSWORD: string) =>
    new AdminRespondToAuthChallengeCommand({
      ...pool,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: session,
      ChallengeResponses: { USERNAME: 'staff@example.com', NEW_PASSWORD },
    });

  it('is sent in an invitation and must be changed at the first sign-in', async () => {
    const { User } = await create({
      UserAttributes: [
        { Name: 'email', Value: 'staff@example.com' },
        { Name: 'email_verified', Value: 'true' },
      ],
    });
    expect(User).toMatchObject({ UserStatus: 'FORCE_CHANGE_PASSWORD', Enabled: true });
    expect(cognito.lastTo('staff@example.com').text).toBe(
      'Your username is staff@example.com and temporary password is Temporary-1.',
    );
    const challenge = await tryPassword('Temporary-1', 'staff@example.com');
    expect(challenge).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: { requiredAttributes: '[]' },
    });
    expect(JSON.parse(challenge.ChallengeParameters?.['userAttributes'] ?? '')).toEqual({
      email: 'staff@example.com',
      email_verified: 'true',
    });
    await expect(cognito.client.send(answer(challenge.Session, 'short'))).rejects.toMatchObject(
      refusal('InvalidPasswordException'),
    );
    const done = await cognito.client.send(answer(challenge.Session, 'Lasting-Horse-1'));
    expect(done.AuthenticationResult?.AccessToken).toEqual(expect.any(String));
    await expect(tryPassword('Lasting-Horse-1', 'staff@example.com')).resolves.toHaveProperty('AuthenticationResult');
  });

  it('ends after the days of the policy', async () => {
    await create({ MessageAction: 'SUPPRESS' });
    expect(cognito.sent.some(({ to }) => to === 'staff@example.com')).toBe(false);
    cognito.clock.advance(7 * 86_400_000);
    await expect(tryPassword('Temporary-1', 'staff@example.com')).rejects.toMatchObject(
      refusal('NotAuthorizedException', /Temporary password has expired/),
    );
    await create({ MessageAction: 'RESEND', TemporaryPassword: 'Temporary-2' });
    await expect(tryPassword('Temporary-2', 'staff@example.com')).resolves.toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
    });
  });
});

it('refuses an invented session', async () => {
  const answer = new AdminRespondToAuthChallengeCommand({
    ...pool,
    ChallengeName: 'SMS_MFA',
    Session: 'invented-session-of-some-length',
    ChallengeResponses: { USERNAME: 'a@example.com', SMS_MFA_CODE: '123456' },
  });
  await expect(cognito.client.send(answer)).rejects.toMatchObject(
    refusal('NotAuthorizedException', 'Invalid session for the user.'),
  );
});
