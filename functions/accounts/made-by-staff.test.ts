import {
  AdminCreateUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { Browser } from '#functions/testing/browser';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices, wrong } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { login, verifyMfa } from '#functions/sign-in/calls';
import { requestEmailChange, requestRegistration, resetPassword, verifyEmailChange } from './calls';
import { disableMfa } from '#functions/security/calls';

/** Users that staff made or changed in Cognito's console. */
const services = testServices(startSignInServices);
const email = 'invited@example.jp';
const temporary = 'Made-by-staff-1';
const password = 'a password of my own';
const pool = () => ({ UserPoolId: process.env['USER_POOL_ID'] ?? '' });
type Command =
  | AdminCreateUserCommand
  | AdminSetUserPasswordCommand
  | AdminSetUserMFAPreferenceCommand
  | AdminUpdateUserAttributesCommand;
const send = (command: Command) => new CognitoIdentityProviderClient({}).send(command as AdminCreateUserCommand);
const signIn = (given: string) => new Browser().post(login, { email, password: given });

/** Cognito's refusal when SES does not take the mail (API reference, ForgotPassword, "Errors"). */
const undelivered = {
  status: 400,
  headers: { 'x-amzn-errortype': 'CodeDeliveryFailureException' },
  body: JSON.stringify({ __type: 'CodeDeliveryFailureException', message: 'Unable to deliver message' }),
};

async function expectLinkToOwnPassword(): Promise<void> {
  expect(await signIn(temporary)).toMatchObject({
    status: 403,
    body: { code: 'NEW_PASSWORD_REQUIRED', message: expect.stringContaining('メールのリンク') },
  });
  const body = { token: services.newestToken(email), password };
  expect((await new Browser().post(resetPassword, body)).status).toBe(200);
  expect((await signIn(password)).status).toBe(200);
  expect((await signIn(temporary)).status).toBe(401);
}

test('an invited user signs in with the temporary password: a link leads to one of their own', async () => {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'name', Value: '招待された人' },
  ];
  await send(new AdminCreateUserCommand({ ...pool(), Username: email, TemporaryPassword: temporary, UserAttributes }));
  expect((await signIn('not the password')).body).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  await expectLinkToOwnPassword();
});

test('a password that staff reset: the same', async () => {
  const { userId } = await services.createUser({ email });
  await send(new AdminSetUserPasswordCommand({ ...pool(), Username: userId, Password: temporary, Permanent: false }));
  await expectLinkToOwnPassword();
});

test('strangers have used up the mails of the address by registering with it: the same', async () => {
  const { userId } = await services.createUser({ email });
  for (let nth = 0; nth < 6; nth += 1)
    await new Browser('198.51.100.9').post(requestRegistration, { email, username: '見知らぬ人', password });
  await send(new AdminSetUserPasswordCommand({ ...pool(), Username: userId, Password: temporary, Permanent: false }));
  await expectLinkToOwnPassword();
});

test('the same within the hour in which links to a former address count no longer', async () => {
  const { userId, password: former } = await services.createUser({ email: 'former@example.jp' });
  const browser = new Browser();
  await browser.post(login, { email: 'former@example.jp', password: former });
  await browser.post(requestEmailChange, { newEmail: email });
  await browser.post(verifyEmailChange, { verificationCode: services.newestCode(email) });
  services.clock.advance(60_000);
  await send(new AdminSetUserPasswordCommand({ ...pool(), Username: userId, Password: temporary, Permanent: false }));
  await expectLinkToOwnPassword();
});

test('the link cannot be mailed: the response says how to ask for another, because the password is over', async () => {
  const { userId } = await services.createUser({ email });
  await send(new AdminSetUserPasswordCommand({ ...pool(), Username: userId, Password: temporary, Permanent: false }));
  services.inject((service, operation) =>
    service === 'cognito' && operation === 'ForgotPassword' ? undelivered : 'pass',
  );
  expect(await signIn(temporary)).toMatchObject({
    status: 503,
    body: { code: 'CODE_DELIVERY_FAILED', message: expect.stringContaining('「パスワードをお忘れですか？」') },
  });
  services.clearFaults();
  expect((await signIn(temporary)).status).toBe(401);
});

test('the sixth link in an hour: refused, and the temporary password still works', async () => {
  const { userId } = await services.createUser({ email });
  for (let count = 0; count < 6; count += 1) {
    await send(new AdminSetUserPasswordCommand({ ...pool(), Username: userId, Password: temporary, Permanent: false }));
    const { body } = await signIn(temporary);
    expect(body['code']).toBe(count < 5 ? 'NEW_PASSWORD_REQUIRED' : 'TOO_MANY_ATTEMPTS');
  }
  services.clock.advance(3_600_000);
  expect((await signIn(temporary)).body).toMatchObject({ code: 'NEW_PASSWORD_REQUIRED' });
});

test.each([
  ['the app preferred', true],
  ['none preferred', false],
])('both second steps are on, %s: the app is asked for, and no SMS is sent', async (_, PreferredMfa) => {
  const user = await services.createUser({ email, mfa: 'totp', phoneNumber: '+819012345678' });
  await send(
    new AdminSetUserMFAPreferenceCommand({
      ...pool(),
      Username: user.userId,
      SMSMfaSettings: { Enabled: true, PreferredMfa: false },
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa },
    }),
  );
  const browser = new Browser();
  expect((await browser.post(login, { email, password: user.password })).body).toMatchObject({
    code: 'MFA_REQUIRED',
    mfaType: 'totp',
  });
  expect(services.messages).toEqual([]);
  expect((await browser.post(verifyMfa, { code: user.appCode() })).status).toBe(200);
  // Switched off here, both are.
  expect((await browser.post(disableMfa)).status).toBe(200);
  expect((await signIn(user.password)).status).toBe(200);
});

test('another address while a change waits for its code: a wrong code puts none in force', async () => {
  const user = await services.createUser({ email });
  const browser = await signedIn(user);
  await browser.post(requestEmailChange, { newEmail: 'new@example.jp' });
  const UserAttributes = [
    { Name: 'email', Value: 'given@example.jp' },
    { Name: 'email_verified', Value: 'true' },
  ];
  await send(new AdminUpdateUserAttributesCommand({ ...pool(), Username: user.userId, UserAttributes }));
  const verificationCode = wrong(services.newestCode('new@example.jp'));
  expect((await browser.post(verifyEmailChange, { verificationCode })).body).toMatchObject({ code: 'CODE_EXPIRED' });
});
