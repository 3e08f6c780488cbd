import { clock } from '#functions/platform/clock';
import { browserLifetime, readEpoch } from './sessions-table';
import { readEmail } from '#functions/accounts/profiles-table';
import { accountOf } from '#functions/limits/attempts';
import { logger } from '#functions/platform/logger';
import { type BrowserItem, deleteBrowser, listBrowsers, putBrowser, readBrowser } from './known-browsers-table';
import { CookieSecret, parseSessionCookie, sessionCookieValue } from './open-session';

/** Known browsers of one user; each has attempts of its own. */
const browsersKept = 10;

/**
 * The key of a browser's attempts if it is known, by its cookie, which has the form of a session's, as that of this
 * address's user; else undefined.
 */
export async function knownBrowser(cookie: string | undefined, email: string): Promise<string | undefined> {
  const parsed = parseSessionCookie(cookie);
  if (!parsed) return undefined;
  const { userId, secret } = parsed;
  const [browser, own] = await Promise.all([readBrowser(userId, secret.hash), readEmail(userId)]);
  const isOwn = own === undefined ? browser?.account === accountOf(email) : own === email;
  return browser && isOwn ? `browser#${browser.secretHash}` : undefined;
}

/**
 * Knows a browser from now on whose user has just proved who they are (by its cookie, if it was known before), and
 * forgets the oldest ones of the user beyond ten. Returns the value of its cookie; undefined if that failed, which
 * fails nothing else, or if the credentials have changed since: `epoch` is that of the proof.
 */
export async function rememberBrowser(
  userId: string,
  epoch: number | undefined,
  { cookie, account }: { cookie?: string | undefined; account?: string },
): Promise<string | undefined> {
  const earlier = parseSessionCookie(cookie);
  const now = clock.seconds();
  try {
    const browsers = await listBrowsers(userId);
    const own = earlier?.userId === userId && browsers.some((one) => one.secretHash === earlier.secret.hash);
    const secret = own ? earlier.secret : CookieSecret.make();
    const others = browsers.filter((one) => one.secretHash !== secret.hash);
    const newest = others.toSorted((left, right) => right.signedInAt - left.signedInAt);
    const times = { signedInAt: now, expiresAt: now + browserLifetime };
    const browser: BrowserItem = { secretHash: secret.hash, ...times, ...(account !== undefined && { account }) };
    if (epoch === undefined || !(await putBrowser(userId, epoch, browser))) return undefined;
    await Promise.all(newest.slice(browsersKept - 1).map(({ secretHash }) => deleteBrowser(userId, secretHash)));
    return sessionCookieValue(userId, secret);
  } catch (error) {
    logger.error('a browser is not remembered', { userId, error });
    return undefined;
  }
}

/** Knows the browser of a link, mailed to `email`, that has set a password, and no other one of its user. */
export async function rememberOnly(userId: string, email: string): Promise<string | undefined> {
  const epoch = await readEpoch(userId);
  await forgetBrowsers(userId);
  return rememberBrowser(userId, epoch, { account: accountOf(email) });
}

/** Forgets the browsers of a user but the one of a cookie, because their password has changed. */
export async function forgetBrowsers(userId: string, kept?: string): Promise<void> {
  const keptHash = parseSessionCookie(kept)?.secret.hash;
  const browsers = (await listBrowsers(userId)).filter(({ secretHash }) => secretHash !== keptHash);
  await Promise.all(browsers.map(({ secretHash }) => deleteBrowser(userId, secretHash)));
}
