import { cookieNames } from '#functions/http/request';
import { Browser } from '#functions/testing/browser';
import { startSignInServices, wrong } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { limitTo } from '#functions/testing/limit-to';
import { testServices } from '#functions/testing/test-services';
import { getUser } from '#functions/accounts/calls';
import { setUpSms } from '#functions/security/calls';
import { login, verifyMfa } from './calls';

const services = testServices(startSignInServices);
let bySms: TestUser;
const phone = '+819012345678';

beforeEach(async () => {
  bySms = await services.createUser({ email: 'sms@example.jp', phoneNumber: phone, mfa: 'sms' });
});

const begin = async (user: TestUser, browser = new Browser()) => {
  const response = await browser.post(login, { email: user.email, password: user.password });
  return { browser, response };
};

test('a second step by SMS: its kind is returned without a session, then the code signs in', async () => {
  const { browser, response } = await begin(bySms);
  expect(response.status).toBe(403);
  expect(response.body).toEqual({
    code: 'MFA_REQUIRED',
    message: '2段階認証が必要です',
    mfaType: 'sms',
    // A user with two phones knows which one; somebody with the password alone does not learn the number.
    lastDigits: phone.slice(-4),
    requestId: 'request-1',
  });
  expect(response.setCookies).toEqual([
    expect.stringMatching(/^__Host-challenge=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=180; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  expect((await browser.get(getUser)).status).toBe(401);

  const verified = await browser.post(verifyMfa, { code: services.newestCode(phone) });
  expect(verified.status).toBe(200);
  const own = expect.stringMatching(`^${bySms.userId}\\.`);
  expect(browser.cookies).toEqual({ [cookieNames.session]: own, [cookieNames.browser]: own });
  expect((await browser.get(getUser)).status).toBe(200);
});

test('a second step by authenticator app: its code signs in', async () => {
  const byApp = await services.createUser({ email: 'totp@example.jp', mfa: 'totp' });
  const { browser, response } = await begin(byApp);
  expect(response.body).toMatchObject({ code: 'MFA_REQUIRED', mfaType: 'totp' });
  expect((await browser.post(verifyMfa, { code: byApp.appCode() })).status).toBe(200);
  expect((await browser.get(getUser)).status).toBe(200);
});

test.each(['', 'a session cookie'])('a challenge never works as a session %s', async () => {
  const { browser } = await begin(bySms);
  const thief = new Browser();
  thief.cookies[cookieNames.session] = `${bySms.userId}.${browser.cookies[cookieNames.challenge]}`;
  expect((await thief.get(getUser)).status).toBe(401);
});

test('a wrong code: refused, and the right one still works', async () => {
  const { browser } = await begin(bySms);
  const code = services.newestCode(phone);
  const refused = await browser.post(verifyMfa, { code: wrong(code) });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'WRONG_CODE', message: '認証コードが正しくありません' });
  expect((await browser.post(verifyMfa, { code: 'abcdef' })).body).toMatchObject({ code: 'WRONG_CODE' });
  expect((await browser.post(verifyMfa, { code })).status).toBe(200);
});

test('a code without exactly six digits: INVALID_INPUT', async () => {
  const { browser } = await begin(bySms);
  expect((await browser.post(verifyMfa, { code: '12345' })).body['fields']).toEqual({
    code: '認証コードは6文字である必要があります',
  });
});

test('a code works for one sign-in', async () => {
  const { browser } = await begin(bySms);
  const challenge = browser.cookies[cookieNames.challenge] ?? '';
  const code = services.newestCode(phone);
  await browser.post(verifyMfa, { code });
  const again = new Browser();
  again.cookies[cookieNames.challenge] = challenge;
  const response = await again.post(verifyMfa, { code });
  expect(response.status).toBe(401);
  expect(response.body).toMatchObject({ code: 'CHALLENGE_EXPIRED' });
});

test('two concurrent calls with the right code: one signs in', async () => {
  const { browser } = await begin(bySms);
  const twin = new Browser();
  Object.assign(twin.cookies, browser.cookies);
  const code = services.newestCode(phone);
  const responses = await Promise.all([browser.post(verifyMfa, { code }), twin.post(verifyMfa, { code })]);
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200, 401]));
});

// ASVS 2.3.1, 6.5.1, 6.5.5
test('after three minutes: the sign-in has to begin again', async () => {
  const { browser } = await begin(bySms);
  const code = services.newestCode(phone);
  services.clock.advance(180_000);
  expect((await browser.post(verifyMfa, { code })).body).toMatchObject({ code: 'CHALLENGE_EXPIRED' });
});

test.each([
  ['no cookie', undefined],
  ['an invented cookie', 'A'.repeat(43)],
])('%s: refused', async (_, cookie) => {
  const browser = new Browser();
  if (cookie) browser.cookies[cookieNames.challenge] = cookie;
  const response = await browser.post(verifyMfa, { code: '123456' });
  expect(response.status).toBe(401);
  expect(response.body).toMatchObject({ code: 'CHALLENGE_EXPIRED' });
});

test('a code of another user’s challenge: refused', async () => {
  const other = await services.createUser({ email: 'other@example.jp', phoneNumber: '+818011112222', mfa: 'sms' });
  const mine = await begin(bySms);
  const theirs = await begin(other);
  expect(services.newestCode(phone)).not.toBe(services.newestCode('+818011112222'));
  expect((await theirs.browser.post(verifyMfa, { code: services.newestCode(phone) })).body).toMatchObject({
    code: 'WRONG_CODE',
  });
  expect((await mine.browser.post(verifyMfa, { code: services.newestCode(phone) })).status).toBe(200);
});

