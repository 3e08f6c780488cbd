import type {
  AdminResetUserPasswordRequest,
  AdminResetUserPasswordResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { makeCode } from '../services/codes';
import { CognitoError, noRecovery, notResettable } from '../services/errors';
import { poolById, userByName } from '../services/find';
import { sendCode } from '../services/messages';
import { operation } from '../services/operation';
import { recoveryOf } from '../services/recovery';

/**
 * Ends a user's password: until a new one is set with the code that is sent, no sign-in works
 * (API_AdminResetUserPassword). The custom message trigger gets the source of a forgotten password (developer guide,
 * "Custom message Lambda trigger").
 */
export const adminResetUserPassword = operation<AdminResetUserPasswordRequest, AdminResetUserPasswordResponse>(
  'AdminResetUserPassword',
)({
  requires: ['UserPoolId', 'Username'],
  takes: ['ClientMetadata'],
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
    const message = { pool, user, source: 'ForgotPassword', ...recovery, code } as const;
    await sendCode(cognito, { ...message, clientMetadata: input.ClientMetadata });
    return {};
  },
});
