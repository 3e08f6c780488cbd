import { TOTP } from 'otpauth';
import { createStripeEmulator } from '../../emulators/stripe/index';
import { Browser } from '#functions/testing/browser';
import { giveShop, keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { listNotices } from '#functions/testing/notices';
import { signedIn } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import {
  getUser,
  requestEmailChange,
  verifyEmailChange,
  requestRegistration,
  requestReset,
  resetPassword,
  verifyRegistration,
} from '#functions/accounts/calls';
import { login, verifyMfa } from '#functions/sign-in/calls';
import { changePassword, setUpTotp, verifyTotp } from './calls';

/** Cognito carries a request out and its response is lost: that is an outage, never a refusal. */
const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
const newPassword = 'a brand new one';
const newEmail = 'new@example.jp';
let owner: TestUser;

beforeEach(async () => {
  await keepStripeKeys();
  owner = await services.createUser({ email: 'owner@example.jp' });
});

/** The response of an operation is lost, once. */
function lose(operation: string): void {
  let lost = false;
  services.inject((_, asked) => {
    if (lost || asked !== operation) return 'pass';
    lost = true;
    return 'lost';
  });
}
const timesAsked = (operation: string) => services.operations.filter((one) => one === `cognito ${operation}`).length;
const isSignedIn = async (browser: Browser) => (await browser.get(getUser)).status === 200;
const signsIn = async (email: string, password: string) =>
  (await new Browser().post(login, { email, password })).status === 200;
const runSchedule = async (): Promise<void> => {
  services.clock.advance(120_000);
  await doAccountTasks();
};

test('a reset: 503, the link is refused after it, and still every session ends and its owner is told', async () => {
  const thief = await signedIn(owner);
  await new Browser().post(requestReset, { email: owner.email });
  const body = { token: services.newestToken(owner.email), password: newPassword };
  lose('ConfirmForgotPassword');
  expect((await new Browser().post(resetPassword, body)).status).toBe(503);
  expect(timesAsked('ConfirmForgotPassword')).toBe(1);
  expect((await new Browser().post(resetPassword, body)).status).toBe(400);
  await runSchedule();
  expect(await isSignedIn(thief)).toBe(false);
  expect(await signsIn(owner.email, newPassword)).toBe(true);
  expect(await listNotices()).toMatchObject([{ kind: 'password-changed', to: owner.email }]);
});

test('a new password: 503, it counts, every session ends though Cognito is down, its owner is told then', async () => {
  const [browser, thief] = [await signedIn(owner), await signedIn(owner)];
  services.inject((_, operation) => (operation === 'AdminSetUserPassword' ? 'lost' : 'pass'));
  expect((await browser.post(changePassword, { newPassword })).status).toBe(503);
  services.inject((service) => (service === 'cognito' ? 'down' : 'pass'));
  await runSchedule();
  services.clearFaults();
  expect(await isSignedIn(browser)).toBe(false);
  expect(await isSignedIn(thief)).toBe(false);
  expect(await listNotices()).toEqual([]);
  await runSchedule();
  expect(await signsIn(owner.email, newPassword)).toBe(true);
  expect(await listNotices()).toMatchObject([{ kind: 'password-changed', to: owner.email }]);
});

test('a new address: 503, and the same code again finishes the change', async () => {
  const [browser, thief] = [await signedIn(owner), await signedIn(owner)];
  await browser.post(requestEmailChange, { newEmail });
  const body = { verificationCode: services.newestCode(newEmail) };
  lose('VerifyUserAttribute');
  expect((await browser.post(verifyEmailChange, body)).status).toBe(503);
  expect(timesAsked('VerifyUserAttribute')).toBe(1);
  expect((await browser.post(verifyEmailChange, body)).body).toMatchObject({ user: { email: newEmail } });
  expect(await isSignedIn(thief)).toBe(false);
  expect(await signsIn(newEmail, owner.password)).toBe(true);
});

describe('the request for another new address, after one that still waits', () => {
  const other = 'another@example.jp';
  const addressOf = async (browser: Browser) =>
    ((await browser.get(getUser)).body['user'] as { email: string } | undefined)?.email;
  async function askedTwice(): Promise<{ browser: Browser; customerId: string; code: string }> {
    const stripe = stripeOf(services);
    const { id: customerId } = await stripe.customers.create({ email: owner.email, name: '青山店' });
    await giveShop(owner.userId, customerId);
    const browser = await signedIn(owner);
    await browser.post(requestEmailChange, { newEmail });
    lose('UpdateUserAttributes');
    expect((await browser.post(requestEmailChange, { newEmail: other })).status).toBe(503);
    return { browser, customerId, code: services.newestCode(other) };
  }

  test('503, and its code puts the address that got it into the profile and onto the bills', async () => {
    const { browser, customerId, code } = await askedTwice();
    const response = await browser.post(verifyEmailChange, { verificationCode: code });
    expect(response.body).toMatchObject({ user: { email: other } });
    expect([await addressOf(browser), await signsIn(other, owner.password)]).toEqual([other, true]);
    await doAccountTasks();
    expect(await stripeOf(services).customers.retrieve(customerId)).toMatchObject({ email: other });
  });

  test('the response to its code is lost too: a task does the same', async () => {
    const { browser, customerId, code } = await askedTwice();
    lose('VerifyUserAttribute');
    expect((await browser.post(verifyEmailChange, { verificationCode: code })).status).toBe(503);
    services.clock.advance(120_000);
    expect(await doAccountTasks()).toEqual({ done: ['end-interrupted', 'finish-email-change'], left: [] });
    expect(await addressOf(await signedIn({ ...owner, email: other }))).toBe(other);
    expect(await stripeOf(services).customers.retrieve(customerId)).toMatchObject({ email: other });
  });
});

test('a registration: 503, and the same code again says that it is done', async () => {
  const browser = new Browser();
  await browser.post(requestRegistration, { email: newEmail, username: '新しい人', password: newPassword });
  const body = { email: newEmail, verificationCode: services.newestCode(newEmail) };
  lose('ConfirmSignUp');
  expect((await browser.post(verifyRegistration, body)).status).toBe(503);
  expect(timesAsked('ConfirmSignUp')).toBe(1);
  expect(await browser.post(verifyRegistration, body)).toMatchObject({ status: 200, body: { autoLogin: false } });
  expect(await signsIn(newEmail, newPassword)).toBe(true);
});

test('a password that has an SMS sent: 503, and one SMS, not two', async () => {
  const phoneNumber = '+819012345678';
  const user = await services.createUser({ email: 'sms@example.jp', mfa: 'sms', phoneNumber });
  const browser = new Browser();
  lose('AdminInitiateAuth');
  expect((await browser.post(login, { email: user.email, password: user.password })).status).toBe(503);
  expect(services.messages.filter(({ to }) => to === phoneNumber)).toHaveLength(1);
  await browser.post(login, { email: user.email, password: user.password });
  expect((await browser.post(verifyMfa, { code: services.newestCode(phoneNumber) })).status).toBe(200);
});

test('a second step: 503, and a new sign-in helps', async () => {
  const user = await services.createUser({ email: 'app@example.jp', mfa: 'totp' });
  const browser = new Browser();
  await browser.post(login, { email: user.email, password: user.password });
  lose('AdminRespondToAuthChallenge');
  expect((await browser.post(verifyMfa, { code: user.appCode() })).status).toBe(503);
  expect(timesAsked('AdminRespondToAuthChallenge')).toBe(1);
  services.clock.advance(30_000);
  await browser.post(login, { email: user.email, password: user.password });
  expect((await browser.post(verifyMfa, { code: user.appCode() })).status).toBe(200);
});

test('a new authenticator app: 503, nothing is switched on, and setting it up again works', async () => {
  const browser = await signedIn(owner);
  const newCode = async () => {
    services.clock.advance(30_000);
    const { body } = await browser.post(setUpTotp, {});
    return new TOTP({ secret: String(body['secret']) }).generate({ timestamp: services.clock.now() });
  };
  lose('VerifySoftwareToken');
  expect((await browser.post(verifyTotp, { code: await newCode() })).status).toBe(503);
  expect(timesAsked('VerifySoftwareToken')).toBe(1);
  expect(await signsIn(owner.email, owner.password)).toBe(true);
  expect((await browser.post(verifyTotp, { code: await newCode() })).status).toBe(200);
});
