import { sessionCookie } from '#shared/limits';
import { browserLifetime } from '../domain/session/session-limits';

/** The cookies of the portal. `__Host-`: Secure, host-only, path / (ASVS 5.0 3.3). */
export const cookieNames = {
  session: sessionCookie,
  challenge: '__Host-challenge',
  registration: '__Host-registration',
  browser: '__Host-browser',
} as const;
export type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

/** A Set-Cookie value that keeps `value` for `maxAge` seconds. */
export const setCookie = (name: CookieName, value: string, maxAge: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`;

export const clearCookie = (name: CookieName): string => setCookie(name, '', 0);

/** The value of a cookie in an API Gateway v2 event's `cookies` list (`name=value` each). */
export function readCookie(cookies: readonly string[] | undefined, name: CookieName): string | undefined {
  const prefix = `${name}=`;
  return cookies?.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) || undefined;
}

/** Keeps the cookie by which a browser is known at its next sign-in; nothing if the browser was not remembered. */
export const setBrowserCookie = (value: string | undefined): string[] =>
  value === undefined ? [] : [setCookie(cookieNames.browser, value, browserLifetime)];
