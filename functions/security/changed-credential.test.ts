import { TOTP } from 'otpauth';
import { createStripeEmulator } from '../../emulators/stripe/index';
import { hashRecoveryCodes } from './recovery-codes';
import { putRecoveryCodes } from './recovery-codes-table';
import { Browser } from '#functions/testing/browser';
import { holdBack } from '#functions/testing/hold-back';
import { startSignInServices } from '#functions/testing/sign-in-services';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import {
  deleteUser,
  getUser,
  requestEmailChange,
  updateProfile,
  verifyEmailChange,
  requestReset,
  resetPassword,
} from '#functions/accounts/calls';
import { login, verifyMfa } from '#functions/sign-in/calls';
import { changePassword, disableMfa, getMfaStatus, setUpTotp, verifyTotp } from './calls';

const services = testServices(() =>
  startSignInServices(async (clock) => ({ stripe: await createStripeEmulator({ clock }) })),
);
const phone = '+819012345678';
let mailbox = 0;

/** An owner with a session of their own, and the credentials that a thief has of them. */
interface Victim {
  user: TestUser;
  browser: Browser;
  /** A valid code of the second step. */
  code: () => string;
}

type SignIn = 'password' | 'sms' | 'totp' | 'recovery code';

const recoveryCode = '7K2QX-9MABC';
/** Hashing is slow on purpose, so one code is hashed once for all tests. */
let hashes: ReturnType<typeof hashRecoveryCodes> | undefined;
const hashOnce = () => (hashes ??= hashRecoveryCodes([recoveryCode]));

async function victim(signIn: SignIn): Promise<Victim> {
  const user = await services.createUser({
    email: `owner-${(mailbox += 1)}@example.jp`,
    ...(signIn === 'sms' && { phoneNumber: phone, mfa: 'sms' as const }),
    ...((signIn === 'totp' || signIn === 'recovery code') && { mfa: 'totp' as const }),
  });
  const browser = new Browser('198.51.100.1');
  await browser.post(login, { email: user.email, password: user.password });
  const code = () => (signIn === 'sms' ? services.newestCode(phone) : user.appCode());
  if (signIn !== 'password') await browser.post(verifyMfa, { code: code() });
  if (signIn === 'recovery code') await putRecoveryCodes(user.userId, await hashOnce());
  services.clock.advance(60_000); // Cognito takes each code of an app once
  return { user, browser, code };
}

const changes = {
  reset: async ({ user }: Victim) => {
    await new Browser().post(requestReset, { email: user.email });
    const token = services.newestToken(user.email);
    return new Browser().post(resetPassword, { token, password: 'a new password' });
  },
  'new password': ({ browser }: Victim) => browser.post(changePassword, { newPassword: 'a new password' }),
  'second step on': async ({ browser }: Victim) => {
    const { body } = await browser.post(setUpTotp);
    const code = new TOTP({ secret: String(body['secret']) }).generate({ timestamp: services.clock.now() });
    return browser.post(verifyTotp, { code });
  },
  'second step off': ({ browser }: Victim) => browser.post(disableMfa),
  'new number': ({ browser }: Victim) => browser.put(updateProfile, { phoneNumber: '0312345678' }),
  'new address': async ({ user, browser }: Victim) => {
    const newEmail = `new-${user.email}`;
    await browser.post(requestEmailChange, { newEmail });
    return browser.post(verifyEmailChange, { verificationCode: services.newestCode(newEmail) });
  },
  deletion: ({ user, browser }: Victim) => browser.delete(deleteUser, { body: { password: user.password } }),
};
type Change = keyof typeof changes;

/** Whether the session that makes the change continues after it. */
const goesOn = (change: Change): boolean => change !== 'reset' && change !== 'deletion';

async function expectThiefOut(thief: Browser, { user, browser }: Victim, change: Change): Promise<void> {
  expect((await thief.get(getUser)).status).toBe(401);
  expect((await browser.get(getUser)).status).toBe(goesOn(change) ? 200 : 401);
  if (change !== 'deletion') return;
  const left = (await services.items('users')).filter(({ pk }) => pk === `USER#${user.userId}`);
  expect(left.map((item) => [item['sk'], item['email']])).toEqual([['PROFILE', undefined]]);
}

/** No session of an older epoch was written: refusing it when it is opened is the second defense. */
async function expectNoOldSession({ user }: Victim): Promise<void> {
  const items = (await services.items('users')).filter(({ pk }) => pk === `USER#${user.userId}`);
  const epoch = items.find(({ sk }) => sk === 'PROFILE')?.['epoch'];
  const sessions = items.filter(({ sk }) => String(sk).startsWith('SESSION#'));
  expect(sessions.map((one) => one['epoch'])).toEqual(sessions.map(() => epoch));
}

/**
 * Runs a change while each write of a call in turn waits at DynamoDB's front until the change has responded. Returns
 * the number of writes.
 */
