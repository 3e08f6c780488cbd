import { accountTexts } from '#shared/model/account-texts';
import { cookieNames } from '#functions/http/request';
import { Browser } from '#functions/testing/browser';
import { email, registration, signsIn } from '#functions/testing/registrant';
import { startSignInServices, wrong } from '#functions/testing/sign-in-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { getUser, register, requestReset, requestRegistration, resendRegistration, verifyRegistration } from './calls';

const services = testServices(startSignInServices);
const day = 86_400_000;

describe.each([
  ['registration/request', requestRegistration],
  ['register', register],
])('%s', (_, handler) => {
  test('a new address: a code is mailed and the browser is known for an hour', async () => {
    const response = await new Browser().post(handler, registration);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ message: '認証コードをメールで送信しました' });
    expect(response.setCookies).toEqual([
      expect.stringMatching(
        /^__Host-registration=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(services.messages).toHaveLength(1);
    expect(services.messages[0]).toMatchObject({
      channel: 'email',
      to: email,
      subject: '【レボナイザー】メールアドレスの確認',
    });
    expect(services.newestCode(email)).toMatch(/^\d{6}$/);
  });

  test.each([
    ['e-mail', { email: 'new' }, { email: 'メールアドレスの形式が正しくありません' }],
    ['username', { username: 'ab' }, { username: 'ユーザー名は3文字以上である必要があります' }],
    ['password', { password: '1234567' }, { password: 'パスワードは8文字以上である必要があります' }],
    ['password (a space before)', { password: ' correct horse' }, { password: accountTexts.passwordSpaces }],
    ['password (a space after)', { password: 'correct horse　' }, { password: accountTexts.passwordSpaces }],
    ['password (a line break)', { password: 'correct\nhorse' }, { password: accountTexts.passwordSpaces }],
  ])('refuses a wrong %s by field', async (_name, change, fields) => {
    const response = await new Browser().post(handler, { ...registration, ...change });
    expect(response.status).toBe(400);
    expect(response.body['fields']).toEqual(fields);
    expect(services.messages).toEqual([]);
  });
});

test.each(['password', email, '新しい人の名前です', 'Revonizer'])(
  'a weak password, %s: refused, no mail',
  async (weak) => {
    for (const handler of [register, requestRegistration])
      expect(
        (await new Browser().post(handler, { email, username: '新しい人の名前です', password: weak })).body,
      ).toMatchObject({ code: 'WEAK_PASSWORD', fields: { password: expect.stringContaining('使用できません') } });
    expect(services.messages).toEqual([]);
  },
);

test('one network (a /48 of IPv6): 20 mails of registrations and resets in 15 minutes, 100 in a day', async () => {
  const from = (index: number) => new Browser(`2001:db8:0:${index.toString(16)}::1`);
  const handlers = [requestReset, requestRegistration, resendRegistration];
  const ask = (index: number) =>
    from(index).post(handlers[index % 3] ?? register, { ...registration, email: `new${index}@example.jp` });
  let accepted = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    for (let index = 0; index < 21; index += 1) accepted += (await ask(turn * 21 + index)).status === 200 ? 1 : 0;
    expect(accepted).toBe(Math.min(100, (turn + 1) * 20));
    services.clock.advance(900_000);
  }
  expect((await ask(200)).body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  expect((await new Browser('2001:db8:1::1').post(register, registration)).status).toBe(200);
});

// ASVS 6.4.1
describe('the code', () => {
  test('in the browser that registered: confirms, signs in and greets', async () => {
    const browser = new Browser();
    await browser.post(requestRegistration, registration);
    const response = await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
    expect(response.body).toEqual({ message: '登録が完了しました', autoLogin: true, user: { username: '新しい人' } });
    expect((await browser.get(getUser)).body).toMatchObject({
      user: { email, username: '新しい人', isAdmin: false, hasCompletedSetup: false },
    });
    expect(browser.cookies[cookieNames.registration]).toBeUndefined();
    expect(await signsIn(registration.password)).toBe(true);
  });

  test('in another browser: confirms without signing in', async () => {
    await new Browser().post(requestRegistration, registration);
    const other = new Browser();
    const response = await other.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
    expect(response.body).toEqual({ message: '登録が完了しました', autoLogin: false });
    expect(other.cookies).toEqual({});
    expect(await signsIn(registration.password)).toBe(true);
  });

  test('after the hour: the browser is treated like any other', async () => {
    const browser = new Browser();
    await browser.post(requestRegistration, registration);
    services.clock.advance(3_600_000);
    const response = await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
    expect(response.body).toEqual({ message: '登録が完了しました', autoLogin: false });
  });

  test('wrong: refused, and the right one still works', async () => {
    const browser = new Browser();
    await browser.post(requestRegistration, registration);
    const verificationCode = services.newestCode(email);
    const refused = await browser.post(verifyRegistration, { email, verificationCode: wrong(verificationCode) });
    expect(refused.body).toMatchObject({ code: 'WRONG_CODE', message: '認証コードが正しくありません' });
    expect(await signsIn(registration.password)).toBe(false);
    expect((await browser.post(verifyRegistration, { email, verificationCode })).status).toBe(200);
  });

  test('not six digits: INVALID_INPUT by field', async () => {
    const response = await new Browser().post(verifyRegistration, { email, verificationCode: '12345x' });
    expect(response.body['fields']).toEqual({ verificationCode: '認証コードは6桁です' });
  });

  test('used twice, for an unknown address, or for an existing account: the same refusal', async () => {
    await services.createUser({ email: 'owner@example.jp' });
    const browser = new Browser();
    await browser.post(requestRegistration, registration);
    const verificationCode = services.newestCode(email);
    await browser.post(verifyRegistration, { email, verificationCode });
    await new Browser().post(requestRegistration, { ...registration, email: 'waiting@example.jp' });
    const refusals = await Promise.all(
      [email, 'nobody@example.jp', 'owner@example.jp', 'waiting@example.jp'].map((address) =>
        new Browser().post(verifyRegistration, {
          email: address,
          verificationCode: wrong(services.newestCode('waiting@example.jp')),
        }),
      ),
    );
    for (const { status, body } of refusals) {
      expect([status, body['code'], body['message']]).toEqual([
        400,
        'WRONG_CODE',
        '認証コードが正しくないか、有効期限が切れています',
      ]);
    }
  });

  test('a day old: refused', async () => {
    await new Browser().post(requestRegistration, registration);
    const verificationCode = services.newestCode(email);
    services.clock.advance(day);
    expect((await new Browser().post(verifyRegistration, { email, verificationCode })).body).toMatchObject({
      code: 'WRONG_CODE',
    });
  });

  test('two concurrent calls: one confirms and the other begins no session', async () => {
    const browser = new Browser();
    await browser.post(requestRegistration, registration);
    const body = { email, verificationCode: services.newestCode(email) };
    const responses = await Promise.all([
      browser.post(verifyRegistration, body),
      new Browser().post(verifyRegistration, body),
    ]);
    expect(responses.map((response) => response.status)).toContain(200);
    expect(responses.filter(({ body }) => body['autoLogin'] === true).length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['in the browser that registered', true],
    ['elsewhere', false],
  ])('ten wrong codes %s: a pause begins there, and the right code has to wait too', async (_, own) => {
    const registered = new Browser();
    await registered.post(requestRegistration, registration);
    const [browser, other] = own ? [registered, new Browser()] : [new Browser(), registered];
    const verificationCode = services.newestCode(email);
    for (let index = 0; index < 10; index += 1)
      await browser.post(verifyRegistration, { email, verificationCode: wrong(verificationCode) });
    expect((await browser.post(verifyRegistration, { email, verificationCode })).body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      retryAfter: 900,
    });
    expect((await other.post(verifyRegistration, { email, verificationCode })).status).toBe(200);
  });

  test('Cognito accepts no more codes for a waiting address: refused like a wrong code', async () => {
    await services.createUser({ email: 'owner@example.jp' });
    const refusals = [];
    for (const address of [email, 'owner@example.jp']) {
      const browser = new Browser();
      await browser.post(requestRegistration, { ...registration, email: address });
      // Nine in each of two windows: more than the 15 that Cognito takes in an hour for a user who waits.
      for (let index = 0; index < 18; index += 1) {
        if (index === 9) services.clock.advance(900_000);
        refusals.push(await browser.post(verifyRegistration, { email: address, verificationCode: '000000' }));
      }
    }
    expect(
      new Set(refusals.map(({ status, body }) => JSON.stringify([status, body['code'], body['message']]))).size,
    ).toBe(1);
    expect(refusals[0]).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } });
    expect(services.operations.filter((one) => one === 'cognito ConfirmSignUp')).toHaveLength(36);
  });

  test('DynamoDB fails while the session begins: registered, but without a session', async () => {
    const browser = new Browser();
    await browser.post(requestRegistration, registration);
    services.inject((_, operation, { body }) =>
      operation === 'TransactWriteItems' && body.includes('SESSION#') ? 'down' : 'pass',
    );
    const response = await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
    expect(response.body).toEqual({ message: '登録が完了しました', autoLogin: false });
    services.clearFaults();
    expect(await signsIn(registration.password)).toBe(true);
  });
});

