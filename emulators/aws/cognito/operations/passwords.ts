import type {
  AdminResetUserPasswordRequest,
  AdminResetUserPasswordResponse,
  AdminSetUserPasswordRequest,
  AdminSetUserPasswordResponse,
  ChangePasswordRequest,
  ChangePasswordResponse,
  ConfirmForgotPasswordRequest,
  ConfirmForgotPasswordResponse,
  ForgotPasswordRequest,
  ForgotPasswordResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { makeCode, takeCode } from '../services/codes';
import {
  attemptLimitExceeded,
  codeMismatch,
  CognitoError,
  noRecovery,
  notResettable,
  userIsDisabled,
  usernameClientNotFound,
} from '../services/errors';
import { checkSecretHash, clientById, findUser, hidesUsers, poolById, userByName } from '../services/find';
import { countRequest } from '../services/hourly-quotas';
import { refuseWhileLocked } from '../services/lock-out';
import { sendCode, simulatedDelivery } from '../services/messages';
import { operation, type Operation } from '../services/operation';
import { checkPasswordForm, checkPasswordPolicy, hashPassword, temporaryPasswordEnd } from '../services/passwords';
import { checkPassword } from '../services/sign-in';
import { authorize } from '../services/tokens';
import type { ContactAttribute, PoolRecord, UserRecord } from '../store/records';

/**
 * The destination of a user's reset code: the first verified address or number in the pool's order; without
 * AccountRecoverySetting the number comes first. A number that is the second factor cannot be used for recovery
 * (API_AccountRecoverySettingType).
 */
function recoveryOf(pool: PoolRecord, user: UserRecord): { attribute: ContactAttribute; to: string } | undefined {
  const mechanisms = pool.settings.AccountRecoverySetting?.RecoveryMechanisms ?? [
    { Name: 'verified_phone_number', Priority: 1 },
    { Name: 'verified_email', Priority: 2 },
  ];
  const ordered = mechanisms.toSorted((a, b) => (a.Priority ?? 0) - (b.Priority ?? 0));
  for (const { Name } of ordered) {
    if (Name === 'admin_only') continue;
    const attribute = Name === 'verified_email' ? 'email' : 'phone_number';
    const to = user.attributes[attribute];
    const verified = user.attributes[`${attribute}_verified`]?.toLowerCase() === 'true';
    if (to === undefined || !verified || (attribute === 'phone_number' && user.mfa.sms)) continue;
    return { attribute, to };
  }
  return undefined;
}

export const passwords: readonly Operation[] = [
  /** Sends a code to set a new password with, valid for an hour. */
  operation<ForgotPasswordRequest, ForgotPasswordResponse>('ForgotPassword')({
    requires: ['ClientId', 'Username'],
    takes: ['SecretHash', 'ClientMetadata'],
    run: async (cognito, input) => {
      const { pool, client } = clientById(cognito, input.ClientId);
      const user = findUser(cognito, pool, input.Username);
      checkSecretHash(client, input.SecretHash, input.Username, user);
      // Unknown, disabled, or nothing verified to send to: all look like a code that was sent (developer guide,
      // "Managing user existence error responses", ForgotPassword).
      const recovery = user?.enabled ? recoveryOf(pool, user) : undefined;
      if (!recovery && hidesUsers(client)) return { CodeDeliveryDetails: simulatedDelivery(input.Username) };
      if (!user) throw usernameClientNotFound();
      if (!user.enabled) throw userIsDisabled();
      if (!recovery) throw noRecovery();
      if (user.status === 'FORCE_CHANGE_PASSWORD') throw notResettable();
      await countRequest(cognito, user, 'ForgotPassword');
      const code = await makeCode(cognito, user, 'reset', recovery.attribute);
      const message = {
        pool,
        client,
        user,
        source: 'ForgotPassword',
        ...recovery,
        code,
        clientMetadata: input.ClientMetadata,
      } as const;
      return { CodeDeliveryDetails: await sendCode(cognito, message) };
    },
  }),
  /** Sets a new password with a code. Tokens stay valid and a lockout stays in force, as in the real service. */
  operation<ConfirmForgotPasswordRequest, ConfirmForgotPasswordResponse>('ConfirmForgotPassword')({
    requires: ['ClientId', 'Username', 'ConfirmationCode', 'Password'],
    takes: ['SecretHash'],
    run: async (cognito, input) => {
      const { pool, client } = clientById(cognito, input.ClientId);
      const user = findUser(cognito, pool, input.Username);
      checkSecretHash(client, input.SecretHash, input.Username, user);
      checkPasswordPolicy(pool, input.Password);
      // "CodeMismatchException for users that don't exist or are disabled. If a code isn't requested,
      // ExpiredCodeException" (same page).
      if (!user?.enabled && hidesUsers(client)) throw codeMismatch();
      if (!user) throw usernameClientNotFound();
      if (!user.enabled) throw userIsDisabled();
      await countRequest(cognito, user, 'ConfirmForgotPassword');
      const { attribute } = await takeCode(cognito, user, 'reset', input.ConfirmationCode);
      const hash = await hashPassword(cognito, input.Password);
      await cognito.store.users.change(user.sub, (changed) => {
        changed.password = hash;
        changed.status = 'CONFIRMED';
        changed.attributes[`${attribute}_verified`] = 'true';
        changed.modified = cognito.clock.now();
      });
      return {};
    },
  }),
  /** A signed-in user sets a new password with the old one; wrong ones count like those of a sign-in. */
  operation<ChangePasswordRequest, ChangePasswordResponse>('ChangePassword')({
    requires: ['AccessToken', 'ProposedPassword'],
    takes: ['PreviousPassword'],
    run: async (cognito, input) => {
      // Request validation comes before everything else, and counts no attempt.
      if (input.PreviousPassword !== undefined) checkPasswordForm('previousPassword', input.PreviousPassword);
      checkPasswordForm('proposedPassword', input.ProposedPassword);
      const { pool, user } = await authorize(cognito, input.AccessToken);
      await countRequest(cognito, user, 'ChangePassword');
      await refuseWhileLocked(cognito, user, 'password', attemptLimitExceeded);
      await checkPassword(cognito, user, input.PreviousPassword ?? '');
      checkPasswordPolicy(pool, input.ProposedPassword);
      const hash = await hashPassword(cognito, input.ProposedPassword);
      await cognito.store.users.change(user.sub, (changed) => {
        changed.password = hash;
        changed.modified = cognito.clock.now();
      });
      return {};
    },
  }),
  /** Sets a password. A permanent one confirms the user; any other must be changed at the next sign-in. */
  operation<AdminSetUserPasswordRequest, AdminSetUserPasswordResponse>('AdminSetUserPassword')({
    requires: ['UserPoolId', 'Username', 'Password'],
    takes: ['Permanent'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const user = userByName(cognito, pool, input.Username);
      checkPasswordPolicy(pool, input.Password);
      const hash = await hashPassword(cognito, input.Password);
      await cognito.store.users.change(user.sub, (changed) => {
        changed.password = hash;
        changed.status = input.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
        changed.modified = cognito.clock.now();
        delete changed.temporaryUntil;
        if (!input.Permanent) changed.temporaryUntil = temporaryPasswordEnd(pool, changed.modified);
      });
      return {};
    },
  }),
  /**
   * Ends a user's password: until a new one is set with the code that is sent, no sign-in works
   * (API_AdminResetUserPassword). The custom message trigger gets the source of a forgotten password (developer guide,
   * "Custom message Lambda trigger").
   */
  operation<AdminResetUserPasswordRequest, AdminResetUserPasswordResponse>('AdminResetUserPassword')({
    requires: ['UserPoolId', 'Username'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const user = userByName(cognito, pool, input.Username);
      if (pool.settings.AccountRecoverySetting?.RecoveryMechanisms?.some(({ Name }) => Name === 'admin_only'))
        throw new CognitoError('OperationNotEnabledException', 'The pool lets users recover no account.');
      if (user.status === 'FORCE_CHANGE_PASSWORD' || user.status === 'UNCONFIRMED') throw notResettable();
      const recovery = recoveryOf(pool, user);
      if (!recovery) throw noRecovery();
      const code = await makeCode(cognito, user, 'reset', recovery.attribute);
      await cognito.store.users.change(user.sub, (changed) => {
        changed.status = 'RESET_REQUIRED';
        changed.modified = cognito.clock.now();
      });
      await sendCode(cognito, { pool, user, source: 'ForgotPassword', ...recovery, code });
      return {};
    },
  }),
];
