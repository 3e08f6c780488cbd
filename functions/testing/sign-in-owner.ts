import { clock } from '#functions/platform/clock';
import { newId } from '#functions/platform/crypto';
import { CookieSecret, sessionCookieValue } from '#functions/sessions/open-session';
import { cookieNames } from '#functions/http/request';
import { Browser } from './browser';
import { putFirstSession } from '#functions/sessions/sessions-table';

/** A new signed-in user, for tests that do not need Cognito. */
export async function signInOwner(
  email = 'owner@example.jp',
  userId = newId(),
): Promise<{ userId: string; browser: Browser }> {
  const now = clock.seconds();
  const secret = CookieSecret.make();
  const session = {
    secretHash: secret.hash,
    epoch: 0,
    createdAt: now,
    lastSeenAt: now,
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
