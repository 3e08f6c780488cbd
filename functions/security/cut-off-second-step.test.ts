import { TOTP } from 'otpauth';
import { Browser } from '#functions/testing/browser';
import { listNotices } from '#functions/testing/notices';
import type { NoticeKind } from '#functions/mails/notices-table';
import { atEachWrite } from '#functions/testing/cut-off';
import { signedIn, signedInByApp } from '#functions/testing/signed-in';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doAccountTasks } from '#functions/testing/account-tasks';
import { testServices } from '#functions/testing/test-services';
import type { TestUser } from '#functions/testing/user-pool';
import { getUser } from '#functions/accounts/calls';
import { login, verifyMfa } from '#functions/sign-in/calls';
import { disableMfa, getMfaStatus, setUpSms, setUpTotp, verifySms, verifyTotp } from './calls';

/** Switching the second step on or off is cut off after each of its writes; then the schedule runs. */
const services = testServices(startSignInServices);

/** A minute later a code of the app is another one, and the endings of sessions are taken up. */
async function settle(): Promise<void> {
  services.clock.advance(180_000);
  await doAccountTasks();
}

/** Signs in with what the user has; returns the method that was asked for, which is the one that the settings show. */
async function signInAgain(owner: TestUser, code: () => string) {
  const browser = new Browser();
  const { status, body } = await browser.post(login, { email: owner.email, password: owner.password });
  const method = status === 200 ? null : body['mfaType'];
  if (method !== null) expect((await browser.post(verifyMfa, { code: code() })).status).toBe(200);
  expect((await browser.get(getMfaStatus)).body).toMatchObject({ enabled: method !== null, method });
  return { browser, method };
}

interface Changed {
  owner: TestUser;
  other: Browser;
  kind: NoticeKind;
  /** Whether the change took place before it was cut off. */
  changed: boolean;
}

/** Only if the change took place, its owner is told, and then no other session goes on. */
async function expectToldAndEnded({ owner, other, kind, changed }: Changed): Promise<void> {
  if (changed) expect((await other.get(getUser)).status).toBe(401);
  const told = (await listNotices()).filter((notice) => notice.kind === kind && notice.to === owner.email);
  expect(told.length > 0).toBe(changed);
}

test('an app is switched on: a sign-in asks for it as the settings show, and it can be switched off', async () => {
  const writes = await atEachWrite(services, 'lost', settle, async (owner) => {
    const [browser, other] = [await signedIn(owner), await signedIn(owner)];
    const { body } = await browser.post(setUpTotp);
    const app = new TOTP({ secret: String(body['secret']) });
    const code = () => app.generate({ timestamp: services.clock.now() });
    return {
      send: () => browser.post(verifyTotp, { code: code() }),
      check: async () => {
        const again = await signInAgain(owner, code);
        await expectToldAndEnded({ owner, other, kind: 'mfa-enabled', changed: again.method !== null });
        expect((await again.browser.post(disableMfa)).status).toBe(200);
      },
    };
  });
  expect(writes).toBeGreaterThan(4);
});

test('SMS is switched on: a sign-in asks for it as the settings show', async () => {
  const writes = await atEachWrite(services, 'lost', settle, async (owner, nth) => {
    const [browser, other] = [await signedIn(owner), await signedIn(owner)];
    const newest = () => services.newestCode(`+81901234${1000 + nth}`);
    expect((await browser.post(setUpSms, { phoneNumber: `0901234${1000 + nth}` })).status).toBe(200);
    return {
      send: () => browser.post(verifySms, { code: newest() }),
      check: async () => {
        const again = await signInAgain(owner, newest);
        await expectToldAndEnded({ owner, other, kind: 'mfa-enabled', changed: again.method !== null });
      },
    };
  });
  expect(writes).toBeGreaterThan(4);
});

test('an app is switched off: a sign-in asks for it as the settings show, and the next try is through', async () => {
  const cut = async (owner: TestUser) => {
    const other = await signedInByApp(owner);
    services.clock.advance(30_000);
    const browser = await signedInByApp(owner);
    return {
      send: () => browser.post(disableMfa),
      check: async () => {
        const again = await signInAgain(owner, owner.appCode);
        await expectToldAndEnded({ owner, other, kind: 'mfa-disabled', changed: again.method === null });
        expect((await again.browser.post(disableMfa)).status).toBe(200);
        expect((await again.browser.get(getMfaStatus)).body).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
      },
    };
  };
  expect(await atEachWrite(services, 'lost', settle, cut, { mfa: 'totp' })).toBeGreaterThan(4);
});
