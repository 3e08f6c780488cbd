import {
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  InitiateAuthCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
  type ChallengeNameType,
} from '@aws-sdk/client-cognito-identity-provider';
import { TOTP } from 'otpauth';
import { createPool, passwordSignIn, signIn, signUpAndConfirm, type TestPool } from './testing/create-pool';
import { refusal } from './testing/refusal';
import { startCognito, type StartedCognito } from './testing/start-cognito';

const userEmail = 'a@example.com';
const userPhone = '+819012345678';

let cognito: StartedCognito;
let pool: TestPool;
let AccessToken: string;

beforeAll(async () => {
  cognito = await startCognito();
});
beforeEach(async () => {
  await cognito.reset();
  pool = await createPool(cognito);
  await signUpAndConfirm(cognito, pool, userEmail, { phone_number: userPhone });
  ({ AccessToken } = await signIn(cognito, pool, userEmail));
});
afterAll(() => cognito.stop());

const begin = () => cognito.client.send(passwordSignIn(pool, userEmail));
const answer = (ChallengeName: ChallengeNameType, Session: string | undefined, code: string, USERNAME = userEmail) => {
  const ChallengeResponses = { USERNAME, [`${ChallengeName}_CODE`]: code };
  return cognito.client.send(
    new AdminRespondToAuthChallengeCommand({ ...pool, ChallengeName, Session, ChallengeResponses }),
  );
};
const switchSms = (Enabled: boolean, PreferredMfa = false) =>
  cognito.client.send(new SetUserMFAPreferenceCommand({ AccessToken, SMSMfaSettings: { Enabled, PreferredMfa } }));
const wrong = (code: string) => (code === '111111' ? '222222' : '111111');
const app = (secret: string) => new TOTP({ secret });
const codeOf = (secret: string) => app(secret).generate({ timestamp: cognito.clock.now() });

async function setUpApp(preferred = true): Promise<string> {
  const { SecretCode = '' } = await cognito.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  await cognito.client.send(
    new VerifySoftwareTokenCommand({ AccessToken, UserCode: codeOf(SecretCode), FriendlyDeviceName: 'phone' }),
  );
  await cognito.client.send(
    new SetUserMFAPreferenceCommand({
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: preferred },
    }),
  );
  cognito.clock.advance(30_000);
  return SecretCode;
}

describe('by authenticator app', () => {
  it('verifying the app alone does not switch it on', async () => {
    const { SecretCode = '' } = await cognito.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    expect(SecretCode).toMatch(/^[A-Z2-7]{52}$/);
    const enable = new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
    await expect(cognito.client.send(enable)).rejects.toMatchObject(
      refusal('InvalidParameterException', 'User does not have delivery config set to turn on SOFTWARE_TOKEN_MFA'),
    );
    const verify = (UserCode: string) => cognito.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
    await expect(verify(wrong(codeOf(SecretCode)))).rejects.toMatchObject(refusal('EnableSoftwareTokenMFAException'));
    expect(await verify(codeOf(SecretCode))).toMatchObject({ Status: 'SUCCESS' });
    expect((await begin()).AuthenticationResult).toBeDefined();
    await cognito.client.send(enable);
    expect(await begin()).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  });

  it('a code is accepted once, within its window', async () => {
    const secret = await setUpApp();
    const { Session, ChallengeParameters } = await begin();
    expect(ChallengeParameters).toMatchObject({ FRIENDLY_DEVICE_NAME: 'phone' });
    const code = codeOf(secret);
    await expect(answer('SOFTWARE_TOKEN_MFA', Session, wrong(code))).rejects.toMatchObject(
      refusal('CodeMismatchException'),
    );
    expect(await answer('SOFTWARE_TOKEN_MFA', Session, code)).toHaveProperty('AuthenticationResult.AccessToken');
    const again = await begin();
    await expect(answer('SOFTWARE_TOKEN_MFA', again.Session, code)).rejects.toMatchObject(
      refusal('ExpiredCodeException', 'Your software token has already been used once.'),
    );
    cognito.clock.advance(90_000);
    await expect(answer('SOFTWARE_TOKEN_MFA', again.Session, code)).rejects.toMatchObject(
      refusal('CodeMismatchException'),
    );
  });

  it('the code of a real app is accepted, even if the clock was advanced', async () => {
    const secret = await setUpApp();
    const { Session } = await begin();
    expect(await answer('SOFTWARE_TOKEN_MFA', Session, app(secret).generate())).toHaveProperty('AuthenticationResult');
  });

  it('keeps the old app until a new one is verified', async () => {
    const secret = await setUpApp();
    await cognito.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const { Session } = await begin();
    expect(await answer('SOFTWARE_TOKEN_MFA', Session, codeOf(secret))).toHaveProperty('AuthenticationResult');
  });

  it('a pool that does not offer it: refused', async () => {
    pool = await createPool(cognito, { MfaConfiguration: 'OFF' });
    await signUpAndConfirm(cognito, pool, 'c@example.com');
    const tokens = await signIn(cognito, pool, 'c@example.com');
    const associate = new AssociateSoftwareTokenCommand({ AccessToken: tokens.AccessToken });
    await expect(cognito.client.send(associate)).rejects.toMatchObject(refusal('SoftwareTokenMFANotFoundException'));
  });
});

describe('with both factors', () => {
  it('asks for the preferred one', async () => {
    await setUpApp();
    await switchSms(true);
    expect(await begin()).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    await switchSms(true, true);
    expect(await begin()).toMatchObject({ ChallengeName: 'SMS_MFA' });
    const both = new AdminSetUserMFAPreferenceCommand({
      UserPoolId: pool.UserPoolId,
      Username: userEmail,
      SMSMfaSettings: { Enabled: true, PreferredMfa: true },
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
    await expect(cognito.client.send(both)).rejects.toMatchObject(refusal('InvalidParameterException'));
  });

  it('the user chooses if neither is preferred', async () => {
    const secret = await setUpApp(false);
    await switchSms(true);
    const choice = await begin();
    expect(choice).toMatchObject({
      ChallengeName: 'SELECT_MFA_TYPE',
      ChallengeParameters: { MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' },
    });
    const chosen = await cognito.client.send(
      new AdminRespondToAuthChallengeCommand({
        ...pool,
        ChallengeName: 'SELECT_MFA_TYPE',
        Session: choice.Session,
        ChallengeResponses: { USERNAME: userEmail, ANSWER: 'SOFTWARE_TOKEN_MFA' },
      }),
    );
    expect(chosen.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    expect(await answer('SOFTWARE_TOKEN_MFA', chosen.Session, codeOf(secret))).toHaveProperty('AuthenticationResult');
  });
});

it('refreshes tokens after every kind of sign-in', async () => {
  const secret = await setUpApp();
  const refresh = (token: string | undefined) =>
    cognito.client.send(
      new InitiateAuthCommand({
        ClientId: pool.ClientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: token ?? '' },
      }),
    );
  const byApp = await answer('SOFTWARE_TOKEN_MFA', (await begin()).Session, codeOf(secret));
  expect((await refresh(byApp.AuthenticationResult?.RefreshToken)).AuthenticationResult).toMatchObject({
    AccessToken: expect.any(String) as string,
  });
  await switchSms(true, true);
  const bySms = await answer('SMS_MFA', (await begin()).Session, cognito.codeTo(userPhone));
  expect((await refresh(bySms.AuthenticationResult?.RefreshToken)).AuthenticationResult?.RefreshToken).toBeUndefined();
});
