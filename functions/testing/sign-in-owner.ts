import { clock } from '../adapters/clock';
import { newId } from '../adapters/ids';
import { putFirstSession } from '../adapters/users-table/epochs';
import { CookieSecret } from '../domain/session/cookie-secret';
import { sessionCookieValue } from '../domain/session/open-session';
import { cookieNames } from '../http/request';
import { Browser } from './browser';

/** A new signed-in user, for tests that do not need Cognito. */
export async function signInOwner(
  email = 'owner@example.jp',
  userId = newId(),
): Promise<{ userId: string; browser: Browser }> {
  const now = clock.seconds();
  const secret = CookieSecret.make();
  const session = {
    secretHash: secret.hash,
    createdAt: now,
    provedAt: now,
    expiresAt: now + 400 * 86_400,
    userAgent: 'test',
    address: '203.0.113.7',
  };
  await putFirstSession({ userId, email, username: '山田', groups: [] }, session, now);
  const browser = new Browser();
  browser.cookies[cookieNames.session] = sessionCookieValue(userId, secret);
  return { userId, browser };
}
