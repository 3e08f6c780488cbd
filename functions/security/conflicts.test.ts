import { TOTP } from 'otpauth';
import { leaseCredentials } from '#functions/platform/leases';
import { Browser } from '#functions/testing/browser';
import { conflictAt, meetOthers } from '#functions/testing/conflicts';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { holdBack } from '#functions/testing/hold-back';
import { signedIn } from '#functions/testing/signed-in';
import { getUser } from '#functions/accounts/calls';
import { login } from '#functions/sign-in/calls';
import { confirmPassword, endOtherSessions, setUpTotp, verifyTotp } from './calls';
import { readEpoch } from '#functions/sessions/sessions-table';

/** Each write meets another request at the same item, as DynamoDB cancels it and the SDK does not repeat it. */
const services = testServices(startSignInServices);
let owner: TestUser;

beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

test('signing in and proving the password: both succeed', async () => {
  const browser = new Browser();
  const conflicts = meetOthers(services);
  expect((await browser.post(login, { email: owner.email, password: owner.password })).status).toBe(200);
  expect((await browser.post(confirmPassword, { password: owner.password })).status).toBe(200);
  expect((await browser.get(getUser)).status).toBe(200);
  expect(conflicts()).toBeGreaterThan(5);
});

test('others never leave the item alone: 503, and the attempt does not count', async () => {
  services.inject((_, operation) => conflictAt(operation) ?? 'pass');
  const browser = new Browser();
  expect((await browser.post(login, { email: owner.email, password: owner.password })).body).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  services.clearFaults();
  expect((await browser.post(login, { email: owner.email, password: owner.password })).status).toBe(200);
});

test('a code is refused while another change of the user runs: it is no attempt', async () => {
  const browser = new Browser();
  await browser.post(login, { email: owner.email, password: owner.password });
  const { body } = await browser.post(setUpTotp);
  const code = () => new TOTP({ secret: String(body['secret']) }).generate({ timestamp: services.clock.now() });
  {
    await using _lease = await leaseCredentials(owner.userId);
    for (let count = 0; count < 10; count += 1)
      expect((await browser.post(verifyTotp, { code: code() })).body).toMatchObject({ code: 'CHANGE_IN_PROGRESS' });
  }
  expect((await browser.post(verifyTotp, { code: code() })).status).toBe(200);
});

test('a session ends while its user sets up an app in it: the app is on, and what began before is over', async () => {
  const [browser, other] = [await signedIn(owner), await signedIn(owner)];
  const { body } = await browser.post(setUpTotp);
  const code = new TOTP({ secret: String(body['secret']) }).generate({ timestamp: services.clock.now() });
  const epoch = await readEpoch(owner.userId);
  const hold = holdBack(services, 0, 'AdminSetUserMFAPreference');
  const running = browser.post(verifyTotp, { code });
  const held = hold(running);
  expect(await held.reached).toBe(true);
  services.clearFaults();
  expect((await other.post(endOtherSessions)).body).toMatchObject({ ended: 1 });
  held.release();
  expect((await running).status).toBe(200);
  expect(await readEpoch(owner.userId)).toBe((epoch ?? 0) + 1);
});
