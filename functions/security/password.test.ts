import { cookieNames } from '#functions/http/request';
import { holdBack } from '#functions/testing/hold-back';
import { Browser } from '#functions/testing/browser';
import { impersonating, ageProofs, signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { getUser } from '#functions/accounts/calls';
import { login, logout, verifyMfa } from '#functions/sign-in/calls';
import { changePassword, confirmPassword, disableMfa } from './calls';

const services = testServices(startSignInServices);
let owner: TestUser;
const next = 'a brand new one';

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const change = (browser: Browser, newPassword = next) => browser.post(changePassword, { newPassword });
const canSignIn = async (password: string) =>
  (await new Browser().post(login, { email: owner.email, password })).status === 200;

describe('changing', () => {
  test('the new password counts, other sessions end, this one gets a new cookie, a notice is sent', async () => {
    const [browser, other] = [await signedIn(owner), await signedIn(owner)];
    services.clock.advance(86_400_000);
    await browser.post(confirmPassword, { password: owner.password });
    const before = browser.cookies[cookieNames.session];
    const response = await change(browser);
    expect(response.body).toEqual({ message: 'パスワードを更新しました' });
    expect(response.setCookies).toEqual([
      expect.stringMatching(/^__Host-session=.*Max-Age=2505600; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(browser.cookies[cookieNames.session]).not.toBe(before);
    expect((await browser.get(getUser)).status).toBe(200);
    expect((await other.get(getUser)).status).toBe(401);
    const thief = new Browser();
    thief.cookies[cookieNames.session] = before ?? '';
    expect((await thief.get(getUser)).status).toBe(401);
    expect(await canSignIn(next)).toBe(true);
    expect(await canSignIn(owner.password)).toBe(false);
    expect(await services.items('users')).toContainEqual(
      expect.objectContaining({
        pk: 'TASKS',
        body: expect.objectContaining({ kind: 'password-changed', to: owner.email }),
      }),
    );
  });

  // ASVS 6.2.2, 6.2.3
  test('the specified body; after 30 minutes the password is asked for first, and nothing changed', async () => {
    const browser = await signedIn(owner);
    ageProofs(services);
    expect((await change(browser)).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
    expect(await canSignIn(owner.password)).toBe(true);
    services.clock.advance(120_000);
    expect(await doAccountTasks()).toEqual({ done: [], left: [] });
    await browser.post(confirmPassword, { password: owner.password });
    expect((await change(browser)).status).toBe(200);
    expect(await canSignIn(next)).toBe(true);
  });

  test.each(['sms', 'totp'] as const)('%s as second step: the password changes, and no SMS is sent', async (mfa) => {
    const phoneNumber = '+819012345678';
    const user = await services.createUser({ email: `${mfa}@example.jp`, mfa, ...(mfa === 'sms' && { phoneNumber }) });
    const browser = new Browser();
    await browser.post(login, { email: user.email, password: user.password });
    await browser.post(verifyMfa, { code: mfa === 'sms' ? services.newestCode(phoneNumber) : user.appCode() });
    services.messages.length = 0;
    expect((await change(browser)).status).toBe(200);
    expect(services.messages.filter(({ to }) => to === phoneNumber)).toEqual([]);
    expect((await browser.get(getUser)).status).toBe(200);
    const again = new Browser();
    expect((await again.post(login, { email: user.email, password: next })).body['code']).toBe('MFA_REQUIRED');
  });

  // ASVS 6.2.1
  test('a new password against the rules: INVALID_INPUT', async () => {
    expect((await change(await signedIn(owner), 'short')).body['fields']).toEqual({
      newPassword: 'パスワードは8文字以上である必要があります',
    });
  });

  test.each(['password', 'owner@example.jp', 'Revonizer'])('a weak new password, %s: refused', async (weak) => {
    const browser = await signedIn(owner);
    expect((await change(browser, weak)).body).toMatchObject({
      code: 'WEAK_PASSWORD',
      fields: { newPassword: expect.stringContaining('使用できません') },
    });
    expect(await canSignIn(owner.password)).toBe(true);
  });

  test('two concurrent calls: one sets its password', async () => {
    const [browser, other] = [await signedIn(owner), await signedIn(owner)];
    const responses = await Promise.all([change(browser, next), change(other, 'yet another one')]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = responses[0]?.status === 200 ? next : 'yet another one';
    expect(await canSignIn(winner)).toBe(true);
  });

  const elsewhere: [string, (browser: Browser) => ReturnType<Browser['post']>][] = [
    ['signs out', (browser) => browser.post(logout)],
    ['proves the new password', (browser) => browser.post(confirmPassword, { password: next })],
  ];
  test.each(elsewhere)(
    'the same session %s once the password is set: 200, the owner is told, and a new sign-in is needed',
    async (_, call) => {
      const browser = await signedIn(owner);
      const tab = new Browser();
      Object.assign(tab.cookies, browser.cookies);
      const hold = holdBack(services, 0, 'AdminSetUserPassword');
      const running = change(browser);
      const held = hold(running);
      expect(await held.reached).toBe(true);
      services.clearFaults();
      expect((await call(tab)).status).toBe(200);
      held.release();
      const { status, body, setCookies } = await running;
      expect([status, body['message'], setCookies]).toEqual([
        200,
        'パスワードを更新しました。もう一度ログインしてください。',
        [],
      ]);
      expect([(await browser.get(getUser)).status, (await tab.get(getUser)).status]).toEqual([401, 401]);
      expect([await canSignIn(next), await canSignIn(owner.password)]).toEqual([true, false]);
      expect(await services.items('users')).toContainEqual(
        expect.objectContaining({
          pk: 'TASKS',
          body: expect.objectContaining({ kind: 'password-changed', to: owner.email }),
        }),
      );
      services.clock.advance(120_000);
      expect(await doAccountTasks()).toEqual({ done: [], left: [] });
    },
  );

  test('an impersonating administrator: refused', async () => {
    expect((await change(await impersonating(services, owner))).body).toMatchObject({
      code: 'IMPERSONATION_FORBIDDEN',
    });
    expect(await canSignIn(owner.password)).toBe(true);
  });

  test('a user disabled in Cognito: signed out', async () => {
    const browser = await signedIn(owner);
    await services.disable(owner.userId);
    expect((await change(browser)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect((await browser.get(getUser)).status).toBe(401);
  });

  test('DynamoDB fails after the password is set: 503, and a task ends every session', async () => {
    const [browser, other] = [await signedIn(owner), await signedIn(owner)];
    services.inject((_, operation) => (operation === 'TransactWriteItems' ? 'down' : 'pass'));
    expect((await change(browser)).status).toBe(503);
    services.clearFaults();
    expect((await other.get(getUser)).status).toBe(200);
    services.clock.advance(120_000);
    expect(await doAccountTasks()).toEqual({ done: ['end-interrupted'], left: [] });
    expect((await other.get(getUser)).status).toBe(401);
    expect(await canSignIn(next)).toBe(true);
  });

  test('a change is interrupted while a task finishes an earlier one: its sessions end too', async () => {
    const first = await signedIn(owner);
    services.inject((_, operation) => (operation === 'TransactWriteItems' ? 'down' : 'pass'));
    expect((await change(first)).status).toBe(503);
    services.clearFaults();
    services.clock.advance(120_000);
    const later = { email: owner.email, password: next };
    const [browser, other] = [await signedIn(later), await signedIn(later)];
    const hold = holdBack(services, 0, 'TransactWriteItems');
    const running = doAccountTasks();
    const held = hold(running);
    expect(await held.reached).toBe(true);
    services.inject((_, operation) => (operation === 'TransactWriteItems' ? 'down' : 'pass'));
    expect((await change(browser, 'yet another one')).status).toBe(503);
    services.clearFaults();
    held.release();
    expect(await running).toEqual({ done: ['end-interrupted'], left: ['end-interrupted'] });
    expect((await other.get(getUser)).status).toBe(200);
    services.clock.advance(120_000);
    await doAccountTasks();
    expect((await other.get(getUser)).status).toBe(401);
  });

  test('another change after an interrupted one: it counts, and the interrupted one is still finished', async () => {
    const [browser, other] = [await signedIn(owner), await signedIn(owner)];
    services.inject((_, operation) => (operation === 'TransactWriteItems' ? 'down' : 'pass'));
    expect((await change(browser)).status).toBe(503);
    services.clearFaults();
    expect((await change(browser, 'yet another one')).status).toBe(200);
    expect(await canSignIn('yet another one')).toBe(true);
    services.clock.advance(120_000);
    expect(await doAccountTasks()).toEqual({ done: ['end-interrupted'], left: [] });
    expect((await other.get(getUser)).status).toBe(401);
  });

  test('Cognito is down: 503, the old password stays, and no failure is counted', async () => {
    const browser = await signedIn(owner);
    services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
    expect((await change(browser)).status).toBe(503);
    services.clearFaults();
    expect(await canSignIn(owner.password)).toBe(true);
  });
});

describe('proving the password again', () => {
  // ASVS 7.2.4
  test('after 30 minutes the password authenticates again, under a new cookie, for the same lifetime', async () => {
    const browser = await signedIn(owner);
    const old = browser.cookies[cookieNames.session] ?? '';
    ageProofs(services);
    expect((await browser.post(disableMfa)).body).toMatchObject({
      code: 'RECENT_AUTHENTICATION_REQUIRED',
      message: '確認のため、パスワードをもう一度入力してください。',
    });
    const response = await browser.post(confirmPassword, { password: owner.password });
    expect(response.body).toEqual({ message: 'パスワードを確認しました' });
    expect(response.setCookies).toEqual([expect.stringContaining('Max-Age=2590200;')]);
    expect((await browser.post(disableMfa)).status).toBe(200);
    const thief = new Browser();
    thief.cookies[cookieNames.session] = old;
    expect((await thief.get(getUser)).status).toBe(401);
    services.clock.advance(30 * 86_400_000 - 1_800_000);
    expect((await browser.get(getUser)).status).toBe(401);
  });

  // ASVS 6.2.5, 6.2.8
  test('a wrong password: no recent authentication', async () => {
    const browser = await signedIn(owner);
    ageProofs(services);
    // It is taken as it is: neither letter case nor a space at its end is forgiven.
    for (const password of ['not the password', `${owner.password} `, owner.password.toUpperCase()])
      expect((await browser.post(confirmPassword, { password })).body).toMatchObject({
        code: 'WRONG_PASSWORD',
        message: 'パスワードが正しくありません',
        fields: { password: 'パスワードが正しくありません' },
      });
    expect((await browser.post(disableMfa)).body).toMatchObject({ code: 'RECENT_AUTHENTICATION_REQUIRED' });
  });

  test('ten wrong passwords pause this session, and nothing else of the user', async () => {
    const browser = await signedIn(owner);
    const codes: unknown[] = [];
    for (let index = 0; index < 11; index += 1) {
      codes.push((await browser.post(confirmPassword, { password: 'not the password' })).body['code']);
      services.clock.advance(40_000);
    }
    expect(codes.filter((code) => code === 'WRONG_PASSWORD').length).toBeLessThanOrEqual(10);
    expect(codes.at(-1)).toBe('TOO_MANY_ATTEMPTS');
    expect(
      (await new Browser('198.51.100.1').post(login, { email: owner.email, password: owner.password })).status,
    ).toBe(200);
  });

  test('SMS as second step, a password with a space at its end: it is wrong', async () => {
    const phoneNumber = '+819012345678';
    const user = await services.createUser({ email: 'sms@example.jp', phoneNumber, mfa: 'sms' });
    const browser = new Browser();
    await browser.post(login, { email: user.email, password: user.password });
    expect((await browser.post(verifyMfa, { code: services.newestCode(phoneNumber) })).status).toBe(200);
    for (const password of [`${user.password} `, ' '])
      expect((await browser.post(confirmPassword, { password })).body).toMatchObject({ code: 'WRONG_PASSWORD' });
  });

  test('the master password: no recent authentication', async () => {
    const browser = await impersonating(services, owner);
    expect((await browser.post(confirmPassword, { password: 'the master password of the tests' })).body).toMatchObject({
      code: 'IMPERSONATION_FORBIDDEN',
    });
    expect(
      (await (await signedIn(owner)).post(confirmPassword, { password: 'the master password of the tests' })).body,
    ).toMatchObject({ code: 'WRONG_PASSWORD' });
  });

  test('a user with a second step by SMS: no SMS is sent', async () => {
    const bySms = await services.createUser({ email: 'sms@example.jp', phoneNumber: '+819012345678', mfa: 'sms' });
    const browser = new Browser();
    await browser.post(login, { email: bySms.email, password: bySms.password });
    await browser.post(verifyMfa, { code: services.newestCode('+819012345678') });
    services.messages.length = 0;
    expect((await browser.post(confirmPassword, { password: bySms.password })).status).toBe(200);
    expect(services.messages).toEqual([]);
  });

  test('DynamoDB fails when the session is renewed: 503, and the old cookie still works', async () => {
    const browser = await signedIn(owner);
    services.inject((_, operation) => (operation === 'TransactWriteItems' ? 'down' : 'pass'));
    expect((await browser.post(confirmPassword, { password: owner.password })).status).toBe(503);
    services.clearFaults();
    expect((await browser.get(getUser)).status).toBe(200);
  });
});
