import type { AdminEnableUserRequest, AdminEnableUserResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById, userByName } from '../services/find';

/** Lets a disabled user in again; tokens ended by the disabling stay ended. */
export const adminEnableUser = operation<AdminEnableUserRequest, AdminEnableUserResponse>('AdminEnableUser')({
  requires: ['UserPoolId', 'Username'],
  run: async (cognito, input) => {
    const user = userByName(cognito, poolById(cognito, input.UserPoolId), input.Username);
    await cognito.store.users.change(user.sub, (changed) => {
      changed.enabled = true;
      changed.modified = cognito.clock.now();
    });
    return {};
  },
});
