import {
  AdminCreateUserCommand,
  AdminSetUserMFAPreferenceCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { createStripeEmulator } from '#emulators/stripe';
import { deleteUser, getUser, requestRegistration, requestReset, resetPassword } from '#functions/accounts/calls';
import { makeMasterPassword as getMasterPassword } from '#functions/impersonation/calls';
import { login, verifyMfa } from '#functions/sign-in/calls';
import { Browser } from '#functions/testing/browser';
import { walk } from '#functions/testing/runbook';
import { impersonating, masterPasswordIn, signedIn, signedInByApp, testReason } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import { doTasks } from '#functions/testing/task-queue';
import type { TestUser } from '#functions/testing/user-pool';
import { limitTo } from '#functions/testing/limit-to';
import { testServices } from '#functions/testing/test-services';
import { watchLog } from '#functions/testing/watch-log';
import { handler as authorizeOrigin } from '#functions/http/authorize-origin';

const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
const log = watchLog();
const email = 'owner@example.jp';
let owner: TestUser;
const pool = (): string => process.env['USER_POOL_ID'] ?? '';
const signIn = (user: Pick<TestUser, 'email' | 'password'> = owner, browser = new Browser()) =>
  browser.post(login, { email: user.email, password: user.password });
const register = (address: string) =>
  new Browser().post(requestRegistration, { email: address, username: '新しい人', password: 'correct horse' });
const cognitoDown = (): void => services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));

beforeEach(async () => {
  owner = await services.createUser({ email });
});

walk('Calls: auth', 'Cognito is down: sign-ins fail with an error in the log, and work once it is back', async () => {
  cognitoDown();
  const { status, body } = await signIn();
  expect(status).toBe(503);
  expect(body).toHaveProperty('requestId');
  expect(log.text()).toMatch(/^error failed/m);
  services.clearFaults();
  expect((await signIn()).status).toBe(200);
});

walk('Calls: auth', 'a user made in the console: a mailed link leads to a password of their own', async (section) => {
  const invited = { email: 'invited@example.jp', password: 'Made-by-staff-1' };
  await new CognitoIdentityProviderClient({}).send(
    new AdminCreateUserCommand({
      UserPoolId: pool(),
      Username: invited.email,
      TemporaryPassword: invited.password,
      UserAttributes: [{ Name: 'email', Value: invited.email }],
    }),
  );
  section.says('signs in with it and gets a mail with a link');
  expect((await signIn(invited)).status).toBe(403);
  services.messages.length = 0;
  section.says('Without the mail, they request a link');
  await new Browser().post(requestReset, { email: invited.email });
  const own = { token: services.newestToken(invited.email), password: 'a password of my own' };
  expect((await new Browser().post(resetPassword, own)).status).toBe(200);
  expect((await signIn({ ...invited, password: own.password })).status).toBe(200);
});

walk('Calls: auth', 'codes by SMS do not arrive: the command shows the spending limit', async (section) => {
  section.says('the spending limit of SMS in SNS');
  const { attributes } = await section.run('aws sns get-sms-attributes');
  expect(attributes).toEqual({ MonthlySpendLimit: '1' });
});

walk('Calls: auth', 'both second steps are on: the app’s code is asked for, and signs in', async (section) => {
  section.says('If both second steps were switched on there');
  const phoneNumber = '+819012345678';
  const both = await services.createUser({ email: 'both@example.jp', mfa: 'totp', phoneNumber });
  await new CognitoIdentityProviderClient({}).send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: pool(),
      Username: both.userId,
      SMSMfaSettings: { Enabled: true, PreferredMfa: false },
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: false },
    }),
  );
  const browser = new Browser();
  expect((await signIn(both, browser)).body).toMatchObject({ code: 'MFA_REQUIRED', mfaType: 'totp' });
  expect((await browser.post(verifyMfa, { code: both.appCode() })).status).toBe(200);
});

walk('Calls: account', 'a deletion is interrupted: a task finishes it within minutes', async (section) => {
  const browser = await signedIn(owner);
  services.inject((_, operation) => (operation === 'AdminDeleteUser' ? 'down' : 'pass'));
  expect((await browser.delete(deleteUser, { body: { password: owner.password } })).status).toBe(503);
  services.clearFaults();
  section.says('A task finishes an interrupted change within minutes');
  services.clock.advance(10 * 60_000);
  expect(await doAccountTasks()).toEqual({ done: ['finish-deletion'], left: [] });
  expect((await signIn()).status).toBe(401);
});

