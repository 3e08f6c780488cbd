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
import { idSchema, messageSchema, sensitive } from './parts';

/** What a switched second step makes out of date; the user's other sessions have ended too. */
const secondStepReads = ['get-mfa-status', 'list-sessions', 'get-user', 'get-system-information'] as const;

/**
 * A screen calls this after RECENT_AUTHENTICATION_REQUIRED; the recent authentication lasts 30 minutes. The session
 * continues under a new cookie (ASVS 5.0 7.2.4), so no other call should be running.
 */
export const confirmPassword = defineCall('confirm-password', 'POST /api/confirm-password', {
  summary: 'Prove the password again before a sensitive change',
  access: 'user',
  changes: [],
  cost: { attempt: 1 },
  impersonation: 'refused',
  body: z.object({ password: givenPasswordSchema }),
  response: messageSchema,
  errors: ['WRONG_PASSWORD', 'ACCOUNT_LOCKED', 'CODE_DELIVERY_FAILED'],
});

/**
 * Ends the user's other sessions; this one continues under a new cookie, or has ended meanwhile: then no cookie is set,
 * and `message` asks for a new sign-in.
 */
export const changePassword = defineCall('change-password', 'POST /api/change-password', {
  summary: 'Set a new password',
  ...sensitive,
  changes: ['list-sessions'],
  body: z.object({ newPassword: newPasswordSchema }),
  response: messageSchema,
  errors: ['WEAK_PASSWORD', 'CHANGE_IN_PROGRESS'],
});

/** A code switches a second step on; the response has its recovery codes. */
const switchesOn = {
  ...sensitive,
  changes: secondStepReads,
  cost: { attempt: 1 },
  body: z.object({ code: setupCodeSchema }),
  response: z.object({ message: z.string(), recoveryCodes: z.array(z.string()) }),
  errors: ['MFA_ALREADY_ENABLED', 'MFA_SETUP_NOT_FOUND', 'WRONG_CODE', 'CODE_EXPIRED', 'CHANGE_IN_PROGRESS'],
} as const;

/** `method` is null if `enabled` is false. `recoveryCodesLeft` counts the unused ones. */
export const getMfaStatus = defineCall('get-mfa-status', 'GET /api/mfa/status', {
  summary: 'Whether and how sign-in asks for a second step',
  access: 'user',
  cost: { cognito: 1 },
  response: z.object({ enabled: z.boolean(), method: z.nullable(mfaMethodSchema), recoveryCodesLeft: z.number() }),
});

/** Keeps the number in the profile and sends it a code. While a second step is on, it has to be switched off first. */
export const setUpSms = defineCall('set-up-sms', 'POST /api/mfa/setup/sms', {
  summary: 'Begin two-step sign-in by SMS: have a code sent',
  ...sensitive,
  changes: ['get-user'],
  cost: { sms: 1, smsSetUp: 1 },
  body: z.object({ phoneNumber: smsPhoneSchema }),
  response: messageSchema,
  errors: ['MFA_ALREADY_ENABLED', 'CHANGE_IN_PROGRESS', 'CODE_DELIVERY_FAILED'],
});

/** The ten recovery codes are shown only this once, because the server keeps hashes. Ends the user's other sessions. */
export const verifySms = defineCall('verify-sms', 'POST /api/mfa/verify/sms', {
  summary: 'Switch two-step sign-in by SMS on with the code',
  ...switchesOn,
});

/**
 * `otpauthUri` is the content of the QR code; `secret` is the same for typing. A second call starts with another
 * secret.
 */
export const setUpTotp = defineCall('set-up-totp', 'POST /api/mfa/setup/totp', {
  summary: 'Begin two-step sign-in by an authenticator app: a secret for it',
  ...sensitive,
  cost: { cognito: 1 },
  changes: [],
  response: z.object({ secret: z.string(), otpauthUri: z.string() }),
  errors: ['MFA_ALREADY_ENABLED'],
});

/** Responds as verify-sms does. */
export const verifyTotp = defineCall('verify-totp', 'POST /api/mfa/verify/totp', {
  summary: 'Switch two-step sign-in by an authenticator app on with its code',
  ...switchesOn,
});

/** Works for both methods, at once; the recovery codes are deleted too. Idempotent. Ends the user's other sessions. */
export const disableMfa = defineCall('disable-mfa', 'POST /api/mfa/disable', {
  summary: 'Switch two-step sign-in off',
  ...sensitive,
  changes: secondStepReads,
  response: messageSchema,
  errors: ['CHANGE_IN_PROGRESS'],
});

/** Newest first; the caller's own session has `current`. */
export const listSessions = defineCall('list-sessions', 'GET /api/sessions', {
  summary: "The user's sessions",
  access: 'user',
  response: z.object({ sessions: z.array(sessionSchema) }),
});

/** The caller's own session ends by POST /api/logout; its id is refused here like an unknown one. */
export const endSession = defineCall('end-session', 'DELETE /api/sessions/{id}', {
  summary: "End another one of the user's sessions",
  ...sensitive,
  changes: ['list-sessions', 'list-impersonations'],
  params: z.object({ id: idSchema }),
  response: messageSchema,
  errors: ['SESSION_NOT_FOUND'],
});

/** `ended` is the number of ended sessions. */
export const endOtherSessions = defineCall('end-other-sessions', 'POST /api/sessions/end-others', {
  summary: "End all of the user's sessions but this one",
  ...sensitive,
  changes: ['list-sessions', 'list-impersonations'],
  response: z.object({ message: z.string(), ended: z.number() }),
});

/** Newest first, at most 50 of the last 400 days: which administrator acted for the user, when and why. */
export const listImpersonations = defineCall('list-impersonations', 'GET /api/impersonations', {
  summary: 'When administrators were signed in as the user, and why',
  access: 'user',
  response: z.object({ impersonations: z.array(impersonationSchema) }),
});
