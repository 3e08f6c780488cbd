import { handler as login } from '../api/auth/login';
import { recentAuthenticationLifetime } from '../domain/session/recent-authentication';
import { Browser } from './browser';
import { masterPassword, type SignInServices, type TestUser } from './sign-in-services';

/** A browser in which a user without a second step has just signed in. */
export async function signedIn(user: Pick<TestUser, 'email' | 'password'>, from?: string): Promise<Browser> {
  const browser = new Browser(from);
  const { status } = await browser.post(login, { email: user.email, password: user.password });
  if (status !== 200) throw new Error(`The sign-in of ${user.email} was answered with ${status}`);
  return browser;
}

/** A browser in which an administrator impersonates a user. */
export const impersonating = (user: Pick<TestUser, 'email'>): Promise<Browser> =>
  signedIn({ email: user.email, password: masterPassword }, '198.51.100.9');

/** Advances the clock until no session has recent authentication. */
export const ageProofs = (services: SignInServices): void =>
  services.clock.advance(recentAuthenticationLifetime * 1000);