walk('Calls: security', 'the second step is lost: staff remove it, and the password signs in', async (section) => {
  const command = 'aws cognito-idp admin-set-user-mfa-preference --user-pool-id POOL --username ADDRESS';
  for (const [mfa, setting] of [
    ['totp', 'software-token'],
    ['sms', 'sms'],
  ] as const) {
    const email = `${mfa}@example.jp`;
    const careful = await services.createUser({ email, mfa, ...(mfa === 'sms' && { phoneNumber: '+819012345678' }) });
    expect((await signIn(careful)).body).toMatchObject({ code: 'MFA_REQUIRED' });
    await section.run(`${command} --${setting}-mfa-settings`, { POOL: pool(), ADDRESS: email });
    const browser = new Browser();
    expect((await signIn(careful, browser)).status).toBe(200);
    expect((await browser.get(getUser)).status).toBe(200);
  }
});

walk(
  'Calls: admin',
  'an administrator without a second step is refused; Cognito down: no password',
  async (section) => {
    const weak = await services.createUser({ email: 'weak@example.jp', admin: true });
    const refused = await (await signedIn(weak)).post(getMasterPassword, { reason: testReason });
    expect(refused.body).toMatchObject({ code: section.says('SECOND_STEP_REQUIRED') });
    const admin = await services.createUser({ email: 'admin@example.jp', admin: true, mfa: 'totp' });
    const browser = await signedInByApp(admin);
    cognitoDown();
    expect((await browser.post(getMasterPassword, { reason: testReason })).status).toBe(503);
    section.says('and the tables `users` and `audit`, without which no password is shown');
    services.inject((_, operation, { body }) =>
      operation === 'PutItem' && String(body).includes('"audit"') ? 'down' : 'pass',
    );
    const unrecorded = await browser.post(getMasterPassword, { reason: testReason });
    expect([unrecorded.status, unrecorded.body]).toEqual([
      503,
      expect.not.objectContaining({ password: expect.anything() }),
    ]);
    services.clearFaults();
    expect((await browser.post(getMasterPassword, { reason: testReason })).status).toBe(200);
  },
);

walk(
  'Calls: admin',
  'an administrator is removed: impersonations and passwords end, who and why stays',
  async (section) => {
    const admin = await services.createUser({ email: 'admin@example.jp', admin: true, mfa: 'totp' });
    const browser = await signedInByApp(admin);
    const masterPassword = await masterPasswordIn(browser);
    const acting = new Browser();
    expect((await acting.post(login, { email, password: masterPassword })).status).toBe(200);
    await section.run('aws cognito-idp admin-remove-user-from-group', { POOL: pool(), ADDRESS: admin.email });
    expect((await acting.get(getUser)).status).toBe(401);
    expect((await browser.post(getMasterPassword, { reason: testReason })).status).toBe(403);
    expect((await new Browser().post(login, { email, password: masterPassword })).status).toBe(401);
    section.says('partition `USER#ID` of the user ([Job check-users](#job-check-users)), events `impersonation-…`');
    section.says('who made a master password is in the partition `USER#-`');
    const audit = await services.items('audit');
    expect(audit.find(({ pk }) => pk === `USER#${owner.userId}`)).toMatchObject({
      event: 'impersonation-began',
      by: admin.userId,
      reason: testReason,
    });
    expect(audit.find(({ pk }) => pk === 'USER#-')).toMatchObject({ event: 'master-password-shown', by: admin.userId });
  },
);

walk('Calls: admin', 'an administrator is disabled: their impersonation is refused', async (section) => {
  const acting = await impersonating(services, owner);
  const audit = await services.items('audit');
  const by = String(audit.find(({ event }) => event === 'impersonation-began')?.['by']);
  await section.run('aws cognito-idp admin-disable-user', { POOL: pool(), ADDRESS: by });
  expect((await acting.get(getUser)).status).toBe(401);
});

