import type { AdminDisableUserRequest, AdminDisableUserResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById, userByName } from '../services/find';
import { revokeAll } from '../services/tokens';

/** Disables a user and ends all tokens. */
export const adminDisableUser = operation<AdminDisableUserRequest, AdminDisableUserResponse>('AdminDisableUser')({
  requires: ['UserPoolId', 'Username'],
  run: async (cognito, input) => {
    const user = userByName(cognito, poolById(cognito, input.UserPoolId), input.Username);
    await cognito.store.users.change(user.sub, (changed) => {
      changed.enabled = false;
      changed.modified = cognito.clock.now();
    });
    await revokeAll(cognito, user);
    return {};
  },
});
