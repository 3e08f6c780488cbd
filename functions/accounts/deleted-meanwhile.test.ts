import { TOTP } from 'otpauth';
import type { ApiResponse, Fault } from '../../local/testing/functions';
import { deleteAccount } from '#functions/platform/cognito/accounts';
import { Browser } from '#functions/testing/browser';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { requestReset, resetPassword, deleteUser, getUser, markSetupComplete, updateProfile } from './calls';
import { disableMfa, setUpSms, setUpTotp, verifySms, verifyTotp } from '#functions/security/calls';

/** A request of a call waits until the account is deleted in another tab of the same browser. */
const services = testServices(startSignInServices);
const email = 'owner@example.jp';
let owner: TestUser;
let browser: Browser;

beforeEach(async () => {
  owner = await services.createUser({ email });
  browser = await signedIn(owner);
});

/** The confirmation of an app whose secret the user has just got. */
async function confirmsApp(): Promise<() => Promise<ApiResponse>> {
  const app = new TOTP({ secret: String((await browser.post(setUpTotp)).body['secret']) });
  return () => browser.post(verifyTotp, { code: app.generate({ timestamp: services.clock.now() }) });
}

/** Each returns the call once what it needs is there. */
const calls = {
  'a new name': async () => () => browser.put(updateProfile, { username: '佐藤花子' }),
  'a new number': async () => () => browser.put(updateProfile, { phoneNumber: '0312345678' }),
  'mails switched off': async () => () => browser.put(updateProfile, { newsMails: false }),
  'the end of the setup': async () => () => browser.post(markSetupComplete),
  'a number for SMS': async () => () => browser.post(setUpSms, { phoneNumber: '09012345678' }),
  'SMS switched on': async () => {
    await browser.post(setUpSms, { phoneNumber: '09012345678' });
    return () => browser.post(verifySms, { code: services.newestCode('+819012345678') });
  },
  'an app switched on': confirmsApp,
  'an app switched off': async () => {
    await (
      await confirmsApp()
    )();
    return () => browser.post(disableMfa);
  },
};

/** Holds the first request of this operation that names `item`, until `meanwhile` is done. Returns the response. */
async function hold(
  call: () => Promise<ApiResponse>,
  operation: string,
  item: string,
  meanwhile: () => Promise<void>,
): Promise<ApiResponse> {
  let release: () => void = () => undefined;
  const released = new Promise<Fault>((resolve) => (release = () => resolve('pass')));
  const reached = new Promise<boolean>((resolve) => {
    services.inject((_, requested, { body }) => {
      if (requested !== operation || !body.includes(item)) return 'pass';
      resolve(true);
      return released;
    });
  });
  const running = call();
  expect(await Promise.race([reached, running])).toBe(true);
  services.clearFaults();
  await meanwhile();
  release();
  return running;
}

test.each<[keyof typeof calls, operation: string, item: string]>([
  ['a new name', 'AdminUpdateUserAttributes', ''],
  ['a new name', 'UpdateItem', '"PROFILE"'],
  ['a new number', 'AdminUpdateUserAttributes', ''],
  ['a new number', 'UpdateItem', '"PROFILE"'],
  ['mails switched off', 'UpdateItem', '"PROFILE"'],
  ['the end of the setup', 'UpdateItem', '"PROFILE"'],
  ['a number for SMS', 'AdminUpdateUserAttributes', ''],
  ['a number for SMS', 'UpdateItem', '"PROFILE"'],
  ['SMS switched on', 'AdminSetUserMFAPreference', ''],
  ['an app switched on', 'PutItem', '"hashes"'],
  ['an app switched on', 'AdminSetUserMFAPreference', ''],
  ['an app switched off', 'AdminSetUserMFAPreference', ''],
])('%s: the account is deleted before its %s%s: 401, and nothing of it is left', async (name, operation, item) => {
  const call = await calls[name]();
  const tab = new Browser();
  Object.assign(tab.cookies, browser.cookies);
  const response = await hold(call, operation, item, async () => {
    expect((await tab.delete(deleteUser, { body: { password: owner.password } })).status).toBe(200);
  });
  expect([response.status, response.body['code']]).toEqual([401, 'NOT_SIGNED_IN']);
  const left = (await services.items('users')).filter(({ pk }) => pk === `USER#${owner.userId}`);
  expect(left.map((one) => [one['sk'], one['email']])).toEqual([['PROFILE', undefined]]);
});

test('staff delete the user while a reset removes the second step: the reset is through', async () => {
  await (
    await confirmsApp()
  )();
  const other = new Browser('198.51.100.8');
  await other.post(requestReset, { email });
  const reset = { token: services.newestToken(email), password: 'a new password', removeSecondStep: true };
  const send = () => other.post(resetPassword, reset);
  const response = await hold(send, 'AdminSetUserMFAPreference', '', () => deleteAccount(owner.userId));
  expect(response.status).toBe(200);
});

test('staff have deleted the user: a new name is refused, and the session ends', async () => {
  await deleteAccount(owner.userId);
  expect((await browser.put(updateProfile, { username: '佐藤花子' })).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
  expect((await browser.get(getUser)).status).toBe(401);
});
