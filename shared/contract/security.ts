import * as z from 'zod/mini';
import { givenPasswordSchema, newPasswordSchema, setupCodeSchema, smsPhoneSchema } from '../model/account';
import { mfaMethodSchema, sessionSchema } from '../model/security';
import { defineCall } from './call';
import { idSchema, messageSchema } from './parts';

/**
 * What a screen asks for after RECENT_AUTHENTICATION_REQUIRED: the proof is good for 30 minutes. The session goes on under a
 * new cookie (ASVS 7.2.4), so no other call should be under way.
 */
export const confirmPassword = defineCall({
  name: 'confirm-password',
  summary: 'Prove the password again before a sensitive change',
  method: 'POST',
  path: '/api/confirm-password',
  access: 'user',
  impersonation: 'refused',
  body: z.object({ password: givenPasswordSchema }),
  response: messageSchema,
  errors: ['WRONG_PASSWORD', 'ACCOUNT_LOCKED', 'TOO_MANY_ATTEMPTS'],
});

/**
 * Wants the current password in the call, whatever was proved before. Ends the user's other sessions; this one goes
 * on under a new cookie.
 */
export const changePassword = defineCall({
  name: 'change-password',
  summary: 'Set a new password with the current one',
  method: 'POST',
  path: '/api/change-password',
  access: 'user',
  impersonation: 'refused',
  body: z.object({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema }),
  response: messageSchema,
  errors: ['WRONG_PASSWORD', 'WEAK_PASSWORD', 'CHANGE_IN_PROGRESS', 'ACCOUNT_LOCKED', 'TOO_MANY_ATTEMPTS'],
});

/** `method` is null where `enabled` is false. `recoveryCodesLeft` counts the unused ones of an authenticator. */
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
  recentAuthentication: true,
  impersonation: 'refused',
  body: z.object({ phoneNumber: smsPhoneSchema }),
  response: messageSchema,
  errors: ['MFA_ALREADY_ENABLED', 'TOO_MANY_ATTEMPTS', 'CODE_DELIVERY_FAILED'],
});

/** Ends the user's other sessions. */
export const verifySms = defineCall({
  name: 'verify-sms',
  summary: 'Switch two-step sign-in by SMS on with the code',
  method: 'POST',
  path: '/api/mfa/verify/sms',
  access: 'user',
  recentAuthentication: true,
  impersonation: 'refused',
  body: z.object({ code: setupCodeSchema }),
  response: messageSchema,
  errors: [
    'MFA_ALREADY_ENABLED',
    'MFA_SETUP_NOT_FOUND',
    'WRONG_CODE',
    'CODE_EXPIRED',
    'CHANGE_IN_PROGRESS',
    'TOO_MANY_ATTEMPTS',
  ],
});

/**
 * `otpauthUri` is what the QR code carries; `secret` is the same for typing. A second call begins with another
 * secret.
 */
export const setUpTotp = defineCall({
  name: 'set-up-totp',
  summary: 'Begin two-step sign-in by an authenticator app: a secret for it',
  method: 'POST',
  path: '/api/mfa/setup/totp',
  access: 'user',
  recentAuthentication: true,
  impersonation: 'refused',
  response: z.object({ secret: z.string(), otpauthUri: z.string() }),
  errors: ['MFA_ALREADY_ENABLED'],
});

/** The ten recovery codes are shown this once: the server keeps hashes. Ends the user's other sessions. */
export const verifyTotp = defineCall({
  name: 'verify-totp',
  summary: 'Switch two-step sign-in by an authenticator app on with its code',
  method: 'POST',
  path: '/api/mfa/verify/totp',
  access: 'user',
  recentAuthentication: true,
  impersonation: 'refused',
  body: z.object({ code: setupCodeSchema }),
  response: z.object({ message: z.string(), recoveryCodes: z.array(z.string()) }),
  errors: [
    'MFA_ALREADY_ENABLED',
    'MFA_SETUP_NOT_FOUND',
    'WRONG_CODE',
    'CODE_EXPIRED',
    'CHANGE_IN_PROGRESS',
    'TOO_MANY_ATTEMPTS',
  ],
});

/** At once, whichever the method; the recovery codes go with it. Idempotent. Ends the user's other sessions. */
export const disableMfa = defineCall({
  name: 'disable-mfa',
  summary: 'Switch two-step sign-in off',
  method: 'POST',
  path: '/api/mfa/disable',
  access: 'user',
  recentAuthentication: true,
  impersonation: 'refused',
  response: messageSchema,
  errors: ['CHANGE_IN_PROGRESS'],
});

/** Newest first; the one that asks has `current`. */
export const listSessions = defineCall({
  name: 'list-sessions',
  summary: "The user's sessions",
  method: 'GET',
  path: '/api/sessions',
  access: 'user',
  response: z.object({ sessions: z.array(sessionSchema) }),
});

/** This very session ends by POST /api/logout; its id is refused here like one that is not there. */
export const endSession = defineCall({
  name: 'end-session',
  summary: "End another one of the user's sessions",
  method: 'DELETE',
  path: '/api/sessions/{id}',
  access: 'user',
  recentAuthentication: true,
  impersonation: 'refused',
  params: z.object({ id: idSchema }),
  response: messageSchema,
  errors: ['SESSION_NOT_FOUND'],
});

/** `ended` counts them. */
export const endOtherSessions = defineCall({
  name: 'end-other-sessions',
  summary: "End all of the user's sessions but this one",
  method: 'POST',
  path: '/api/sessions/end-others',
  access: 'user',
  recentAuthentication: true,
  impersonation: 'refused',
  response: z.object({ message: z.string(), ended: z.number() }),
});
