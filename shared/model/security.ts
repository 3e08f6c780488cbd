import * as z from 'zod/mini';

/** The method of the second step of a sign-in. */
export const mfaMethodSchema = z.enum(['sms', 'totp']);
export type MfaMethod = z.output<typeof mfaMethodSchema>;

/** A session as /settings/security lists it. Times are unix seconds. */
export const sessionSchema = z.object({
  /** Identifies the session for ending it; it does not work as a cookie. */
  id: z.string(),
  /** Browser and system in words, e.g. `Chrome（Windows）`; 不明な端末 if the browser does not say. */
  device: z.string(),
  /** The network address where it began. */
  address: z.string(),
  createdAt: z.number(),
  /** When the portal was last used in it, to the hour (decisions/sessions). */
  lastSeenAt: z.number(),
  /** When it ends if it is not used until then. */
  expiresAt: z.number(),
  /** The caller's own session. */
  current: z.boolean(),
  /** The session is an impersonation. */
  impersonation: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;

/** The number of recovery codes for an authenticator. */
export const recoveryCodeCount = 10;
