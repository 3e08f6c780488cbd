import { clock as productClock } from '#functions/platform/clock';
import { Browser } from '#functions/testing/browser';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { testServices } from '#functions/testing/test-services';
import { getUser, requestRegistration, resendRegistration, verifyEmail, verifyRegistration } from './calls';
import { login } from '#functions/sign-in/calls';

const services = testServices(startSignInServices);
const email = 'new@example.jp';
const registration = { email, username: '新しい人', password: 'correct horse' };
const stranger = { email, username: '知らない人', password: "stranger's own" };

const signsIn = async (password: string, address = email): Promise<boolean> =>
  (await new Browser().post(login, { email: address, password })).status === 200;

// ASVS 6.3.8
test('with an account: the same response; the owner gets a mail, and nothing of the account changes', async () => {
  await services.createUser({ email: 'owner@example.jp', username: '山田' });
  const free = await new Browser().post(requestRegistration, registration);
  const browser = new Browser();
  const taken = await browser.post(requestRegistration, { ...stranger, email: 'owner@example.jp' });
  expect([taken.status, taken.body]).toEqual([free.status, free.body]);
  expect(Object.keys(taken.cookies)).toEqual(Object.keys(free.cookies));
  expect(services.messages[0]).toMatchObject({
    to: 'owner@example.jp',
    subject: '【レボナイザー】このメールアドレスは登録済みです',
  });
  const codes = await browser.post(verifyRegistration, {
    email: 'owner@example.jp',
    verificationCode: services.newestToken('owner@example.jp').slice(-6),
  });
  expect(codes.body).toMatchObject({ code: 'WRONG_CODE' });
  expect(await signsIn('correct horse', 'owner@example.jp')).toBe(true);
  expect(await signsIn(stranger.password, 'owner@example.jp')).toBe(false);
});

test('the response takes the same time for a known and an unknown address', async () => {
  const wait = jest.mocked(productClock.wait);
  wait.mockClear();
  await new Browser().post(requestRegistration, registration);
  await new Browser().post(requestRegistration, registration);
  await new Browser().post(resendRegistration, { email: 'nobody@example.jp' });
  expect(wait.mock.calls).toEqual([[2000], [2000], [2000]]);
});

test('a stranger registered it first: its owner gets the password chosen in their own browser', async () => {
  await new Browser('198.51.100.9').post(requestRegistration, stranger);
  const browser = new Browser();
  await browser.post(requestRegistration, registration);
  const response = await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
  expect(response.body).toMatchObject({ autoLogin: true, user: { username: '新しい人' } });
  expect(await signsIn(registration.password)).toBe(true);
  expect(await signsIn(stranger.password)).toBe(false);
  expect((await browser.get(getUser)).body).toMatchObject({ user: { username: '新しい人' } });
});

test('a stranger signs in between the proof and the owner’s password: that session ends', async () => {
  const thief = new Browser('198.51.100.9');
  await thief.post(requestRegistration, stranger);
  const browser = new Browser();
  await browser.post(requestRegistration, registration);
  services.inject(async (_, operation) => {
    if (operation === 'AdminSetUserPassword') {
      services.clearFaults();
      expect((await thief.post(login, { email, password: stranger.password })).status).toBe(200);
    }
    return 'pass' as const;
  });
  const response = await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
  expect(response.body).toMatchObject({ autoLogin: true });
  expect([(await thief.get(getUser)).status, (await browser.get(getUser)).status]).toEqual([401, 200]);
});

test('the same with the link, opened in that browser', async () => {
  await new Browser('198.51.100.9').post(requestRegistration, stranger);
  const browser = new Browser();
  await browser.post(requestRegistration, registration);
  expect((await browser.get(verifyEmail, { token: services.newestToken(email) })).status).toBe(200);
  expect(await signsIn(registration.password)).toBe(true);
  expect(await signsIn(stranger.password)).toBe(false);
});

test('registered again by a stranger: the first password stays', async () => {
  const browser = new Browser();
  await browser.post(requestRegistration, registration);
  await new Browser('198.51.100.9').post(requestRegistration, stranger);
  await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
  expect(await signsIn(registration.password)).toBe(true);
  expect(await signsIn(stranger.password)).toBe(false);
});

test('a stranger who registered an existing account cannot finish it by confirming another address', async () => {
  await services.createUser({ email: 'owner@example.jp' });
  const mallory = new Browser();
  const first = { ...stranger, email: 'mallory@example.jp', password: 'the one chosen first' };
  await mallory.post(requestRegistration, first);
  const token = services.newestToken(first.email);
  await mallory.post(requestRegistration, { ...stranger, email: 'owner@example.jp' });
  expect((await mallory.get(verifyEmail, { token })).status).toBe(200);
  expect(await signsIn('correct horse', 'owner@example.jp')).toBe(true);
  expect(await signsIn(stranger.password, 'owner@example.jp')).toBe(false);
  // Nor does the user who was confirmed get the password chosen for the other address.
  expect(await signsIn(first.password, first.email)).toBe(true);
});

test("a stranger who registered it first does not learn of its owner's proof: a wrong code stays wrong", async () => {
  const thief = new Browser('198.51.100.9');
  await thief.post(requestRegistration, stranger);
  const guess = async () => {
    const { status, body } = await thief.post(verifyRegistration, { email, verificationCode: '000000' });
    return [status, body['code'], body['message']];
  };
  const before = await guess();
  const browser = new Browser();
  await browser.post(requestRegistration, registration);
  await browser.post(verifyRegistration, { email, verificationCode: services.newestCode(email) });
  expect(await guess()).toEqual(before);
});

test('interrupted between the proof and the password: the next try completes it', async () => {
  await new Browser('198.51.100.9').post(requestRegistration, stranger);
  const browser = new Browser();
  await browser.post(requestRegistration, registration);
  const body = { email, verificationCode: services.newestCode(email) };
  services.inject((_, operation) => (operation === 'AdminSetUserPassword' ? 'down' : 'pass'));
  expect((await browser.post(verifyRegistration, body)).status).toBe(503);
  services.clearFaults();
  expect((await browser.post(verifyRegistration, body)).body).toMatchObject({ autoLogin: true });
  expect(await signsIn(registration.password)).toBe(true);
  expect(await signsIn(stranger.password)).toBe(false);
});
