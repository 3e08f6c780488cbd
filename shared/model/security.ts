import * as z from 'zod/mini';

/** How the second step of a sign-in is asked for. */
export const mfaMethodSchema = z.enum(['sms', 'totp']);
export type MfaMethod = z.output<typeof mfaMethodSchema>;

/** A session as /settings/security lists it. Times are unix seconds. */
export const sessionSchema = z.object({
  /** For ending it; worth nothing as a cookie. */
  id: z.string(),
  /** Browser and system in words, e.g. `Chrome（Windows）`; 不明な端末 where the browser does not tell. */
  device: z.string(),
  /** Network address that it began from. */
  address: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** The session that asks. */
  current: z.boolean(),
  /** An administrator acts for the user in it. */
  impersonation: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;

/** How many recovery codes come with an authenticator. */
export const recoveryCodeCount = 10;
