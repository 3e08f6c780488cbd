import * as z from 'zod/mini';
import { accountTexts, emailPattern, longestEmail, longestPassword } from './account-texts';
import { asDigits, asLine } from './typed-text';

/**
 * An address as Cognito keeps it: trimmed, in lower case, at most 128 characters. Old ones of docomo may have dots that
 * no standard allows outside quotes (RFC 5321, Dot-string), and SES refuses them.
 */
const addressSchema = (invalid: string) =>
  z.string(invalid).check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(longestEmail, invalid),
    z.email({
      pattern: emailPattern,
      error: ({ input }) => (/\.\.|\.@/.test(String(input)) ? `${invalid}${accountTexts.emailDots}` : invalid),
    }),
  );

export const emailSchema = addressSchema(accountTexts.emailInvalid);

/** A password for a sign-in: any text that is not empty; its rules were checked when it was set. */
export const givenPasswordSchema = z
  .string(accountTexts.passwordRequired)
  .check(z.minLength(1, accountTexts.passwordRequired), z.maxLength(longestPassword, accountTexts.passwordTooLong));

/**
 * A new password: 8 to 256 characters, any kinds of characters (spec 5; strength is shown, not enforced). Cognito takes
 * none that begins or ends with white space or has a line break: its pattern is `^[\S]+.*[\S]+$`. A registration could
 * not say so any more, because it responds the same whatever Cognito does (decisions/registration).
 */
export const newPasswordSchema = z
  .string(accountTexts.passwordTooShort)
  .check(
    z.minLength(8, accountTexts.passwordTooShort),
    z.maxLength(longestPassword, accountTexts.passwordTooLong),
    z.regex(/^\S.*\S$/, accountTexts.passwordSpaces),
  );

export const usernameSchema = z
  .string(accountTexts.usernameTooShort)
  .check(asLine, z.minLength(3, accountTexts.usernameTooShort), z.maxLength(50, accountTexts.usernameTooLong));

/** The code of the second step of a sign-in. Cognito's codes are digits; anything else is simply a wrong code. */
export const signInCodeSchema = z
  .string(accountTexts.signInCodeLength)
  .check(asDigits, z.length(6, accountTexts.signInCodeLength));

export const registrationCodeSchema = z
  .string(accountTexts.registrationCodeLength)
  .check(asDigits, z.regex(/^[0-9]{6}$/, accountTexts.registrationCodeLength));

/** The code that proves a number or an authenticator app at its set-up: not empty, and six characters (spec 5, 9). */
export const setupCodeSchema = z
  .string(accountTexts.codeRequired)
  .check(asDigits, z.minLength(1, accountTexts.codeRequired), z.length(6, accountTexts.registrationCodeLength));

/** A recovery code as typed: ten letters and digits, with or without the hyphen in the middle, in any letter case. */
export const recoveryCodeSchema = z
  .string(accountTexts.recoveryCodeInvalid)
  .check(
    z.normalize('NFKC'),
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[0-9A-Z]{5}-?[0-9A-Z]{5}$/, accountTexts.recoveryCodeInvalid),
  );

/** The name on the profile screen (spec 5: required, no other rule). */
export const profileNameSchema = z
  .string(accountTexts.nameRequired)
  .check(asLine, z.minLength(1, accountTexts.nameRequired), z.maxLength(50, accountTexts.nameTooLong));

/** A new address on the profile screen, with the text of that screen (spec 5). */
export const newEmailSchema = addressSchema(accountTexts.newEmailInvalid);

/** The token of a mailed link: an opaque user key and the code, joined by a dot. */
export const linkTokenSchema = z.string().check(z.minLength(1), z.maxLength(200));

/** A user as the browser sees one (spec 3). */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  /** As typed: 0 and 9 or 10 digits. */
  phoneNumber: z.optional(z.string()),
  hasCompletedSetup: z.boolean(),
  /** Whether mails about shipments and requests are wanted; absent until the user has chosen, which means yes. */
  newsMails: z.optional(z.boolean()),
  /** Present if mails to the address come back: the user is asked for another one. */
  mailsFail: z.optional(z.literal(true)),
  isAdmin: z.boolean(),
  /** Present in an impersonation, which ends at `expiresAt` (unix seconds) or with a sign-out. */
  impersonation: z.optional(z.object({ expiresAt: z.number() })),
});
export type User = z.output<typeof userSchema>;

export const mfaMethodSchema = z.enum(['sms', 'totp']);
export type MfaMethod = z.output<typeof mfaMethodSchema>;

/** A session as /settings/security lists it. Times are unix seconds. */
export const sessionSchema = z.object({
  /** Identifies the session for ending it; it does not work as a cookie. */
  id: z.string(),
  /** Browser and system in words, e.g. `Chrome（Windows）`; アプリなど（端末名なし） if the browser does not say. */
  device: z.string(),
  /** The network address where it began. */
  address: z.string(),
  createdAt: z.number(),
  /** When the portal was last used in it, to the hour (decisions/sessions). */
  lastSeenAt: z.number(),
  /** When it ends if it is not used until then. */
  expiresAt: z.number(),
  current: z.boolean(),
  impersonation: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;

export const recoveryCodeCount = 10;
