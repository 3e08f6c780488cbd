import {
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createPool, passwordSignIn, refusal, signIn, signUpAndConfirm, type TestPool } from './testing/create-pool';
import { testCognito } from './testing/start-cognito';

const oldEmail = 'old@example.com';
const newEmail = 'new@example.com';
const userPhone = '+819012345678';

const cognito = testCognito();
let pool: TestPool;
let AccessToken: string;

beforeEach(async () => {
  pool = await createPool(cognito);
  await signUpAndConfirm(cognito, pool, oldEmail);
  ({ AccessToken } = await signIn(cognito, pool, oldEmail));
});

const update = (attributes: Record<string, string>, token = AccessToken) =>
  cognito.client.send(
    new UpdateUserAttributesCommand({
      AccessToken: token,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
const adminUpdate = (attributes: Record<string, string>, Username = oldEmail) =>
  cognito.client.send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId: pool.UserPoolId,
      Username,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
const verify = (AttributeName: string, Code: string, token = AccessToken) =>
  cognito.client.send(new VerifyUserAttributeCommand({ AccessToken: token, AttributeName, Code }));
const attributes = async (): Promise<Record<string, string | undefined>> => {
  const { UserAttributes } = await cognito.client.send(new GetUserCommand({ AccessToken }));
  return Object.fromEntries((UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]));
};

describe('an address that the pool wants verified first', () => {
  it('stays in force until the code that went to the new one is entered', async () => {
    const { CodeDeliveryDetailsList } = await update({ email: newEmail });
    expect(CodeDeliveryDetailsList).toEqual([
      { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'n***@e***' },
    ]);
    expect(await attributes()).toMatchObject({ email: oldEmail, email_verified: 'true' });
    await expect(cognito.client.send(passwordSignIn(pool, newEmail))).rejects.toMatchObject(
      refusal('NotAuthorizedException'),
    );
    await verify('email', cognito.codeTo(newEmail));
    expect(await attributes()).toMatchObject({ email: newEmail, email_verified: 'true' });
    await expect(cognito.client.send(passwordSignIn(pool, oldEmail))).rejects.toMatchObject(
      refusal('NotAuthorizedException'),
    );
    await expect(cognito.client.send(passwordSignIn(pool, newEmail))).resolves.toHaveProperty('AuthenticationResult');
  });

  it('refuses wrong, used and expired codes', async () => {
    await update({ email: newEmail });
    const code = cognito.codeTo(newEmail);
    await expect(verify('email', code === '111111' ? '222222' : '111111')).rejects.toMatchObject(
      refusal('CodeMismatchException'),
    );
    await verify('email', code);
    await expect(verify('email', code)).rejects.toMatchObject(refusal('ExpiredCodeException'));
    await update({ email: oldEmail });
    cognito.clock.advance(24 * 3_600_000);
    ({ AccessToken } = await signIn(cognito, pool, newEmail));
    await expect(verify('email', cognito.codeTo(oldEmail))).rejects.toMatchObject(refusal('ExpiredCodeException'));
    await expect(verify('phone_number', '123456')).rejects.toMatchObject(refusal('ExpiredCodeException'));
  });

  it('is refused if another user has it, or took it before the code was entered', async () => {
    await signUpAndConfirm(cognito, pool, 'taken@example.com');
    const taken = refusal('AliasExistsException', 'An account with the given email already exists.');
    await expect(update({ email: 'Taken@example.com' })).rejects.toMatchObject(taken);
    await expect(adminUpdate({ email: 'taken@example.com', email_verified: 'true' })).rejects.toMatchObject(taken);
    await update({ email: newEmail });
    const code = cognito.codeTo(newEmail);
    await signUpAndConfirm(cognito, pool, newEmail);
    await expect(verify('email', code)).rejects.toMatchObject(taken);
    expect(await attributes()).toMatchObject({ email: oldEmail });
  });

  it('two users enter their codes for it at once: one gets it', async () => {
    await signUpAndConfirm(cognito, pool, 'second@example.com');
    const second = await signIn(cognito, pool, 'second@example.com');
    await update({ email: newEmail });
    const first = cognito.codeTo(newEmail);
    await update({ email: newEmail }, second.AccessToken);
    const results = await Promise.allSettled([
      verify('email', first),
      verify('email', cognito.codeTo(newEmail), second.AccessToken),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('a new code is sent to the waiting address', async () => {
    await update({ email: newEmail });
    const before = cognito.sent.length;
    const again = await cognito.client.send(
      new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'email' }),
    );
    expect(again.CodeDeliveryDetails).toMatchObject({ Destination: 'n***@e***' });
    await update({ email: newEmail });
    expect(cognito.sent.slice(before).map(({ to }) => to)).toEqual([newEmail, newEmail]);
    await verify('email', cognito.codeTo(newEmail));
    expect(await attributes()).toMatchObject({ email: newEmail });
  });

  it('a change back to the old address drops it', async () => {
    await update({ email: newEmail });
    const code = cognito.codeTo(newEmail);
    expect((await update({ email: oldEmail })).CodeDeliveryDetailsList).toEqual([]);
    await expect(verify('email', code)).rejects.toMatchObject(refusal('ExpiredCodeException'));
  });

  it('an administrator marks it as verified: it is in force at once', async () => {
    await adminUpdate({ email: newEmail, email_verified: 'true' });
    expect(await attributes()).toMatchObject({ email: newEmail, email_verified: 'true' });
    await adminUpdate({ email: 'third@example.com' }, newEmail);
    expect(await attributes()).toMatchObject({ email: newEmail });
    expect(cognito.lastTo('third@example.com').channel).toBe('email');
  });
});

it('a pool without that setting: it replaces the address at once, unverified', async () => {
  pool = await createPool(cognito, { UserAttributeUpdateSettings: undefined });
  await signUpAndConfirm(cognito, pool, oldEmail);
  ({ AccessToken } = await signIn(cognito, pool, oldEmail));
  await update({ email: newEmail });
  expect(await attributes()).toMatchObject({ email: newEmail, email_verified: 'false' });
  await expect(cognito.client.send(passwordSignIn(pool, oldEmail))).rejects.toMatchObject(
    refusal('NotAuthorizedException'),
  );
  await verify('email', cognito.codeTo(newEmail));
  expect(await attributes()).toMatchObject({ email_verified: 'true' });
});

describe('a number', () => {
  const askForCode = () =>
    cognito.client.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'phone_number' }));

  it('is set at once, and an SMS that is asked for proves it', async () => {
    expect((await update({ phone_number: userPhone })).CodeDeliveryDetailsList).toEqual([]);
    expect((await askForCode()).CodeDeliveryDetails).toEqual({
      AttributeName: 'phone_number',
      DeliveryMedium: 'SMS',
      Destination: '+********5678',
    });
    expect(await attributes()).toMatchObject({ phone_number: userPhone, phone_number_verified: 'false' });
    expect(cognito.lastTo(userPhone).channel).toBe('sms');
    await expect(verify('email', cognito.codeTo(userPhone))).rejects.toMatchObject(refusal('ExpiredCodeException'));
    await verify('phone_number', cognito.codeTo(userPhone));
    expect(await attributes()).toMatchObject({ phone_number_verified: 'true' });
  });

  it('is removed by an empty value', async () => {
    await adminUpdate({ phone_number: userPhone, phone_number_verified: 'true' });
    await update({ phone_number: '' });
    expect(await attributes()).not.toHaveProperty('phone_number');
    expect(await attributes()).not.toHaveProperty('phone_number_verified');
  });

  it('a pool that cannot send SMS: no SMS', async () => {
    const SmsConfiguration = undefined;
    pool = await createPool(cognito, { MfaConfiguration: 'OFF', SmsConfiguration });
    await signUpAndConfirm(cognito, pool, oldEmail);
    ({ AccessToken } = await signIn(cognito, pool, oldEmail));
    await update({ phone_number: userPhone });
    await expect(askForCode()).rejects.toMatchObject(refusal('InvalidSmsRoleAccessPolicyException'));
  });
});

it('other attributes change, except those that the client may not write', async () => {
  const named = ['email', 'name', 'custom:shop'];
  pool = await createPool(cognito, {}, { ReadAttributes: named, WriteAttributes: named });
  await signUpAndConfirm(cognito, pool, oldEmail);
  ({ AccessToken } = await signIn(cognito, pool, oldEmail));
  await update({ name: '花子', 'custom:shop': 'Ginza' });
  expect(await attributes()).toMatchObject({ name: '花子', 'custom:shop': 'Ginza' });
  await update({ name: '' });
  expect(await attributes()).not.toHaveProperty('name');
  await expect(update({ email_verified: 'true' })).rejects.toMatchObject(refusal('NotAuthorizedException'));
  await expect(update({ email: '' })).rejects.toMatchObject(refusal('InvalidParameterException'));
  await expect(update({ 'custom:other': 'x' })).rejects.toMatchObject(refusal('InvalidParameterException'));
  await expect(update({ name: 'x'.repeat(2049) })).rejects.toMatchObject(
    refusal('InvalidParameterException', /no longer than 2048/),
  );
  // Without a list of its own a client writes standard attributes alone.
  const standard = await createPool(cognito);
  await signUpAndConfirm(cognito, standard, oldEmail);
  const { AccessToken: other } = await signIn(cognito, standard, oldEmail);
  await update({ name: '花子' }, other);
  await expect(update({ sub: 'x' }, other)).rejects.toMatchObject(refusal('InvalidParameterException'));
  await expect(update({ 'custom:shop': 'Ginza' }, other)).rejects.toMatchObject(
    refusal('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
  );
  const limited = await createPool(cognito, {}, { WriteAttributes: ['email'] });
  await signUpAndConfirm(cognito, limited, oldEmail);
  const tokens = await signIn(cognito, limited, oldEmail);
  await expect(update({ name: '花子' }, tokens.AccessToken)).rejects.toMatchObject(
    refusal('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
  );
});

it('an administrator finds a user by address in any case, or by sub', async () => {
  const read = (Username: string) =>
    cognito.client.send(new AdminGetUserCommand({ UserPoolId: pool.UserPoolId, Username }));
  const { Username = '' } = await read('OLD@example.com');
  expect(await read(Username)).toMatchObject({ Username, UserStatus: 'CONFIRMED' });
  await expect(read('nobody@example.com')).rejects.toMatchObject(
    refusal('UserNotFoundException', 'User does not exist.'),
  );
});
