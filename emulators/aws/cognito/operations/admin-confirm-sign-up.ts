import type { AdminConfirmSignUpRequest, AdminConfirmSignUpResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById, userByName } from '../services/find';
import { postConfirmation } from '../services/triggers';
import { notConfirmable } from '../services/errors';

/** Confirms a sign-up without its code; address and number stay unverified. */
export const adminConfirmSignUp = operation<AdminConfirmSignUpRequest, AdminConfirmSignUpResponse>(
  'AdminConfirmSignUp',
)({
  requires: ['UserPoolId', 'Username'],
  takes: ['ClientMetadata'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const user = userByName(cognito, pool, input.Username);
    if (user.status !== 'UNCONFIRMED') throw notConfirmable(user.status);
    await cognito.store.users.change(user.sub, (changed) => {
      changed.status = 'CONFIRMED';
      delete changed.codes['sign-up'];
      changed.modified = cognito.clock.now();
    });
    await postConfirmation(
      cognito,
      { pool, user, clientMetadata: input.ClientMetadata },
      'PostConfirmation_ConfirmSignUp',
    );
    return {};
  },
});