async function raceEachWrite(
  signIn: SignIn,
  change: Change,
  after: string | undefined,
  begin: (owner: Victim, thief: Browser) => Promise<() => Promise<unknown>>,
  finish: (owner: Victim, thief: Browser) => Promise<unknown> = async () => undefined,
): Promise<number> {
  for (let count = 0; ; count += 1) {
    const owner = await victim(signIn);
    const thief = new Browser(`203.0.113.${count + 1}`);
    const call = await begin(owner, thief);
    const hold = holdBack(services, count, after);
    const running = call();
    const held = hold(running);
    if (!(await held.reached)) return count;
    services.clearFaults();
    expect((await changes[change](owner)).status).toBe(200);
    held.release();
    await running;
    await finish(owner, thief);
    await expectNoOldSession(owner);
    await expectThiefOut(thief, owner, change);
  }
}

const typePassword = async ({ user }: Victim, thief: Browser) => {
  return () => thief.post(login, { email: user.email, password: user.password });
};

// ASVS 7.4.3
describe('each write of a sign-in waits until the change has responded: no session', () => {
  test.each<Change>(['reset', 'new password', 'second step on', 'new number', 'new address', 'deletion'])(
    'by password alone: %s',
    async (change) => {
      expect(await raceEachWrite('password', change, 'AdminInitiateAuth', typePassword)).toBeGreaterThan(0);
    },
  );

  test.each<[SignIn, Change]>([
    ['sms', 'reset'],
    ['sms', 'second step off'],
    ['totp', 'deletion'],
  ])('the password before a second step by %s: %s', async (signIn, change) => {
    const second = (owner: Victim, thief: Browser) => thief.post(verifyMfa, { code: owner.code() });
    expect(await raceEachWrite(signIn, change, 'AdminInitiateAuth', typePassword, second)).toBeGreaterThan(0);
  });

  const combinations = (['sms', 'totp', 'recovery code'] as const).flatMap((signIn) =>
    (Object.keys(changes) as Change[])
      // A second step that is on cannot be switched on, and the number of one by SMS cannot be changed.
      .filter((change) => change !== 'second step on' && !(signIn === 'sms' && change === 'new number'))
      .map((change): [SignIn, Change] => [signIn, change]),
  );
  test.each(combinations)('the second step by %s: %s', async (signIn, change) => {
    const begin = async (owner: Victim, thief: Browser) => {
      await (
        await typePassword(owner, thief)
      )();
      const given = signIn === 'recovery code' ? { recoveryCode } : { code: owner.code() };
      return () => thief.post(verifyMfa, given);
    };
    expect(await raceEachWrite(signIn, change, undefined, begin)).toBeGreaterThan(0);
  });
});

test.each<[SignIn, Change]>([
  ['sms', 'reset'],
  ['totp', 'new password'],
  ['totp', 'second step off'],
  ['recovery code', 'reset'],
])('a waiting second step by %s: over after %s, and no recovery code is used up', async (signIn, change) => {
  const owner = await victim(signIn);
  const thief = new Browser('203.0.113.99');
  await (
    await typePassword(owner, thief)
  )();
  const code = owner.code();
  expect((await changes[change](owner)).status).toBe(200);
  const given = signIn === 'recovery code' ? { recoveryCode } : { code };
  const { status, body } = await thief.post(verifyMfa, given);
  expect([status, body]).toEqual([401, expect.objectContaining({ code: 'CHALLENGE_EXPIRED' })]);
  await expectThiefOut(thief, owner, change);
  if (signIn !== 'recovery code') return;
  const again = new Browser('198.51.100.2');
  await again.post(login, { email: owner.user.email, password: 'a new password' });
  expect((await again.post(verifyMfa, given)).status).toBe(200);
  expect((await again.get(getMfaStatus)).body).toMatchObject({ recoveryCodesLeft: 0 });
});

describe('a reset meets a change of the password by a thief of the session', () => {
  const given = { newPassword: 'password of a thief' };
  const signsIn = async ({ user: { email } }: Victim, password: string) =>
    (await new Browser().post(login, { email, password })).status === 200;

  test('that is on its way: the reset is refused, and its link works once the change has ended', async () => {
    const owner = await victim('password');
    await new Browser().post(requestReset, { email: owner.user.email });
    const reset = { token: services.newestToken(owner.user.email), password: 'a new password' };
    const hold = holdBack(services, 0, 'AdminSetUserPassword');
    const running = owner.browser.post(changePassword, given);
    const held = hold(running);
    expect(await held.reached).toBe(true);
    services.clearFaults();
    expect((await new Browser().post(resetPassword, reset)).body).toMatchObject({ code: 'CHANGE_IN_PROGRESS' });
    held.release();
    expect((await running).status).toBe(200);
    expect((await new Browser().post(resetPassword, reset)).status).toBe(200);
    expect((await owner.browser.get(getUser)).status).toBe(401);
    expect([await signsIn(owner, given.newPassword), await signsIn(owner, reset.password)]).toEqual([false, true]);
  });

  test('that began before it and has not taken the lease: the change is refused', async () => {
    const owner = await victim('password');
    const hold = holdBack(services, 0);
    const running = owner.browser.post(changePassword, given);
    const held = hold(running);
    expect(await held.reached).toBe(true);
    services.clearFaults();
    expect((await changes.reset(owner)).status).toBe(200);
    held.release();
    expect((await running).body).toMatchObject({ code: 'CHANGE_IN_PROGRESS' });
    expect((await owner.browser.get(getUser)).status).toBe(401);
    expect([await signsIn(owner, given.newPassword), await signsIn(owner, 'a new password')]).toEqual([false, true]);
  });
});
