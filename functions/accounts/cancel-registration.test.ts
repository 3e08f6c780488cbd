import { TOTP } from 'otpauth';
import { Browser } from '#functions/testing/browser';
import { holdBack } from '#functions/testing/hold-back';
import { giveOpening, giveShop } from '#functions/testing/shops';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import { testServices } from '#functions/testing/test-services';
import {
  getUser,
  cancelRegistration,
  requestRegistration,
  requestReset,
  resendRegistration,
  resetPassword,
  verifyEmail,
} from './calls';
import { setUpTotp, verifyTotp } from '#functions/security/calls';
import { login } from '#functions/sign-in/calls';

const services = testServices(startSignInServices);
const email = 'victim@example.jp';
const thiefs = { email, password: "the thief's own" };
const own = { email, password: "the victim's own" };
const day = 86_400_000;

const thief = () => new Browser('198.51.100.9');
const cancel = (token: string) => new Browser().post(cancelRegistration, { token });
const cancelLink = (): string => {
  const mail = services.messages.find(({ to, text }) => to === email && text.includes('/cancel-registration?'));
  return /\/cancel-registration\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
const register = (chosen: { password: string }, browser = thief()) =>
  browser.post(requestRegistration, { email, username: '知らない人', ...chosen });
const signsIn = async (given: { email: string; password: string }) => (await thief().post(login, given)).body;
const subOf = async (): Promise<string> => {
  const browser = await signedIn(thiefs);
  const { user } = (await browser.get(getUser)).body as { user: { id: string } };
  return user.id;
};

/** The attack: the mailed link is opened, by its reader or a scanner, and the thief sets up a second step. */
async function takeOver(): Promise<{ session: Browser; recoveryCodes: string[] }> {
  await register(thiefs);
  await new Browser().get(verifyEmail, { token: services.newestToken(email) });
  const session = await signedIn(thiefs, '198.51.100.9');
  const { secret } = (await session.post(setUpTotp)).body as { secret: string };
  const code = new TOTP({ secret }).generate({ timestamp: services.clock.now() });
  const { recoveryCodes } = (await session.post(verifyTotp, { code })).body as { recoveryCodes: string[] };
  expect(recoveryCodes).toHaveLength(10);
  return { session, recoveryCodes };
}

test('somebody registered with another address and holds the account: one click of its owner ends that', async () => {
  const { session } = await takeOver();
  expect((await cancel(cancelLink())).status).toBe(200);
  expect((await session.get(getUser)).status).toBe(401);
  expect(await signsIn(thiefs)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  await register(own, new Browser());
  await new Browser().get(verifyEmail, { token: services.newestToken(email) });
  expect(await signsIn(own)).toEqual({ message: 'ログインしました' });
  expect((await services.items('audit')).filter(({ event }) => event === 'account-deleted')).toEqual([
    expect.objectContaining({ by: 'mail' }),
  ]);
});

test('the same attack, answered by a reset: without a shop the second step can be removed with it', async () => {
  const { session } = await takeOver();
  await new Browser().post(requestReset, { email });
  const reset = { token: services.newestToken(email), password: own.password };
  expect((await new Browser().post(resetPassword, { ...reset, removeSecondStep: true })).body).toEqual({
    message:
      'パスワードを再設定し、2段階認証とリカバリーコードを解除しました。新しいパスワードでログインしてください。',
  });
  expect((await session.get(getUser)).status).toBe(401);
  expect(await signsIn(own)).toEqual({ message: 'ログインしました' });
  expect((await services.items('users')).filter(({ sk }) => sk === 'CODES')).toEqual([]);
});

test.each([
  ['not asked for', {}, undefined],
  ['asked for, and the account has a shop', { removeSecondStep: true }, (id: string) => giveShop(id, 'cus_1')],
  [
    'asked for, and a shop is being opened',
    { removeSecondStep: true },
    (id: string) => giveOpening(id, services.clock.now() + 10_000),
  ],
])('a reset, the removal %s: the second step stays', async (_, more, giveIt) => {
  const owner = await services.createUser({ email, mfa: 'totp' });
  await giveIt?.(owner.userId);
  await new Browser().post(requestReset, { email });
  const reset = { token: services.newestToken(email), password: own.password };
  const response = await new Browser().post(resetPassword, { ...reset, ...more });
  expect(response.status).toBe(200);
  expect(String(response.body['message']).includes('2段階認証の設定はそのまま')).toBe(giveIt !== undefined);
  expect(await signsIn(own)).toMatchObject({ code: 'MFA_REQUIRED' });
});

test('nobody confirmed yet: the registration is deleted, and its code confirms nothing any more', async () => {
  await register(thiefs);
  const token = services.newestToken(email);
  expect((await cancel(cancelLink())).status).toBe(200);
  expect((await thief().get(verifyEmail, { token })).status).toBe(400);
  expect(await signsIn(thiefs)).toMatchObject({ code: 'WRONG_CREDENTIALS' });
});

test('looking at the link: nothing is deleted', async () => {
  await register(thiefs);
  const { status } = await new Browser().get(cancelRegistration, { token: cancelLink() });
  expect(status).toBe(400);
  expect((await new Browser().get(verifyEmail, { token: services.newestToken(email) })).status).toBe(200);
});

test('a token works once, for a week, and is kept as a hash', async () => {
  await register(thiefs);
  const token = cancelLink();
  expect(JSON.stringify(await services.items('users'))).not.toContain(token.split('.')[1]);
  expect((await cancel(token)).status).toBe(200);
  expect((await cancel(token)).body).toMatchObject({ code: 'LINK_INVALID' });
  await register(thiefs);
  services.clock.advance(7 * day);
  expect((await cancel(cancelLink())).body).toMatchObject({ code: 'LINK_INVALID' });
});

test('an older link, after its registration is gone and another one was made: the new one stays', async () => {
  await register(thiefs);
  const older = cancelLink();
  await thief().post(resendRegistration, { email });
  expect((await cancel(cancelLink())).status).toBe(200);
  await register(own, new Browser());
  const token = services.newestToken(email);
  expect((await cancel(older)).body).toEqual({ message: 'このメールアドレスの登録を取り消しました。' });
  expect((await new Browser().get(verifyEmail, { token })).status).toBe(200);
});

test("the secret of one's own registration with somebody else's key: their account stays", async () => {
  await register(own, new Browser());
  await new Browser().get(verifyEmail, { token: services.newestToken(email) });
  await thief().post(requestRegistration, {
    email: 'thief@example.jp',
    username: '知らない人',
    password: thiefs.password,
  });
  const mine = /\/cancel-registration\?token=[\w-]+\.([\w-]+)/.exec(services.messages[0]?.text ?? '')?.[1];
  const [key] = cancelLink().split('.');
  expect((await cancel(`${key}.${mine}`)).status).toBe(200);
  expect(await signsIn(own)).toEqual({ message: 'ログインしました' });
});

test.each(['nonsense', `AAAAAAAAAAAAAAAAAAAAAA.${'a'.repeat(43)}`, 'AAAAAAAAAAAAAAAAAAAAAA.012345'])(
  'the token %s: LINK_INVALID',
  async (token) => {
    expect((await cancel(token)).body).toMatchObject({ code: 'LINK_INVALID' });
  },
);

test('an account with a shop: refused in words, and the account stays', async () => {
  await register(thiefs);
  await new Browser().get(verifyEmail, { token: services.newestToken(email) });
  await giveShop(await subOf(), 'cus_1');
  expect((await cancel(cancelLink())).body).toMatchObject({
    code: 'ACCOUNT_NOT_DELETABLE',
    message: expect.stringContaining('担当者まで'),
  });
  expect(await signsIn(thiefs)).toEqual({ message: 'ログインしました' });
});

test('an account that is opening a shop: refused, and the account stays', async () => {
  await register(thiefs);
  await new Browser().get(verifyEmail, { token: services.newestToken(email) });
  await giveOpening(await subOf(), services.clock.now() + 10_000);
  expect((await cancel(cancelLink())).body).toMatchObject({
    code: 'ACCOUNT_NOT_DELETABLE',
    message: expect.stringContaining('処理しています'),
  });
  expect(await signsIn(thiefs)).toEqual({ message: 'ログインしました' });
});

test('a sign-in under way while the registration is deleted: no session, no account', async () => {
  await register(thiefs);
  await new Browser().get(verifyEmail, { token: services.newestToken(email) });
  const browser = thief();
  const hold = holdBack(services, 0, 'AdminInitiateAuth');
  const signIn = browser.post(login, thiefs);
  const held = hold(signIn);
  expect(await held.reached).toBe(true);
  expect((await cancel(cancelLink())).status).toBe(200);
  held.release();
  expect((await signIn).status).toBe(401);
  expect((await browser.get(getUser)).status).toBe(401);
});

test('interrupted in the middle: a task finishes it', async () => {
  await register(thiefs);
  await new Browser().get(verifyEmail, { token: services.newestToken(email) });
  const session = await signedIn(thiefs, '198.51.100.9');
  services.inject((_, operation) => (operation === 'AdminDeleteUser' ? 'down' : 'pass'));
  expect((await cancel(cancelLink())).status).toBe(503);
  services.clearFaults();
  services.clock.advance(60_000);
  expect(await doAccountTasks()).toEqual({ done: ['finish-deletion'], left: [] });
  expect((await session.get(getUser)).status).toBe(401);
  expect((await cancel(cancelLink())).status).toBe(200);
});
