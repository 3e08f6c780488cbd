import { TOTP } from 'otpauth';
import { listNotices } from '#functions/testing/notices';
import { Browser } from '#functions/testing/browser';
import { holdBack } from '#functions/testing/hold-back';
import { impersonating, ageProofs, signedIn } from '#functions/testing/signed-in';
import { startSignInServices, wrong } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { getUser, updateProfile } from '#functions/accounts/calls';
import { login, verifyMfa } from '#functions/sign-in/calls';
import { disableMfa, getMfaStatus, setUpSms, setUpTotp, verifySms, verifyTotp } from './calls';

const services = testServices(startSignInServices);
let owner: TestUser;
const phone = '+819012345678';
const off = { enabled: false, method: null, recoveryCodesLeft: 0 };

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const status = async (browser: Browser) => (await browser.get(getMfaStatus)).body;
const notices = async () => (await listNotices()).map(({ kind }) => kind);
const begin = async (browser = new Browser()) => ({
  browser,
  response: await browser.post(login, { email: owner.email, password: owner.password }),
});

async function setUpApp(browser: Browser): Promise<{ app: TOTP; code: () => string; uri: string }> {
  const { body } = await browser.post(setUpTotp);
  const app = new TOTP({ secret: String(body['secret']) });
  return { app, uri: String(body['otpauthUri']), code: () => app.generate({ timestamp: services.clock.now() }) };
}

