import { TOTP } from 'otpauth';
import { Browser } from '#functions/testing/browser';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { getUser, requestEmailChange } from '#functions/accounts/calls';
import {
  confirmPassword,
  disableMfa,
  getMfaStatus,
  setUpSms,
  setUpTotp,
  verifySms,
  verifyTotp,
} from '#functions/security/calls';
import { login, verifyMfa } from './calls';

const services = testServices(startSignInServices);
let owner: TestUser;
let codes: string[];

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp', username: '山田', admin: true });
  const browser = await signedIn(owner);
  const { body } = await browser.post(setUpTotp);
  const code = new TOTP({ secret: String(body['secret']) }).generate({ timestamp: services.clock.now() });
  codes = (await browser.post(verifyTotp, { code })).body['recoveryCodes'] as string[];
});

async function begin(): Promise<Browser> {
  const browser = new Browser();
  await browser.post(login, { email: owner.email, password: owner.password });
  return browser;
}
const codeAt = (index: number): string => codes[index] ?? '';

// ASVS 6.5.1, 6.5.2
test('a recovery code: signs in once, the user gets a notice, the other codes stay valid', async () => {
  const browser = await begin();
  expect((await browser.post(verifyMfa, { recoveryCode: codeAt(0).toLowerCase().replace('-', '') })).status).toBe(200);
  expect((await browser.get(getUser)).body['user']).toMatchObject({ username: '山田', isAdmin: true });
  expect((await browser.get(getMfaStatus)).body).toEqual({ enabled: true, method: 'totp', recoveryCodesLeft: 9 });
  expect(await services.items('users')).toContainEqual(
    expect.objectContaining({
      pk: 'TASKS',
      body: expect.objectContaining({ kind: 'recovery-code-used', to: owner.email }),
    }),
  );
  expect(JSON.stringify(await services.items('users'))).not.toContain(codeAt(1));
  const again = await begin();
  expect((await again.post(verifyMfa, { recoveryCode: codeAt(0) })).body).toMatchObject({
    code: 'WRONG_CODE',
    fields: { recoveryCode: 'リカバリーコードが正しくありません' },
  });
  expect((await again.post(verifyMfa, { recoveryCode: codeAt(1) })).status).toBe(200);
});

test('two concurrent calls with one code, or two codes for one challenge: one signs in', async () => {
  const [one, other] = [await begin(), await begin()];
  const responses = await Promise.all([
    one.post(verifyMfa, { recoveryCode: codeAt(0) }),
    other.post(verifyMfa, { recoveryCode: codeAt(0) }),
  ]);
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200, 400]));
  const browser = await begin();
  const twin = new Browser();
  Object.assign(twin.cookies, browser.cookies);
  const both = await Promise.all([
    browser.post(verifyMfa, { recoveryCode: codeAt(1) }),
    twin.post(verifyMfa, { recoveryCode: codeAt(2) }),
  ]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('another user’s code, an invented one, or both kinds together: refused', async () => {
  const browser = await begin();
  expect((await browser.post(verifyMfa, { recoveryCode: '22222-22222' })).body).toMatchObject({ code: 'WRONG_CODE' });
  expect((await browser.post(verifyMfa, { recoveryCode: '123456' })).body['fields']).toEqual({
    recoveryCode: 'リカバリーコードの形式が正しくありません',
  });
  expect((await browser.post(verifyMfa, { code: '123456', recoveryCode: codeAt(0) })).body['fields']).toEqual({
    code: '認証コードは6文字である必要があります',
  });
  expect((await browser.post(verifyMfa, {})).body['fields']).toEqual({ code: '認証コードは6文字である必要があります' });
  const sms = await services.createUser({ email: 'sms@example.jp', phoneNumber: '+819012345678', mfa: 'sms' });
  const theirs = new Browser();
  await theirs.post(login, { email: sms.email, password: sms.password });
  expect((await theirs.post(verifyMfa, { recoveryCode: codeAt(0) })).body).toMatchObject({ code: 'WRONG_CODE' });
});

test('ten wrong codes: the account is paused', async () => {
  const browser = await begin();
  for (let index = 0; index < 10; index += 1) await browser.post(verifyMfa, { recoveryCode: '22222-22222' });
  expect((await browser.post(verifyMfa, { recoveryCode: codeAt(0) })).body).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
  });
});

test('no challenge, or a disabled user: CHALLENGE_EXPIRED', async () => {
  expect((await new Browser().post(verifyMfa, { recoveryCode: codeAt(0) })).body).toMatchObject({
    code: 'CHALLENGE_EXPIRED',
  });
  const browser = await begin();
  await services.disable(owner.userId);
  expect((await browser.post(verifyMfa, { recoveryCode: codeAt(0) })).body).toMatchObject({
    code: 'CHALLENGE_EXPIRED',
  });
});

// ASVS 6.4.4
test('the app is lost: after a recovery code the user can switch it off and set up another one', async () => {
  const browser = await begin();
  await browser.post(verifyMfa, { recoveryCode: codeAt(0) });
  expect((await browser.post(requestEmailChange, { newEmail: 'new@example.jp' })).body).toMatchObject({
    code: 'MFA_RENEWAL_REQUIRED',
  });
  expect((await browser.post(setUpTotp)).body).toMatchObject({ code: 'MFA_ALREADY_ENABLED' });
  expect((await browser.post(disableMfa)).status).toBe(200);
  expect((await browser.post(setUpTotp)).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
  expect((await browser.post(confirmPassword, { password: owner.password })).status).toBe(200);
  expect((await browser.post(setUpTotp)).status).toBe(200);
});

test('DynamoDB fails while the session begins: no session, the code is spent, another code signs in', async () => {
  const browser = await begin();
  services.inject((_, operation, request) =>
    operation === 'TransactWriteItems' && request.body.includes('SESSION#') ? 'down' : 'pass',
  );
  const response = await browser.post(verifyMfa, { recoveryCode: codeAt(0) });
  expect([response.status, response.setCookies]).toEqual([503, []]);
  services.clearFaults();
  expect((await (await begin()).post(verifyMfa, { recoveryCode: codeAt(1) })).status).toBe(200);
});

test('by SMS too: a lost number is no lost account, and a proof of the password counts its SMS', async () => {
  const phoneNumber = '09012345678';
  const user = await services.createUser({ email: 'sms@example.jp' });
  const first = await signedIn(user);
  await first.post(setUpSms, { phoneNumber });
  const { body } = await first.post(verifySms, { code: services.newestCode('+819012345678') });
  const [recoveryCode] = body['recoveryCodes'] as string[];
  const browser = new Browser();
  await browser.post(login, { email: user.email, password: user.password });
  expect((await browser.post(verifyMfa, { recoveryCode })).status).toBe(200);
  expect((await browser.get(getMfaStatus)).body).toEqual({ enabled: true, method: 'sms', recoveryCodesLeft: 9 });
  expect((await browser.post(confirmPassword, { password: user.password })).status).toBe(200);
  const counts = (await services.items('users')).find(({ pk }) => pk === 'LIMIT#stage#smsSignIn');
  expect(counts).toMatchObject({ smsSignIn_d: 2 });
  expect((await browser.post(disableMfa)).status).toBe(200);
});
