import {
  AdminDisableUserCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  GetUserCommand,
  SetUserPoolMfaConfigCommand,
  UpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createPool, refusal, signUpAndConfirm, type TestPool } from './testing/create-pool';
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

describe('by SMS', () => {
  it('asks for the code that was sent, also if a server signs in', async () => {
    await user.switchSms(true);
    const challenge = await user.begin();
    expect(challenge).toMatchObject({
      ChallengeName: 'SMS_MFA',
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS', CODE_DELIVERY_DESTINATION: '+********5678' },
    });
    expect(challenge.AuthenticationResult).toBeUndefined();
    expect(cognito.lastTo(userPhone).text).toMatch(/^Your authentication code is \d{6}\.$/);
    const done = await user.answer('SMS_MFA', challenge.Session, cognito.codeTo(userPhone));
    expect(done.AuthenticationResult?.RefreshToken).toEqual(expect.any(String));
  });

  it('proves the number', async () => {
    const unverified = [{ Name: 'phone_number', Value: '+819011112222' }];
    await cognito.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: unverified }));
    await user.switchSms(true);
    const marked = async () => {
      const { UserAttributes } = await cognito.client.send(new GetUserCommand({ AccessToken }));
      return UserAttributes?.find(({ Name }) => Name === 'phone_number_verified')?.Value;
    };
    expect(await marked()).toBe('false');
    await user.answer('SMS_MFA', (await user.begin()).Session, cognito.codeTo('+819011112222'));
    expect(await marked()).toBe('true');
  });

  it('a wrong code: the session stays open; the right one closes it', async () => {
    await user.switchSms(true);
    const { Session } = await user.begin();
    const code = cognito.codeTo(userPhone);
    await expect(user.answer('SMS_MFA', Session, wrong(code))).rejects.toMatchObject(refusal('CodeMismatchException'));
    await user.answer('SMS_MFA', Session, code);
    await expect(user.answer('SMS_MFA', Session, code)).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
    );
  });

  it('two right responses at once: one succeeds', async () => {
    await user.switchSms(true);
    const { Session } = await user.begin();
    const code = cognito.codeTo(userPhone);
    const results = await Promise.allSettled([
      user.answer('SMS_MFA', Session, code),
      user.answer('SMS_MFA', Session, code),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('the session ends after the minutes of the client', async () => {
    await user.switchSms(true);
    const { Session } = await user.begin();
    const code = cognito.codeTo(userPhone);
    cognito.clock.advance(180_000);
    await expect(user.answer('SMS_MFA', Session, code)).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
    );
  });

  it('binds the session to user, step and client', async () => {
    await signUpAndConfirm(cognito, pool, 'b@example.com');
    const other = await createPool(cognito);
    await user.switchSms(true);
    const { Session } = await user.begin();
    const code = cognito.codeTo(userPhone);
    const refused = refusal('NotAuthorizedException', 'Invalid session for the user.');
    await expect(user.answer('SMS_MFA', Session, code, 'b@example.com')).rejects.toMatchObject(refused);
    await expect(user.answer('SOFTWARE_TOKEN_MFA', Session, code)).rejects.toMatchObject(refused);
    const ChallengeResponses = { USERNAME: userEmail, SMS_MFA_CODE: code };
    const elsewhere = { ...other, ChallengeName: 'SMS_MFA', Session, ChallengeResponses } as const;
    await expect(cognito.client.send(new AdminRespondToAuthChallengeCommand(elsewhere))).rejects.toMatchObject(refused);
    await expect(user.answer('SMS_MFA', undefined, code)).rejects.toMatchObject(refusal('InvalidParameterException'));
  });

  it('five wrong codes over any sessions: the user is locked out', async () => {
    await user.switchSms(true);
    let { Session } = await user.begin();
    for (let n = 0; n < 5; n += 1) {
      if (n === 3) ({ Session } = await user.begin());
      await expect(user.answer('SMS_MFA', Session, wrong(cognito.codeTo(userPhone)))).rejects.toMatchObject(
        refusal('CodeMismatchException'),
      );
    }
    await expect(user.answer('SMS_MFA', Session, cognito.codeTo(userPhone))).rejects.toMatchObject(
      refusal('NotAuthorizedException'),
    );
    cognito.clock.advance(1000);
    await expect(user.answer('SMS_MFA', Session, cognito.codeTo(userPhone))).resolves.toHaveProperty(
      'AuthenticationResult',
    );
  });

  it('wrong codes at the same time are all counted', async () => {
    await user.switchSms(true);
    const { Session } = await user.begin();
    const code = cognito.codeTo(userPhone);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => user.answer('SMS_MFA', Session, wrong(code))),
    );
    const names = results.map((result) => (result.status === 'rejected' ? (result.reason as Error).name : ''));
    expect(names.filter((name) => name === 'CodeMismatchException')).toHaveLength(5);
    expect(names.filter((name) => name === 'NotAuthorizedException')).toHaveLength(7);
  });

  it('a user who was disabled meanwhile: refused', async () => {
    await user.switchSms(true);
    const { Session } = await user.begin();
    await cognito.client.send(new AdminDisableUserCommand({ UserPoolId: pool.UserPoolId, Username: userEmail }));
    await expect(user.answer('SMS_MFA', Session, cognito.codeTo(userPhone))).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'User is disabled.'),
    );
  });

  it('needs a number, and is no longer asked for when switched off', async () => {
    await signUpAndConfirm(cognito, pool, 'b@example.com');
    const set = (Enabled: boolean) =>
      cognito.client.send(
        new AdminSetUserMFAPreferenceCommand({
          UserPoolId: pool.UserPoolId,
          Username: 'b@example.com',
          SMSMfaSettings: { Enabled, PreferredMfa: false },
        }),
      );
    await expect(set(true)).rejects.toMatchObject(
      refusal('InvalidParameterException', 'User does not have delivery config set to turn on SMS_MFA'),
    );
    await expect(set(false)).rejects.toMatchObject(refusal('InvalidParameterException'));
    await user.switchSms(true, true);
    const settings = () => cognito.client.send(new GetUserCommand({ AccessToken }));
    expect(await settings()).toMatchObject({ UserMFASettingList: ['SMS_MFA'], PreferredMfaSetting: 'SMS_MFA' });
    await user.switchSms(false);
    expect((await settings()).UserMFASettingList).toBeUndefined();
    expect(await user.begin()).toHaveProperty('AuthenticationResult.AccessToken');
  });
});

it('an app verified before the pool stopped offering apps: still works', async () => {
  await user.setUpApp();
  const SmsMfaConfiguration = {};
  await cognito.client.send(
    new SetUserPoolMfaConfigCommand({ UserPoolId: pool.UserPoolId, MfaConfiguration: 'OPTIONAL', SmsMfaConfiguration }),
  );
  expect(await user.begin()).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
});
