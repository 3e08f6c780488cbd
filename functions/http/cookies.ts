import { sessionCookie } from '#shared/limits';

/** The cookies of the portal. `__Host-`: Secure, host-only, path / (ASVS 5.0 3.3). */
export const cookieNames = {
  session: sessionCookie,
  challenge: '__Host-challenge',
  registration: '__Host-registration',
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
