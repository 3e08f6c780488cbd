import {
  AdminDisableUserCommand,
  AdminRespondToAuthChallengeCommand,
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  SetUserPoolMfaConfigCommand,
  UpdateUserAttributesCommand,
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

describe('by SMS', () => {
  it('asks for the code that was sent, also if a server signs in', async () => {
    await switchSms(true);
    const challenge = await begin();
    expect(challenge).toMatchObject({
      ChallengeName: 'SMS_MFA',
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS', CODE_DELIVERY_DESTINATION: '+********5678' },
    });
    expect(challenge.AuthenticationResult).toBeUndefined();
    expect(cognito.lastTo(userPhone).text).toMatch(/^Your authentication code is \d{6}\.$/);
    const done = await answer('SMS_MFA', challenge.Session, cognito.codeTo(userPhone));
    expect(done.AuthenticationResult?.RefreshToken).toEqual(expect.any(String));
  });

  it('proves the number', async () => {
    const unverified = [{ Name: 'phone_number', Value: '+819011112222' }];
    await cognito.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: unverified }));
    await switchSms(true);
    const marked = async () => {
      const { UserAttributes } = await cognito.client.send(new GetUserCommand({ AccessToken }));
      return UserAttributes?.find(({ Name }) => Name === 'phone_number_verified')?.Value;
    };
    expect(await marked()).toBe('false');
    await answer('SMS_MFA', (await begin()).Session, cognito.codeTo('+819011112222'));
    expect(await marked()).toBe('true');
  });

  it('a wrong code: the session stays open; the right one closes it', async () => {
    await switchSms(true);
    const { Session } = await begin();
    const code = cognito.codeTo(userPhone);
    await expect(answer('SMS_MFA', Session, wrong(code))).rejects.toMatchObject(refusal('CodeMismatchException'));
    await answer('SMS_MFA', Session, code);
    await expect(answer('SMS_MFA', Session, code)).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
    );
  });

  it('two right responses at once: one succeeds', async () => {
    await switchSms(true);
    const { Session } = await begin();
    const code = cognito.codeTo(userPhone);
    const results = await Promise.allSettled([answer('SMS_MFA', Session, code), answer('SMS_MFA', Session, code)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('the session ends after the minutes of the client', async () => {
    await switchSms(true);
    const { Session } = await begin();
    const code = cognito.codeTo(userPhone);
    cognito.clock.advance(180_000);
    await expect(answer('SMS_MFA', Session, code)).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
    );
  });

  it('binds the session to user, step and client', async () => {
    await signUpAndConfirm(cognito, pool, 'b@example.com');
    const other = await createPool(cognito);
    await switchSms(true);
    const { Session } = await begin();
    const code = cognito.codeTo(userPhone);
    const refused = refusal('NotAuthorizedException', 'Invalid session for the user.');
    await expect(answer('SMS_MFA', Session, code, 'b@example.com')).rejects.toMatchObject(refused);
    await expect(answer('SOFTWARE_TOKEN_MFA', Session, code)).rejects.toMatchObject(refused);
    const ChallengeResponses = { USERNAME: userEmail, SMS_MFA_CODE: code };
    const elsewhere = { ClientId: other.ClientId, ChallengeName: 'SMS_MFA', Session, ChallengeResponses } as const;
    await expect(cognito.client.send(new RespondToAuthChallengeCommand(elsewhere))).rejects.toMatchObject(refused);
    await expect(answer('SMS_MFA', undefined, code)).rejects.toMatchObject(refusal('InvalidParameterException'));
  });

  it('five wrong codes over any sessions: the user is locked out', async () => {
    await switchSms(true);
    let { Session } = await begin();
    for (let n = 0; n < 5; n += 1) {
      if (n === 3) ({ Session } = await begin());
      await expect(answer('SMS_MFA', Session, wrong(cognito.codeTo(userPhone)))).rejects.toMatchObject(
        refusal('CodeMismatchException'),
      );
    }
    await expect(answer('SMS_MFA', Session, cognito.codeTo(userPhone))).rejects.toMatchObject(
      refusal('NotAuthorizedException'),
    );
    cognito.clock.advance(1000);
    await expect(answer('SMS_MFA', Session, cognito.codeTo(userPhone))).resolves.toHaveProperty('AuthenticationResult');
  });

  it('wrong codes at the same time are all counted', async () => {
    await switchSms(true);
    const { Session } = await begin();
    const code = cognito.codeTo(userPhone);
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => answer('SMS_MFA', Session, wrong(code))));
    const names = results.map((result) => (result.status === 'rejected' ? (result.reason as Error).name : ''));
    expect(names.filter((name) => name === 'CodeMismatchException')).toHaveLength(5);
    expect(names.filter((name) => name === 'NotAuthorizedException')).toHaveLength(7);
  });

  it('a user who was disabled meanwhile: refused', async () => {
    await switchSms(true);
    const { Session } = await begin();
    await cognito.client.send(new AdminDisableUserCommand({ UserPoolId: pool.UserPoolId, Username: userEmail }));
    await expect(answer('SMS_MFA', Session, cognito.codeTo(userPhone))).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'User is disabled.'),
    );
  });

  it('needs a number, and is no longer asked for when switched off', async () => {
    await signUpAndConfirm(cognito, pool, 'b@example.com');
    const tokens = await signIn(cognito, pool, 'b@example.com');
    const enable = new SetUserMFAPreferenceCommand({
      AccessToken: tokens.AccessToken,
      SMSMfaSettings: { Enabled: true },
    });
    await expect(cognito.client.send(enable)).rejects.toMatchObject(
      refusal('InvalidParameterException', 'User does not have delivery config set to turn on SMS_MFA'),
    );
    await switchSms(true, true);
    const user = () => cognito.client.send(new GetUserCommand({ AccessToken }));
    expect(await user()).toMatchObject({ UserMFASettingList: ['SMS_MFA'], PreferredMfaSetting: 'SMS_MFA' });
    await switchSms(false);
    expect((await user()).UserMFASettingList).toBeUndefined();
    expect(await begin()).toHaveProperty('AuthenticationResult.AccessToken');
  });
});

it('an app verified before the pool stopped offering apps: still works', async () => {
  await setUpApp();
  const SmsMfaConfiguration = {};
  await cognito.client.send(
    new SetUserPoolMfaConfigCommand({ UserPoolId: pool.UserPoolId, MfaConfiguration: 'OPTIONAL', SmsMfaConfiguration }),
  );
  expect(await begin()).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
});