// ASVS 6.3.3
describe('by SMS', () => {
  test.each(['09012345678', '+819012345678', '+81 90-1234-5678'])(
    '%s: a code goes there, switches it on, and the next sign-in asks for one',
    async (phoneNumber) => {
      const [browser, other] = [await signedIn(owner), await signedIn(owner)];
      expect(await status(browser)).toEqual(off);
      expect((await browser.post(setUpSms, { phoneNumber })).status).toBe(200);
      expect(services.messages[0]).toMatchObject({
        channel: 'sms',
        to: phone,
        text: expect.stringContaining('認証コード'),
      });
      expect(await status(browser)).toEqual(off);
      expect((await browser.post(verifySms, { code: services.newestCode(phone) })).status).toBe(200);
      expect(await status(browser)).toEqual({ enabled: true, method: 'sms', recoveryCodesLeft: 10 });
      expect((await browser.get(getUser)).body['user']).toMatchObject({ phoneNumber: '09012345678' });
      expect((await other.get(getUser)).status).toBe(401);
      expect(await notices()).toEqual(['mfa-enabled']);
      const again = await begin();
      expect(again.response.body).toMatchObject({ code: 'MFA_REQUIRED', mfaType: 'sms' });
      expect((await again.browser.post(verifyMfa, { code: services.newestCode(phone) })).status).toBe(200);
    },
  );

  const malformed = '日本の電話番号形式で入力してください（例：09012345678）';
  const notMobile = 'SMSを受け取れる携帯電話の番号を入力してください（例：09012345678）';
  // ASVS 6.6.1
  test.each([
    ...['', '+15551234567', '+8190', '12345', '090123456789'].map((number) => [number, malformed]),
    ...['09901234567', '0570123456', '0312345678', '08001234567'].map((number) => [number, notMobile]),
  ])('%j is no number for SMS, and nothing is sent', async (phoneNumber, text) => {
    const response = await (await signedIn(owner)).post(setUpSms, { phoneNumber });
    expect([response.status, response.body['fields']]).toEqual([400, { phoneNumber: text }]);
    expect(services.messages).toEqual([]);
  });

  test('a wrong code: refused, and the right one still works, once', async () => {
    const browser = await signedIn(owner);
    await browser.post(setUpSms, { phoneNumber: phone });
    const code = services.newestCode(phone);
    expect((await browser.post(verifySms, { code: wrong(code) })).body).toMatchObject({
      code: 'WRONG_CODE',
      message: '認証コードが正しくありません',
    });
    expect((await browser.post(verifySms, { code: 'abcdef' })).body).toMatchObject({ code: 'WRONG_CODE' });
    expect((await browser.post(verifySms, { code: '' })).body['fields']).toEqual({
      code: '認証コードを入力してください',
    });
    const [first, second] = await Promise.all([browser.post(verifySms, { code }), browser.post(verifySms, { code })]);
    expect([first, second].filter((response) => response.status === 200)).toHaveLength(1);
    expect((await browser.post(verifySms, { code })).body).toMatchObject({ code: 'MFA_ALREADY_ENABLED' });
  });

  test('a code without a number, or after a day: refused', async () => {
    const browser = await signedIn(owner);
    expect((await browser.post(verifySms, { code: '123456' })).body).toMatchObject({ code: 'MFA_SETUP_NOT_FOUND' });
    await browser.post(setUpSms, { phoneNumber: phone });
    const code = services.newestCode(phone);
    services.clock.advance(86_400_000);
    expect((await (await signedIn(owner)).post(verifySms, { code })).body).toMatchObject({ code: 'CODE_EXPIRED' });
  });

  test('another number than before: its owner is told, once however often a code is sent', async () => {
    const browser = await signedIn(owner);
    await browser.post(setUpSms, { phoneNumber: phone });
    expect(await notices()).toEqual([]);
    for (let time = 0; time < 2; time += 1) await browser.post(setUpSms, { phoneNumber: '08012345678' });
    expect(await notices()).toEqual(['phone-for-sms']);
  });

  test('it is cut off as Cognito has the other number: the repeat tells its owner', async () => {
    const browser = await signedIn(owner);
    await browser.post(setUpSms, { phoneNumber: phone });
    services.inject((_, operation) => (operation === 'AdminUpdateUserAttributes' ? 'lost' : 'pass'));
    expect((await browser.post(setUpSms, { phoneNumber: '08012345678' })).status).toBe(503);
    services.clearFaults();
    expect((await browser.post(setUpSms, { phoneNumber: '08012345678' })).status).toBe(200);
    expect(await notices()).toEqual(['phone-for-sms']);
  });

  test('the sixth SMS in 15 minutes: refused, for a number and for a user', async () => {
    const browser = await signedIn(owner);
    for (let index = 0; index < 5; index += 1)
      expect((await browser.post(setUpSms, { phoneNumber: `0901234567${index}` })).status).toBe(200);
    expect((await browser.post(setUpSms, { phoneNumber: '09012345679' })).body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      retryAfter: 900,
    });
    expect(services.messages).toHaveLength(5);
  });

  test('one network address: 20 SMS in 15 minutes for all users together', async () => {
    for (let index = 0; index < 20; index += 1) {
      const browser = await signedIn(await services.createUser({ email: `owner${index}@example.jp` }));
      expect((await browser.post(setUpSms, { phoneNumber: `080100000${10 + index}` })).status).toBe(200);
    }
    expect((await (await signedIn(owner)).post(setUpSms, { phoneNumber: phone })).body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
    });
    expect(services.messages).toHaveLength(20);
  });

  test('the number of an active second step: it cannot be changed', async () => {
    const browser = await signedIn(owner);
    await browser.post(setUpSms, { phoneNumber: phone });
    await browser.post(verifySms, { code: services.newestCode(phone) });
    expect((await browser.put(updateProfile, { phoneNumber: '0312345678' })).body).toMatchObject({
      code: 'PHONE_IN_USE',
    });
    expect((await browser.post(setUpSms, { phoneNumber: '08012345678' })).body).toMatchObject({
      code: 'MFA_ALREADY_ENABLED',
    });
    expect((await browser.post(setUpTotp)).body).toMatchObject({ code: 'MFA_ALREADY_ENABLED' });
  });

  test('DynamoDB fails after it is switched on: 503, it is on, and a task ends the sessions', async () => {
    const browser = await signedIn(owner);
    await browser.post(setUpSms, { phoneNumber: phone });
    const code = services.newestCode(phone);
    let on = false;
    services.inject((service, operation) => {
      on ||= operation === 'AdminSetUserMFAPreference';
      return service === 'dynamodb' && on ? 'down' : 'pass';
    });
    expect((await browser.post(verifySms, { code })).status).toBe(503);
    services.clearFaults();
    expect(await status(browser)).toMatchObject({ enabled: true });
    services.clock.advance(120_000);
    expect(await doAccountTasks()).toEqual({ done: ['end-interrupted'], left: [] });
    expect((await browser.get(getUser)).status).toBe(401);
  });
});

