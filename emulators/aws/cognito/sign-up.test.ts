import {
  AdminConfirmSignUpCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
  type SignUpCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  createPool,
  passwordSignIn,
  refusal,
  signUpAndConfirm,
  testPassword,
  type TestPool,
} from './testing/create-pool';
import { testCognito } from './testing/start-cognito';

const userEmail = 'a@example.com';

const cognito = testCognito();
let pool: TestPool;

beforeEach(async () => {
  pool = await createPool(cognito);
});

const signUp = (Username: string, more: Partial<SignUpCommandInput> = {}) =>
  cognito.client.send(new SignUpCommand({ ClientId: pool.ClientId, Username, Password: testPassword, ...more }));
const confirm = (Username: string, ConfirmationCode: string) =>
  cognito.client.send(new ConfirmSignUpCommand({ ClientId: pool.ClientId, Username, ConfirmationCode }));
const attributesOf = async (Username: string) => {
  const user = await cognito.client.send(new AdminGetUserCommand({ UserPoolId: pool.UserPoolId, Username }));
  return Object.fromEntries((user.UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]));
};

describe('sign-up', () => {
  it('makes an unconfirmed user named by a UUID and mails a code to a masked destination', async () => {
    const response = await signUp('Hanako@Example.com', { UserAttributes: [{ Name: 'name', Value: '花子' }] });
    expect(response).toMatchObject({
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[\da-f-]{36}$/),
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'H***@E***' },
    });
    const user = await cognito.client.send(
      new AdminGetUserCommand({ UserPoolId: pool.UserPoolId, Username: 'hanako@example.com' }),
    );
    expect(user).toMatchObject({
      Username: response.UserSub,
      UserStatus: 'UNCONFIRMED',
      Enabled: true,
      UserCreateDate: new Date('2026-03-01'),
    });
    expect(await attributesOf('hanako@example.com')).toMatchObject({
      sub: response.UserSub,
      name: '花子',
      email_verified: 'false',
    });
    expect(cognito.lastTo('Hanako@Example.com')).toMatchObject({ channel: 'email', subject: 'Your verification code' });
  });

  it('verifies the address with the code, once', async () => {
    await signUp('a@example.com');
    const code = cognito.codeTo('a@example.com');
    await confirm('A@example.com', code);
    expect(await attributesOf('a@example.com')).toMatchObject({ email_verified: 'true' });
    await expect(confirm('a@example.com', code)).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
    );
  });

  it('refuses a wrong code, an expired one, and one that was replaced', async () => {
    await signUp('a@example.com');
    const first = cognito.codeTo('a@example.com');
    await expect(confirm('a@example.com', first === '000000' ? '000001' : '000000')).rejects.toMatchObject(
      refusal('CodeMismatchException'),
    );
    await cognito.client.send(
      new ResendConfirmationCodeCommand({ ClientId: pool.ClientId, Username: 'a@example.com' }),
    );
    const second = cognito.codeTo('a@example.com');
    if (first !== second)
      await expect(confirm('a@example.com', first)).rejects.toMatchObject(refusal('CodeMismatchException'));
    cognito.clock.advance(24 * 3_600_000);
    await expect(confirm('a@example.com', second)).rejects.toMatchObject(refusal('ExpiredCodeException'));
  });

  it('two sign-ups at once: one succeeds', async () => {
    const results = await Promise.allSettled([signUp('a@example.com'), signUp('a@example.com')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  const attribute = (Name: string, Value: string) => ({ UserAttributes: [{ Name, Value }] });
  it.each<[string, string, Partial<SignUpCommandInput>, string, string | RegExp]>([
    ['a name that is no address', 'hanako', {}, 'InvalidParameterException', 'Username should be an email.'],
    [
      'a short password',
      userEmail,
      { Password: 'short' },
      'InvalidPasswordException',
      /^Password did not conform with policy: Password not long enough$/,
    ],
    [
      'an unknown attribute',
      userEmail,
      attribute('custom:none', 'x'),
      'InvalidParameterException',
      /Type for attribute \{custom:none\}/,
    ],
    [
      'a bad number',
      userEmail,
      attribute('phone_number', '09012345678'),
      'InvalidParameterException',
      'Invalid phone number format.',
    ],
    [
      'a verified mark',
      userEmail,
      attribute('email_verified', 'true'),
      'NotAuthorizedException',
      'A client attempted to write unauthorized attribute',
    ],
  ])('refuses %s', async (_case, username, more, name, message) => {
    await expect(signUp(username, more)).rejects.toMatchObject(refusal(name, message));
  });

  it('checks every rule of the password policy', async () => {
    pool = await createPool(cognito, { Policies: {} });
    const refusal = async (Password: string) =>
      signUp('a@example.com', { Password }).catch((error: Error) => error.message.split(': ')[1]);
    expect(await refusal('abcdefgh1!')).toBe('Password must have uppercase characters');
    expect(await refusal('ABCDEFGH1!')).toBe('Password must have lowercase characters');
    expect(await refusal('Abcdefgh!')).toBe('Password must have numeric characters');
    expect(await refusal('Abcdefgh1')).toBe('Password must have symbol characters');
  });

  it('an administrator confirms without a code', async () => {
    await signUp('a@example.com');
    await cognito.client.send(
      new AdminConfirmSignUpCommand({ UserPoolId: pool.UserPoolId, Username: 'a@example.com' }),
    );
    expect(await attributesOf('a@example.com')).toMatchObject({ email_verified: 'false' });
    const again = cognito.client.send(
      new AdminConfirmSignUpCommand({ UserPoolId: pool.UserPoolId, Username: 'a@example.com' }),
    );
    await expect(again).rejects.toMatchObject(refusal('NotAuthorizedException'));
  });

  it('a pool where only administrators create users: refused', async () => {
    pool = await createPool(cognito, { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } });
    await expect(signUp('a@example.com')).rejects.toMatchObject(
      refusal('NotAuthorizedException', 'SignUp is not permitted for this user pool'),
    );
  });
});

describe('a forgotten password', () => {
  const forget = (Username: string) =>
    cognito.client.send(new ForgotPasswordCommand({ ClientId: pool.ClientId, Username }));
  const reset = (Username: string, ConfirmationCode: string, Password = 'Another-Horse-2') =>
    cognito.client.send(
      new ConfirmForgotPasswordCommand({ ClientId: pool.ClientId, Username, ConfirmationCode, Password }),
    );

  it('is reset with a code that is valid for an hour and works once', async () => {
    await signUpAndConfirm(cognito, pool, 'a@example.com');
    const { CodeDeliveryDetails } = await forget('a@example.com');
    expect(CodeDeliveryDetails).toMatchObject({ DeliveryMedium: 'EMAIL', Destination: 'a***@e***' });
    const code = cognito.codeTo('a@example.com');
    cognito.clock.advance(3_599_000);
    await expect(reset('a@example.com', code, 'short')).rejects.toMatchObject(refusal('InvalidPasswordException'));
    await reset('a@example.com', code);
    await expect(reset('a@example.com', code)).rejects.toMatchObject(refusal('ExpiredCodeException'));
    await expect(cognito.client.send(passwordSignIn(pool, 'a@example.com'))).rejects.toMatchObject(
      refusal('NotAuthorizedException'),
    );
    await expect(cognito.client.send(passwordSignIn(pool, 'a@example.com', 'Another-Horse-2'))).resolves.toHaveProperty(
      'AuthenticationResult',
    );
  });

  it('refuses an old code, and a code of another purpose', async () => {
    await signUpAndConfirm(cognito, pool, 'a@example.com');
    await forget('a@example.com');
    const code = cognito.codeTo('a@example.com');
    cognito.clock.advance(3_600_000);
    await expect(reset('a@example.com', code)).rejects.toMatchObject(refusal('ExpiredCodeException'));
    await signUp('b@example.com');
    await expect(reset('b@example.com', cognito.codeTo('b@example.com'))).rejects.toMatchObject(
      refusal('ExpiredCodeException'),
    );
  });

  it('unknown, disabled and unverified users: the same response, and nothing is sent', async () => {
    await signUpAndConfirm(cognito, pool, 'off@example.com');
    await cognito.client.send(
      new AdminDisableUserCommand({ UserPoolId: pool.UserPoolId, Username: 'off@example.com' }),
    );
    await signUp('new@example.com');
    const before = cognito.sent.length;
    for (const name of ['unknown@example.com', 'off@example.com', 'new@example.com']) {
      const { CodeDeliveryDetails } = await forget(name);
      expect(CodeDeliveryDetails).toEqual({
        AttributeName: 'email',
        DeliveryMedium: 'EMAIL',
        Destination: `${name.charAt(0)}***@e***`,
      });
    }
    const resent = await cognito.client.send(
      new ResendConfirmationCodeCommand({ ClientId: pool.ClientId, Username: 'unknown@example.com' }),
    );
    expect(resent.CodeDeliveryDetails?.Destination).toBe('u***@e***');
    expect(cognito.sent).toHaveLength(before);
    await expect(reset('unknown@example.com', '123456')).rejects.toMatchObject(refusal('CodeMismatchException'));
    await expect(confirm('unknown@example.com', '123456')).rejects.toMatchObject(refusal('ExpiredCodeException'));
  });

  it('a client that does not hide users: the error says who is unknown', async () => {
    pool = await createPool(cognito, {}, { PreventUserExistenceErrors: 'LEGACY' });
    await expect(forget('unknown@example.com')).rejects.toMatchObject(refusal('UserNotFoundException'));
    await expect(reset('unknown@example.com', '123456')).rejects.toMatchObject(refusal('UserNotFoundException'));
    await expect(cognito.client.send(passwordSignIn(pool, 'unknown@example.com'))).rejects.toMatchObject(
      refusal('UserNotFoundException'),
    );
    await signUp('new@example.com');
    await expect(forget('new@example.com')).rejects.toMatchObject(
      refusal('InvalidParameterException', /no registered\/verified email/),
    );
  });

  it('the code goes where the pool prefers, but never by SMS to a user whose second step is SMS', async () => {
    const RecoveryMechanisms = [
      { Name: 'verified_email' as const, Priority: 2 },
      { Name: 'verified_phone_number' as const, Priority: 1 },
    ];
    pool = await createPool(cognito, { AccountRecoverySetting: { RecoveryMechanisms } });
    const sub = await signUpAndConfirm(cognito, pool, userEmail);
    const user = { UserPoolId: pool.UserPoolId, Username: sub };
    const change = (values: Record<string, string>) =>
      cognito.client.send(
        new AdminUpdateUserAttributesCommand({
          ...user,
          UserAttributes: Object.entries(values).map(([Name, Value]) => ({ Name, Value })),
        }),
      );
    await change({ phone_number: '+819012345678', phone_number_verified: 'true', email_verified: 'false' });
    expect((await forget(userEmail)).CodeDeliveryDetails).toMatchObject({
      AttributeName: 'phone_number',
      Destination: '+********5678',
    });
    await cognito.client.send(new AdminSetUserMFAPreferenceCommand({ ...user, SMSMfaSettings: { Enabled: true } }));
    const before = cognito.sent.length;
    await forget(userEmail);
    expect(cognito.sent).toHaveLength(before);
    await change({ email_verified: 'true' });
    await forget(userEmail);
    expect(cognito.sent.slice(before).map(({ to }) => to)).toEqual([userEmail]);
  });
});
