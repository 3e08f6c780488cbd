import { makeMasterPassword } from '#functions/impersonation/calls';
import { login, verifyMfa } from '#functions/sign-in/calls';
import { newId } from '#functions/platform/crypto';
import { recentAuthenticationLifetime } from '#functions/sessions/open-session';
import { Browser } from './browser';
import type { SignInServices } from './sign-in-services';
import type { TestUser } from './user-pool';

/** A browser in which a user without a second step has just signed in. */
export async function signedIn(user: Pick<TestUser, 'email' | 'password'>, from?: string): Promise<Browser> {
  const browser = new Browser(from);
  const { status } = await browser.post(login, { email: user.email, password: user.password });
  if (status !== 200) throw new Error(`The sign-in of ${user.email} returned ${status}`);
  return browser;
}

/** A browser in which a user with an authenticator app has just signed in. */
export async function signedInByApp(user: TestUser, from?: string): Promise<Browser> {
  const browser = new Browser(from);
  await browser.post(login, { email: user.email, password: user.password });
  const { status } = await browser.post(verifyMfa, { code: user.appCode() });
  if (status !== 200) throw new Error(`The second step of ${user.email} returned ${status}`);
  return browser;
}

/** Why administrators of tests impersonate, unless told. */
export const testReason = 'お問い合わせの確認';

/** A new master password of the administrator who is signed in in a browser. */
export async function masterPasswordIn(browser: Browser, reason = testReason): Promise<string> {
  const { status, body } = await browser.post(makeMasterPassword, { reason });
  if (status !== 200) throw new Error(`The master password was refused: ${JSON.stringify(body)}`);
  return String(body['masterPassword']);
}

/** A browser in which a new administrator impersonates a user. */
export async function impersonating(services: SignInServices, user: Pick<TestUser, 'email'>): Promise<Browser> {
  const email = `${newId()}@staff.example.jp`;
  const browser = await signedInByApp(await services.createUser({ email, admin: true, mfa: 'totp' }), '198.51.100.9');
  return signedIn({ email: user.email, password: await masterPasswordIn(browser) }, '198.51.100.9');
}

/** Advances the clock until no session has recent authentication. */
export const ageProofs = (services: SignInServices): void =>
  services.clock.advance(recentAuthenticationLifetime * 1000);
