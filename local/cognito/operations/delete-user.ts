import type { DeleteUserRequest } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { forgetUser } from '../services/forget-user';
import { authorize } from '../services/tokens';

/** A signed-in user deletes itself. */
export const deleteUser = operation<DeleteUserRequest, Record<string, never>>('DeleteUser')({
  requires: ['AccessToken'],
  run: async (cognito, input) => {
    const { user } = await authorize(cognito, input.AccessToken);
    await forgetUser(cognito, user);
    return {};
  },
});