test('Cognito down: the same response, and a task has the mail sent once Cognito is back', async () => {
  services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
  const browser = new Browser();
  expect((await browser.post(requestRegistration, registration)).status).toBe(200);
  expect(await doTasks()).toBe(1);
  services.clearFaults();
  expect(services.messages).toEqual([]);
  services.clock.advance(15_000);
  expect(await doTasks()).toBe(1);
  expect(services.messages).toHaveLength(1);
  const response = await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
  expect(response.body).toMatchObject({ autoLogin: true });
  expect(await signsIn(registration.password)).toBe(true);
});

test('the portal’s own response is lost after the proof: the same code again signs in', async () => {
  const browser = new Browser();
  await browser.post(requestRegistration, registration);
  const body = { email, verificationCode: services.newestCode(email) };
  services.inject((_, operation) => (operation === 'TransactWriteItems' ? 'down' : 'pass'));
  expect((await browser.post(verifyRegistration, body)).status).toBe(503);
  services.clearFaults();
  expect((await browser.post(verifyRegistration, body)).body).toMatchObject({ autoLogin: true });
});

test('the response of Cognito is lost: the retry ends with the same registration', async () => {
  let lost = false;
  services.inject((_, operation) => {
    if (lost || operation !== 'SignUp') return 'pass';
    lost = true;
    return 'lost';
  });
  const browser = new Browser();
  expect((await browser.post(requestRegistration, registration)).status).toBe(200);
  const response = await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
  expect(response.body).toMatchObject({ autoLogin: true });
  expect(await signsIn(registration.password)).toBe(true);
});
