import type {
  ConfirmForgotPasswordRequest,
  ConfirmForgotPasswordResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { codeMismatch, userIsDisabled, usernameClientNotFound } from '../services/errors';
import { countRequest } from '../services/hourly-quotas';
import { operation } from '../services/operation';
import { takeCode } from '../services/codes';
import { checkSecretHash, clientById, findUser, hidesUsers } from '../services/find';
import { checkPasswordPolicy, hashPassword } from '../services/passwords';
import { postConfirmation } from '../services/triggers';

/** Sets a new password with a code. Tokens stay valid and a lockout stays in force, as in the real service. */
export const confirmForgotPassword = operation<ConfirmForgotPasswordRequest, ConfirmForgotPasswordResponse>(
  'ConfirmForgotPassword',
)({
  requires: ['ClientId', 'Username', 'ConfirmationCode', 'Password'],
  takes: ['SecretHash', 'ClientMetadata'],
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
    await postConfirmation(
      cognito,
      { pool, client, user, clientMetadata: input.ClientMetadata },
      'PostConfirmation_ConfirmForgotPassword',
    );
    return {};
  },
});