/** Cognito's response when a trigger failed (developer guide, "Lambda trigger error handling"). */
const triggerFailed = () => ({
  status: 400,
  headers: {
    'x-amzn-errortype': 'UnexpectedLambdaException',
    date: new Date(services.clock.now()).toUTCString(),
  },
  body: JSON.stringify({ message: 'CustomMessage failed with error PORTAL_ORIGIN is not set.' }),
});

walk(
  'Trigger custom-message',
  'it fails: nothing is mailed; after a right deployment what waited goes out',
  async (section) => {
    services.inject((_, operation) => (operation === 'SignUp' ? triggerFailed() : 'pass'));
    expect((await register('new@example.jp')).status).toBe(200);
    expect(services.messages).toEqual([]);
    const line = section.says('Cognito could not send a mail');
    expect(log.text()).toMatch(new RegExp(`^error a code is not sent yet.*${line}`, 'm'));
    services.clearFaults();
    section.says('go out within minutes');
    expect(await doTasks()).toBe(1);
    expect(services.newestCode('new@example.jp')).toMatch(/^\d{6}$/);
  },
);

const [first, second] = ['a', 'b'].map((letter) => letter.repeat(48)) as [string, string];
const admitted = async (key: string): Promise<boolean> =>
  (await authorizeOrigin({ identitySource: [key] })).isAuthorized;
async function keepOriginKey(): Promise<void> {
  services.clock.advance(10 * 60_000); // the container has forgotten the secret of another test
  process.env['ORIGIN_SECRET_ARN'] = 'origin';
  const SecretString = JSON.stringify({ originKey: first });
  await new SecretsManagerClient({}).send(new CreateSecretCommand({ Name: 'origin', SecretString }));
}

walk('Trigger authorize-origin', 'the secret was deleted: restored, requests come through again', async (section) => {
  await keepOriginKey();
  await new SecretsManagerClient({}).send(new DeleteSecretCommand({ SecretId: 'origin', RecoveryWindowInDays: 30 }));
  await expect(admitted(first)).rejects.toThrow();
  await section.run('aws secretsmanager restore-secret');
  expect(await admitted(first)).toBe(true);
});

walk(
  'Trigger authorize-origin',
  'CloudFront sends another key: every request is refused, and says so',
  async (section) => {
    await keepOriginKey();
    expect(await admitted(second)).toBe(false);
    expect(log.text()).toContain(section.says('a request did not come through CloudFront'));
  },
);

walk(
  'Renewing secrets',
  'the origin’s key: the old one stays valid until CloudFront sends the new one',
  async (section) => {
    await keepOriginKey();
    expect(await admitted(first)).toBe(true);
    await section.run('aws secretsmanager put-secret-value --secret-id portal-STAGE-origin', { KEY: second });
    services.clock.advance(5 * 60_000);
    expect([await admitted(first), await admitted(second)]).toEqual([true, true]);
    const secret = await new SecretsManagerClient({}).send(new DescribeSecretCommand({ SecretId: 'origin' }));
    expect(Object.keys(secret.VersionIdsToStages ?? {})).toHaveLength(2);
  },
);

walk(
  'Spending on SMS',
  'the stage’s SMS of a day are used up: the log names it, the app still signs in',
  async (section) => {
    section.says('lower `limits.smsSignIn` or `limits.smsSetUp`');
    limitTo({ smsSignIn: { stage: ['1/d'] } });
    const [bySms, byApp] = [
      await services.createUser({ email: 'sms@example.jp', phoneNumber: '+819012345678', mfa: 'sms' }),
      await services.createUser({ email: 'app@example.jp', mfa: 'totp' }),
    ];
    expect((await signIn(bySms)).body).toMatchObject({ code: 'MFA_REQUIRED' });
    expect((await signIn(bySms)).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    expect(log.text()).toMatch(new RegExp(`${section.says('used up')}.*${section.says('stage#smsSignIn')}`));
    section.says('owners with an authenticator app still sign in');
    await signedInByApp(byApp);
  },
);

walk(
  'Reputation of mails',
  'a machine registers strangers: the counters stop it, and the log names them',
  async (section) => {
    section.says('lower `limits.mail.network` and deploy');
    limitTo({ mail: { network: ['2/15m'] } });
    for (const name of ['one', 'two', 'three']) await register(`${name}@example.jp`);
    expect(services.messages).toHaveLength(2);
    expect(log.text()).toMatch(new RegExp(`${section.says('used up')}.*network#`));
  },
);
