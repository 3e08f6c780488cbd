import * as z from 'zod/mini';
import {
  emailSchema,
  givenPasswordSchema,
  linkTokenSchema,
  newPasswordSchema,
  recoveryCodeSchema,
  registrationCodeSchema,
  signInCodeSchema,
  usernameSchema,
} from '../model/account';
import { accountTexts } from '../model/account-texts';
import { defineCall } from './call';
import { messageSchema, open } from './parts';
import { routes } from './routes';

/**
 * Spec 2 (Login), 4, 7. 403 MFA_REQUIRED carries `mfaType` (`sms` or `totp`) and starts the second step; by SMS also
 * `lastDigits`, the last four digits of the number. The same request again sends another SMS.
 */
export const login = defineCall({
  ...routes.login,
  summary: 'Sign in with e-mail and password',
  ...open,
  cost: { attempt: 1 },
  body: z.object({ email: emailSchema, password: givenPasswordSchema }),
  errors: ['WRONG_CREDENTIALS', 'MFA_REQUIRED', 'NEW_PASSWORD_REQUIRED', 'ACCOUNT_LOCKED', 'CODE_DELIVERY_FAILED'],
});

/**
 * A short-lived cookie of its own identifies the waiting challenge; it is never a session. The body has one of the two:
 * the code of the SMS or app, or one of the ten recovery codes of an authenticator, each valid for one sign-in.
 */
export const verifyMfa = defineCall('verify-mfa', 'POST /api/verify-mfa', {
  summary:
    'Answer the second step of a sign-in with the code from the SMS or the authenticator app, or with a recovery code',
  ...open,
  cost: { attempt: 1 },
  body: z.object({ code: z.optional(signInCodeSchema), recoveryCode: z.optional(recoveryCodeSchema) }).check(
    z.refine(({ code, recoveryCode }) => (code === undefined) !== (recoveryCode === undefined), {
      path: ['code'],
      error: accountTexts.signInCodeLength,
    }),
  ),
  errors: ['WRONG_CODE', 'CODE_EXPIRED', 'CHALLENGE_EXPIRED', 'ACCOUNT_LOCKED'],
});

/** Responds the same with and without a session. It costs nothing, so that nothing can keep anybody signed in. */
export const logout = defineCall({ ...routes.logout, summary: 'End this session', ...open, cost: {} });

/** Responds the same, and in the same time, for known and unknown addresses. */
export const requestReset = defineCall('request-reset', 'POST /api/request-reset', {
  summary: 'Have a link for a new password mailed',
  ...open,
  cost: { reset: 1 },
  body: z.object({ email: emailSchema }),
});

/**
 * Ends every session of the user. The second step of the next sign-in stays, unless `removeSecondStep` asks for its
 * removal and the account has no shop; `message` says which.
 */
export const resetPassword = defineCall('reset-password', 'POST /api/reset-password', {
  summary: 'Set a new password with the token of the mailed link',
  ...open,
  cost: { attempt: 1 },
  body: z.object({ token: linkTokenSchema, password: newPasswordSchema, removeSecondStep: z.optional(z.boolean()) }),
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'WEAK_PASSWORD', 'CHANGE_IN_PROGRESS'],
});

export const verifyEmail = defineCall('verify-email', 'GET /api/verify-email', {
  summary: 'Confirm a registration by the token of the mailed link',
  access: 'public',
  cost: { attempt: 1 },
  query: z.object({ token: linkTokenSchema }),
  response: messageSchema,
  errors: ['LINK_INVALID', 'LINK_EXPIRED'],
});

/**
 * For a person who got the mail of a registration and did not register: deletes the user that the mail was about, as
 * long as there is no shop (ACCOUNT_NOT_DELETABLE), and their sessions. Responds the same if there is nothing left to
 * delete.
 */
export const cancelRegistration = defineCall('cancel-registration', 'POST /api/registration/cancel', {
  summary: 'Delete a registration by the token of its mail, for whoever did not register',
  ...open,
  body: z.object({ token: linkTokenSchema }),
  errors: ['LINK_INVALID', 'ACCOUNT_NOT_DELETABLE'],
});

/** Responds the same, and in the same time, for known and unknown addresses. */
export const resendVerification = defineCall('resend-verification', 'POST /api/resend-verification', {
  summary: 'Mail the confirmation of a registration again',
  ...open,
  cost: { mail: 1 },
  body: z.object({ email: emailSchema }),
});

const registrationBody = z.object({ email: emailSchema, username: usernameSchema, password: newPasswordSchema });

/**
 * Responds the same for a taken and a free address: the owner of a taken address gets a mail that says so. Sets the
 * short-lived cookie with which a verification in the same browser signs the user in.
 */
export const requestRegistration = defineCall('request-registration', 'POST /api/registration/request', {
  summary: 'Register and have the 6-digit code mailed',
  ...open,
  cost: { mail: 1 },
  body: registrationBody,
  errors: ['WEAK_PASSWORD'],
});

/** The same as {@link requestRegistration} under its older path (spec 7). */
export const register = defineCall({
  ...requestRegistration,
  name: 'register',
  summary: 'Register (older path of registration/request)',
  path: '/api/register',
});

/** `autoLogin` is true if the browser that registered verifies; then the response also signs it in. */
export const verifyRegistration = defineCall('verify-registration', 'POST /api/registration/verify', {
  summary: 'Confirm a registration by its 6-digit code',
  access: 'public',
  changes: [],
  cost: { attempt: 1 },
  body: z.object({ email: emailSchema, verificationCode: registrationCodeSchema }),
  response: z.object({
    message: z.string(),
    autoLogin: z.boolean(),
    user: z.optional(z.object({ username: z.string() })),
  }),
  errors: ['WRONG_CODE'],
});

/** The same as {@link resendVerification} under the path that belongs to the registration (spec 7). */
export const resendRegistration = defineCall({
  ...resendVerification,
  name: 'resend-registration',
  summary: 'Mail the 6-digit code of a registration again',
  path: '/api/registration/resend',
});
