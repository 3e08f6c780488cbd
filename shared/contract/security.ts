import * as z from 'zod/mini';
import {
  givenPasswordSchema,
  newPasswordSchema,
  setupCodeSchema,
  mfaMethodSchema,
  sessionSchema,
} from '../model/account';
import { impersonationSchema } from '../model/impersonation';
import { smsPhoneSchema } from '../model/phone';
import { defineCall } from './call';
import { idSchema, messageSchema } from './parts';

/** What a switched second step makes out of date; the user's other sessions have ended too. */
const secondStepReads = ['get-mfa-status', 'list-sessions', 'get-user', 'get-system-information'] as const;

/**
 * A screen calls this after RECENT_AUTHENTICATION_REQUIRED; the recent authentication lasts 30 minutes. The session
 * continues under a new cookie (ASVS 5.0 7.2.4), so no other call should be running.
 */
export const confirmPassword = defineCall({
  name: 'confirm-password',
  summary: 'Prove the password again before a sensitive change',
  method: 'POST',
  path: '/api/confirm-password',
  access: 'user',
  changes: [],
  cost: { attempt: 1 },
  impersonation: 'refused',
  body: z.object({ password: givenPasswordSchema }),
  response: messageSchema,
  errors: ['WRONG_PASSWORD', 'ACCOUNT_LOCKED'],
});

/**
 * Ends the user's other sessions; this one continues under a new cookie, or has ended meanwhile: then no cookie is set,
 * and `message` asks for a new sign-in.
 */
export const changePassword = defineCall({
  name: 'change-password',
  summary: 'Set a new password',
  method: 'POST',
  path: '/api/change-password',
  access: 'user',
  changes: ['list-sessions'],
  recentAuthentication: true,
  impersonation: 'refused',
  body: z.object({ newPassword: newPasswordSchema }),
  response: messageSchema,
  errors: ['WEAK_PASSWORD', 'CHANGE_IN_PROGRESS'],
});

/** The recovery codes of a second step that was switched on. */
const withCodes = z.object({ message: z.string(), recoveryCodes: z.array(z.string()) });

/** `method` is null if `enabled` is false. `recoveryCodesLeft` counts the unused ones. */
export const getMfaStatus = defineCall({
  name: 'get-mfa-status',
  summary: 'Whether and how sign-in asks for a second step',
  method: 'GET',
  path: '/api/mfa/status',
  access: 'user',
  response: z.object({ enabled: z.boolean(), method: z.nullable(mfaMethodSchema), recoveryCodesLeft: z.number() }),
});

/** Keeps the number in the profile and sends it a code. While a second step is on, it has to be switched off first. */
export const setUpSms = defineCall({
  name: 'set-up-sms',
  summary: 'Begin two-step sign-in by SMS: have a code sent',
  method: 'POST',
  path: '/api/mfa/setup/sms',
  access: 'user',
  changes: ['get-user'],
  cost: { sms: 1, smsSetUp: 1 },
  recentAuthentication: true,
  impersonation: 'refused',
  body: z.object({ phoneNumber: smsPhoneSchema }),
  response: messageSchema,
  errors: ['MFA_ALREADY_ENABLED', 'CHANGE_IN_PROGRESS', 'CODE_DELIVERY_FAILED'],
});

/** The ten recovery codes are shown only this once, because the server keeps hashes. Ends the user's other sessions. */
export const verifySms = defineCall({
  name: 'verify-sms',
  summary: 'Switch two-step sign-in by SMS on with the code',
  method: 'POST',
  path: '/api/mfa/verify/sms',
  access: 'user',
  changes: secondStepReads,
  cost: { attempt: 1 },
  recentAuthentication: true,
  impersonation: 'refused',
  body: z.object({ code: setupCodeSchema }),
  response: withCodes,
  errors: ['MFA_ALREADY_ENABLED', 'MFA_SETUP_NOT_FOUND', 'WRONG_CODE', 'CODE_EXPIRED', 'CHANGE_IN_PROGRESS'],
});

/**
 * `otpauthUri` is the content of the QR code; `secret` is the same for typing. A second call starts with another
 * secret.
 */
export const setUpTotp = defineCall({
  name: 'set-up-totp',
  summary: 'Begin two-step sign-in by an authenticator app: a secret for it',
  method: 'POST',
  path: '/api/mfa/setup/totp',
  access: 'user',
  changes: [],
  recentAuthentication: true,
  impersonation: 'refused',
  response: z.object({ secret: z.string(), otpauthUri: z.string() }),
  errors: ['MFA_ALREADY_ENABLED'],
});

/** Responds as verify-sms does. */
export const verifyTotp = defineCall({
  name: 'verify-totp',
  summary: 'Switch two-step sign-in by an authenticator app on with its code',
  method: 'POST',
  path: '/api/mfa/verify/totp',
  access: 'user',
  changes: secondStepReads,
  cost: { attempt: 1 },
  recentAuthentication: true,
  impersonation: 'refused',
  body: z.object({ code: setupCodeSchema }),
  response: withCodes,
  errors: ['MFA_ALREADY_ENABLED', 'MFA_SETUP_NOT_FOUND', 'WRONG_CODE', 'CODE_EXPIRED', 'CHANGE_IN_PROGRESS'],
});

/** Works for both methods, at once; the recovery codes are deleted too. Idempotent. Ends the user's other sessions. */
export const disableMfa = defineCall({
  name: 'disable-mfa',
  summary: 'Switch two-step sign-in off',
  method: 'POST',
  path: '/api/mfa/disable',
  access: 'user',
  changes: secondStepReads,
  recentAuthentication: true,
  impersonation: 'refused',
  response: messageSchema,
  errors: ['CHANGE_IN_PROGRESS'],
});

/** Newest first; the caller's own session has `current`. */
export const listSessions = defineCall({
  name: 'list-sessions',
  summary: "The user's sessions",
  method: 'GET',
  path: '/api/sessions',
  access: 'user',
  response: z.object({ sessions: z.array(sessionSchema) }),
});

/** The caller's own session ends by POST /api/logout; its id is refused here like an unknown one. */
export const endSession = defineCall({
  name: 'end-session',
  summary: "End another one of the user's sessions",
  method: 'DELETE',
  path: '/api/sessions/{id}',
  access: 'user',
  changes: ['list-sessions', 'list-impersonations'],
  recentAuthentication: true,
  impersonation: 'refused',
  params: z.object({ id: idSchema }),
  response: messageSchema,
  errors: ['SESSION_NOT_FOUND'],
});

/** `ended` is the number of ended sessions. */
export const endOtherSessions = defineCall({
  name: 'end-other-sessions',
  summary: "End all of the user's sessions but this one",
  method: 'POST',
  path: '/api/sessions/end-others',
  access: 'user',
  changes: ['list-sessions', 'list-impersonations'],
  recentAuthentication: true,
  impersonation: 'refused',
  response: z.object({ message: z.string(), ended: z.number() }),
});

/** Newest first, at most 50 of the last 400 days: which administrator acted for the user, when and why. */
export const listImpersonations = defineCall({
  name: 'list-impersonations',
  summary: 'When administrators were signed in as the user, and why',
  method: 'GET',
  path: '/api/impersonations',
  access: 'user',
  response: z.object({ impersonations: z.array(impersonationSchema) }),
});
