import type {
  AdminUserGlobalSignOutRequest,
  AdminUserGlobalSignOutResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById, userByName } from '../services/find';
import { revokeAll } from '../services/tokens';

/** Ends all of a user's tokens. */
export const adminUserGlobalSignOut = operation<AdminUserGlobalSignOutRequest, AdminUserGlobalSignOutResponse>(
  'AdminUserGlobalSignOut',
)({
  requires: ['UserPoolId', 'Username'],
  run: async (cognito, input) => {
    await revokeAll(cognito, userByName(cognito, poolById(cognito, input.UserPoolId), input.Username));
    return {};
  },
});