describe('by an authenticator app', () => {
  test('the first code switches it on with ten recovery codes; a code of an adjacent step signs in once', async () => {
    const browser = await signedIn(owner);
    const { app, code, uri } = await setUpApp(browser);
    expect(uri).toBe(`otpauth://totp/Revonizer:owner%40example.jp?secret=${app.secret.base32}&issuer=Revonizer`);
    const response = await browser.post(verifyTotp, { code: code() });
    expect(response.status).toBe(200);
    expect(new Set(response.body['recoveryCodes'] as string[]).size).toBe(10);
    for (const one of response.body['recoveryCodes'] as string[])
      expect(one).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    expect(JSON.stringify(await services.items('users'))).not.toContain(
      (response.body['recoveryCodes'] as string[])[0],
    );
    expect(await status(browser)).toEqual({ enabled: true, method: 'totp', recoveryCodesLeft: 10 });

    services.clock.advance(120_000);
    const late = app.generate({ timestamp: services.clock.now() - 30_000 });
    const first = await begin();
    expect(first.response.body).toMatchObject({ mfaType: 'totp' });
    expect(
      (await first.browser.post(verifyMfa, { code: app.generate({ timestamp: services.clock.now() - 90_000 }) })).body,
    ).toMatchObject({ code: 'WRONG_CODE' });
    expect((await first.browser.post(verifyMfa, { code: late })).status).toBe(200);
    const second = await begin();
    expect((await second.browser.post(verifyMfa, { code: late })).body).toMatchObject({ code: 'CODE_EXPIRED' });
    expect((await second.browser.post(verifyMfa, { code: code() })).status).toBe(200);
  });

  test('a wrong code: it stays off; a second set-up: the first secret no longer works', async () => {
    const browser = await signedIn(owner);
    expect((await browser.post(verifyTotp, { code: '123456' })).body).toMatchObject({ code: 'MFA_SETUP_NOT_FOUND' });
    const first = await setUpApp(browser);
    expect((await browser.post(verifyTotp, { code: wrong(first.code()) })).body).toMatchObject({ code: 'WRONG_CODE' });
    const second = await setUpApp(browser);
    expect((await browser.post(verifyTotp, { code: first.code() })).body).toMatchObject({ code: 'WRONG_CODE' });
    expect(await status(browser)).toEqual(off);
    expect((await browser.post(verifyTotp, { code: second.code() })).status).toBe(200);
  });

  test('DynamoDB fails while the recovery codes are kept: 503, it stays off, and a new set-up works', async () => {
    const browser = await signedIn(owner);
    const first = await setUpApp(browser);
    services.inject((_, operation, request) =>
      operation === 'PutItem' && request.body.includes('"CODES"') ? 'down' : 'pass',
    );
    expect((await browser.post(verifyTotp, { code: first.code() })).status).toBe(503);
    services.clearFaults();
    expect(await status(browser)).toEqual(off);
    const second = await setUpApp(browser);
    expect((await browser.post(verifyTotp, { code: second.code() })).status).toBe(200);
  });
});

describe('switching off', () => {
  test('deletes the recovery codes; sign-in needs only the password; a second call changes nothing', async () => {
    const browser = await signedIn(owner);
    const app = await setUpApp(browser);
    await browser.post(verifyTotp, { code: app.code() });
    expect((await browser.post(disableMfa)).status).toBe(200);
    expect(await status(browser)).toEqual(off);
    expect((await services.items('users')).filter(({ sk }) => sk === 'CODES')).toEqual([]);
    expect((await begin()).response.status).toBe(200);
    expect((await browser.post(disableMfa)).status).toBe(200);
    expect(new Set(await notices())).toEqual(new Set(['mfa-disabled', 'mfa-enabled']));
  });
});

describe.each([
  ['set-up-sms', setUpSms, { phoneNumber: phone }],
  ['verify-sms', verifySms, { code: '123456' }],
  ['set-up-totp', setUpTotp, undefined],
  ['verify-totp', verifyTotp, { code: '123456' }],
  ['disable-mfa', disableMfa, undefined],
] as const)('%s', (_name, handler, body) => {
  test('no recent authentication, an impersonating administrator, or not signed in: refused', async () => {
    expect((await new Browser().post(handler, body)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect((await (await impersonating(services, owner)).post(handler, body)).body).toMatchObject({
      code: 'IMPERSONATION_FORBIDDEN',
    });
    const browser = await signedIn(owner);
    ageProofs(services);
    expect((await browser.post(handler, body)).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
    expect(services.messages).toEqual([]);
  });
});

test('both methods are switched on at once: one is on with what it needs, and the other is refused', async () => {
  const [browser, other] = [await signedIn(owner), await signedIn(owner)];
  await other.post(setUpSms, { phoneNumber: phone });
  const { code } = await setUpApp(browser);
  const held = holdBack(services, 0);
  const bySms = other.post(verifySms, { code: services.newestCode(phone) });
  const { reached, release } = held(bySms);
  expect(await reached).toBe(true);
  expect((await browser.post(verifyTotp, { code: code() })).status).toBe(200);
  release();
  expect(await bySms).toMatchObject({ status: 409, body: { code: 'CHANGE_IN_PROGRESS' } });
  expect(await status(browser)).toEqual({ enabled: true, method: 'totp', recoveryCodesLeft: 10 });
});
