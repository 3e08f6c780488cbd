import {
  AdminRespondToAuthChallengeCommand,
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { TOTP } from 'otpauth';
import { createPool, refresh, refusal, signIn, signUpAndConfirm, type TestPool } from './testing/create-pool';
import { testCognito } from './testing/start-cognito';
import { userEmail, userPhone, UserWithPhone, wrong } from './testing/user-with-phone';

const cognito = testCognito();
let user: UserWithPhone;
let pool: TestPool;
let AccessToken: string;

beforeEach(async () => {
  user = await UserWithPhone.signUp(cognito);
  ({ pool, AccessToken } = user);
});

describe('by authenticator app', () => {
  it('verifying the app alone does not switch it on', async () => {
    const { SecretCode = '' } = await cognito.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    expect(SecretCode).toMatch(/^[A-Z2-7]{52}$/);
    const enable = () => user.set({ SoftwareTokenMfaSettings: { Enabled: true } });
    await expect(enable()).rejects.toMatchObject(
      refusal('InvalidParameterException', 'User does not have delivery config set to turn on SOFTWARE_TOKEN_MFA'),
    );
    const verify = (UserCode: string) => cognito.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
    await expect(verify(wrong(user.codeOf(SecretCode)))).rejects.toMatchObject(
      refusal('EnableSoftwareTokenMFAException'),
    );
    expect(await verify(user.codeOf(SecretCode))).toMatchObject({ Status: 'SUCCESS' });
    expect((await user.begin()).AuthenticationResult).toBeDefined();
    await enable();
    expect(await user.begin()).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  });

  it('a code is accepted once, within its window', async () => {
    const secret = await user.setUpApp();
    const { Session, ChallengeParameters } = await user.begin();
    expect(ChallengeParameters).toMatchObject({ FRIENDLY_DEVICE_NAME: 'phone' });
    const code = user.codeOf(secret);
    await expect(user.answer('SOFTWARE_TOKEN_MFA', Session, wrong(code))).rejects.toMatchObject(
      refusal('CodeMismatchException'),
    );
    expect(await user.answer('SOFTWARE_TOKEN_MFA', Session, code)).toHaveProperty('AuthenticationResult.AccessToken');
    const again = await user.begin();
    await expect(user.answer('SOFTWARE_TOKEN_MFA', again.Session, code)).rejects.toMatchObject(
      refusal('ExpiredCodeException', 'Your software token has already been used once.'),
    );
    cognito.clock.advance(90_000);
    await expect(user.answer('SOFTWARE_TOKEN_MFA', again.Session, code)).rejects.toMatchObject(
      refusal('CodeMismatchException'),
    );
  });

  it('the code of a real app is accepted, even if the clock was advanced', async () => {
    const secret = await user.setUpApp();
    const { Session } = await user.begin();
    expect(await user.answer('SOFTWARE_TOKEN_MFA', Session, new TOTP({ secret }).generate())).toHaveProperty(
      'AuthenticationResult',
    );
  });

  it('keeps the old app until a new one is verified', async () => {
    const secret = await user.setUpApp();
    await cognito.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const { Session } = await user.begin();
    expect(await user.answer('SOFTWARE_TOKEN_MFA', Session, user.codeOf(secret))).toHaveProperty(
      'AuthenticationResult',
    );
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
    await user.setUpApp();
    await user.switchSms(true);
    expect(await user.begin()).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    await user.switchSms(true, true);
    expect(await user.begin()).toMatchObject({ ChallengeName: 'SMS_MFA' });
    const preferred = { Enabled: true, PreferredMfa: true };
    const both = user.set({ SMSMfaSettings: preferred, SoftwareTokenMfaSettings: preferred });
    await expect(both).rejects.toMatchObject(refusal('InvalidParameterException'));
  });

  it('the user chooses if neither is preferred', async () => {
    const secret = await user.setUpApp(false);
    await user.switchSms(true);
    const choice = await user.begin();
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
    expect(await user.answer('SOFTWARE_TOKEN_MFA', chosen.Session, user.codeOf(secret))).toHaveProperty(
      'AuthenticationResult',
    );
  });
});

it('refreshes tokens after every kind of sign-in', async () => {
  const secret = await user.setUpApp();
  const byApp = await user.answer('SOFTWARE_TOKEN_MFA', (await user.begin()).Session, user.codeOf(secret));
  expect((await refresh(cognito, pool, byApp.AuthenticationResult?.RefreshToken)).AuthenticationResult).toMatchObject({
    AccessToken: expect.any(String) as string,
  });
  await user.switchSms(true, true);
  const bySms = await user.answer('SMS_MFA', (await user.begin()).Session, cognito.codeTo(userPhone));
  const { AuthenticationResult: renewed } = await refresh(cognito, pool, bySms.AuthenticationResult?.RefreshToken);
  expect(renewed?.RefreshToken).toBeUndefined();
});