test('ten wrong codes over several sign-ins: the account is paused', async () => {
  const refusals: unknown[] = [];
  for (let index = 0; index < 11; index += 1) {
    const { browser, response } = await begin(bySms);
    if (response.body['code'] !== 'MFA_REQUIRED') {
      refusals.push(response.body['code']);
      continue;
    }
    const code = wrong(services.newestCode(phone));
    for (let turn = 0; turn < 3; turn += 1) refusals.push((await browser.post(verifyMfa, { code })).body['code']);
    services.clock.advance(20_000);
  }
  expect(refusals.filter((code) => code === 'WRONG_CODE').length).toBeLessThanOrEqual(10);
  expect(refusals.at(-1)).toBe('TOO_MANY_ATTEMPTS');
  const { response } = await begin(bySms);
  expect(response.status).toBe(429);
});

test('a sixth SMS in 15 minutes: refused, whether or not a code was given', async () => {
  for (let index = 0; index < 5; index += 1) {
    const { browser } = await begin(bySms);
    if (index > 1) expect((await browser.post(verifyMfa, { code: services.newestCode(phone) })).status).toBe(200);
  }
  const { response } = await begin(bySms);
  expect(response.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  expect(services.messages.filter((message) => message.channel === 'sms')).toHaveLength(5);
  services.clock.advance(900_000);
  const later = await begin(bySms);
  expect((await later.browser.post(verifyMfa, { code: services.newestCode(phone) })).status).toBe(200);
});

test('several accounts with one number: five SMS in 15 minutes together, 15 in a day', async () => {
  const accounts = [bySms];
  for (const email of ['second@example.jp', 'third@example.jp'])
    accounts.push(await services.createUser({ email, phoneNumber: phone, mfa: 'sms' }));
  const sent = () => services.messages.filter((message) => message.channel === 'sms').length;
  for (let index = 0; index < 6; index += 1) await begin(accounts[index % 3] ?? bySms);
  expect(sent()).toBe(5);
  for (let turn = 0; turn < 4; turn += 1) {
    services.clock.advance(900_000);
    for (let index = 0; index < 5; index += 1) await begin(accounts[index % 3] ?? bySms);
  }
  expect(sent()).toBe(15);
  services.clock.advance(86_400_000);
  await begin(bySms);
  expect(sent()).toBe(16);
});

test('the SMS of the day are used up: the refusal names the authenticator app; others still sign in', async () => {
  limitTo({ smsSignIn: { stage: ['1/d'] } });
  const other = await services.createUser({ email: 'other@example.jp', phoneNumber: '+819011112222', mfa: 'sms' });
  const without = await services.createUser({ email: 'without@example.jp' });
  await begin(bySms);
  const refused = await begin(other);
  const signedIn = await begin(without);
  expect(refused.response.body).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    message: expect.stringContaining('認証アプリ'),
    retryAfter: 86_400,
  });
  expect(services.messages.filter((message) => message.channel === 'sms')).toHaveLength(1);
  expect(signedIn.response.status).toBe(200);
});

test('DynamoDB fails while the session begins: no session, and a new sign-in works', async () => {
  const { browser } = await begin(bySms);
  const code = services.newestCode(phone);
  services.inject((service, operation) =>
    service === 'dynamodb' && operation === 'TransactWriteItems' ? 'down' : 'pass',
  );
  const response = await browser.post(verifyMfa, { code });
  expect(response.status).toBe(503);
  expect(response.setCookies).toEqual([]);
  services.clearFaults();
  expect((await browser.post(verifyMfa, { code })).body).toMatchObject({ code: 'CHALLENGE_EXPIRED' });
  const again = await begin(bySms);
  expect((await again.browser.post(verifyMfa, { code: services.newestCode(phone) })).status).toBe(200);
});

test('strangers set up numbers until a day’s set-ups are used up: an owner with SMS still signs in', async () => {
  limitTo({ smsSetUp: { stage: ['2/d'] } });
  const set = async (email: string, phoneNumber: string): Promise<number> => {
    const { browser } = await begin(await services.createUser({ email }));
    return (await browser.post(setUpSms, { phoneNumber })).status;
  };
  expect(await set('one@strangers.example', '07011112221')).toBe(200);
  expect(await set('two@strangers.example', '07011112222')).toBe(200);
  expect(await set('three@strangers.example', '07011112223')).toBe(429);
  const { browser, response } = await begin(bySms);
  expect(response.body).toMatchObject({ code: 'MFA_REQUIRED' });
  expect((await browser.post(verifyMfa, { code: services.newestCode(phone) })).status).toBe(200);
});

test('a stranger sets up an owner’s own number until no more SMS go there: the owner still signs in', async () => {
  const { browser: stranger } = await begin(await services.createUser({ email: 'one@strangers.example' }));
  const national = phone.replace('+81', '0');
  const setUps: number[] = [];
  for (let tried = 0; tried < 6; tried += 1)
    setUps.push((await stranger.post(setUpSms, { phoneNumber: national })).status);
  expect(setUps.at(-1)).toBe(429);
  expect((await begin(bySms)).response.body).toMatchObject({ code: 'MFA_REQUIRED' });
});

test('a network has used up its SMS: a wrong password looks alike for every address', async () => {
  limitTo({ sms: { network: ['1/d'] } });
  const { browser: stranger } = await begin(await services.createUser({ email: 'one@strangers.example' }));
  expect((await stranger.post(setUpSms, { phoneNumber: '07011112221' })).status).toBe(200);
  expect((await stranger.post(setUpSms, { phoneNumber: '07011112221' })).status).toBe(429);
  const tried = async (email: string) =>
    (await begin({ ...bySms, email, password: 'Not-the-password-1' })).response.body['code'];
  expect([await tried(bySms.email), await tried('nobody@strangers.example')]).toEqual([
    'WRONG_CREDENTIALS',
    'WRONG_CREDENTIALS',
  ]);
});
