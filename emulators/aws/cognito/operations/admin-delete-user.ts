import type { AdminDeleteUserRequest } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { forgetUser } from '../services/forget-user';
import { poolById, userByName } from '../services/find';

/** Deletes a user. */
export const adminDeleteUser = operation<AdminDeleteUserRequest, Record<string, never>>('AdminDeleteUser')({
  requires: ['UserPoolId', 'Username'],
  run: async (cognito, input) => {
    await forgetUser(cognito, userByName(cognito, poolById(cognito, input.UserPoolId), input.Username));
    return {};
  },
});
