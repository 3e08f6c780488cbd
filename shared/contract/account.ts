import * as z from 'zod/mini';
import {
  givenPasswordSchema,
  newEmailSchema,
  profileNameSchema,
  registrationCodeSchema,
  userSchema,
} from '../model/account';
import { accountTexts } from '../model/account-texts';
import { profilePhoneSchema } from '../model/phone';
import { defineCall } from './call';
import { messageSchema, sensitive } from './parts';
import { routes } from './routes';

/**
 * A page makes this call when it opens. That counts as use of the session; an unused session ends after 14 days
 * (decisions/sessions).
 */
export const getUser = defineCall({
  ...routes.getUser,
  summary: 'The signed-in user; 401 means nobody is',
  access: 'user',
  response: z.object({ user: userSchema }),
});

/** Idempotent: a setup once complete stays complete. */
export const markSetupComplete = defineCall('mark-setup-complete', 'POST /api/mark-setup-complete', {
  summary: 'Remember that the first-time wizard was shown',
  access: 'user',
  changes: ['get-user'],
  response: messageSchema,
});

/**
 * Changes the name, the phone number or which mails are wanted (spec 4: one field at a time; several are accepted too).
 * An empty number removes it. A number is a sensitive change: it needs recent authentication, and it is refused in an
 * impersonation and while the second step sends SMS to the old number.
 */
export const updateProfile = defineCall('update-profile', 'PUT /api/profile', {
  summary: 'Change the name, the phone number or which mails are wanted',
  access: 'user',
  changes: ['get-user'],
  body: z
    .object({
      username: z.optional(profileNameSchema),
      phoneNumber: z.optional(profilePhoneSchema),
      /** Whether mails about shipments and requests are wanted. */
      newsMails: z.optional(z.boolean()),
    })
    .check(
      z.refine((body) => Object.values(body).some((value) => value !== undefined), {
        path: ['username'],
        error: accountTexts.profileEmpty,
      }),
    ),
  response: z.object({ message: z.string(), user: userSchema }),
  errors: ['RECENT_AUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'PHONE_IN_USE', 'CHANGE_IN_PROGRESS'],
});

/** Mails a code to the new address; the old one stays in force until the code is confirmed. */
export const requestEmailChange = defineCall('request-email-change', 'POST /api/email-change/request', {
  summary: 'Have a code mailed to a new e-mail address',
  ...sensitive,
  changes: [],
  cost: { mail: 1 },
  body: z.object({ newEmail: newEmailSchema }),
  response: messageSchema,
  errors: ['EMAIL_TAKEN', 'MFA_RENEWAL_REQUIRED', 'CODE_DELIVERY_FAILED'],
});

/**
 * Puts the new address in force: for sign-ins, then for the bills of the user's shops. Ends the user's other sessions.
 */
export const verifyEmailChange = defineCall('verify-email-change', 'POST /api/email-change/verify', {
  summary: 'Confirm a new e-mail address by its 6-digit code',
  access: 'user',
  changes: ['get-user', 'list-sessions', 'list-shops'],
  cost: { attempt: 1 },
  impersonation: 'refused',
  body: z.object({ verificationCode: registrationCodeSchema }),
  response: z.object({ message: z.string(), user: userSchema }),
  errors: [
    'RECENT_AUTHENTICATION_REQUIRED',
    'EMAIL_CHANGE_NOT_FOUND',
    'WRONG_CODE',
    'CODE_EXPIRED',
    'EMAIL_TAKEN',
    'MFA_RENEWAL_REQUIRED',
    'CHANGE_IN_PROGRESS',
  ],
});

/** Only for the address that waits for its code; another address needs a new request. */
export const resendEmailChange = defineCall('resend-email-change', 'POST /api/email-change/resend', {
  summary: 'Mail the code for a new e-mail address again',
  access: 'user',
  changes: [],
  cost: { mail: 1 },
  impersonation: 'refused',
  body: z.object({ newEmail: newEmailSchema }),
  response: messageSchema,
  errors: [
    'RECENT_AUTHENTICATION_REQUIRED',
    'EMAIL_CHANGE_NOT_FOUND',
    'EMAIL_TAKEN',
    'MFA_RENEWAL_REQUIRED',
    'CODE_DELIVERY_FAILED',
  ],
});

/** `reason` is present if `canDelete` is false; it is a text for people. */
export const canDeleteUser = defineCall('can-delete-user', 'GET /api/user/can-delete', {
  summary: 'Whether the account can be deleted, and why not',
  access: 'user',
  reads: 'ownership',
  response: z.object({ canDelete: z.boolean(), reason: z.optional(z.string()) }),
});

/** Irreversible. Needs the password in this call, even with recent authentication; clears the session cookie. */
export const deleteUser = defineCall('delete-user', 'DELETE /api/user', {
  summary: 'Delete the account',
  access: 'user',
  changes: [],
  cost: { attempt: 1 },
  reads: 'ownership',
  impersonation: 'refused',
  body: z.object({ password: givenPasswordSchema }),
  response: messageSchema,
  errors: ['WRONG_PASSWORD', 'ACCOUNT_NOT_DELETABLE', 'ACCOUNT_LOCKED', 'CODE_DELIVERY_FAILED'],
});
