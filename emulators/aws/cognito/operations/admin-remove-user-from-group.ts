import type { AdminRemoveUserFromGroupRequest } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { groupByName, poolById, userByName } from '../services/find';

/** Takes a user out of a group. */
export const adminRemoveUserFromGroup = operation<AdminRemoveUserFromGroupRequest, Record<string, never>>(
  'AdminRemoveUserFromGroup',
)({
  requires: ['UserPoolId', 'GroupName', 'Username'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const { name } = groupByName(cognito, pool, input.GroupName);
    const user = userByName(cognito, pool, input.Username);
    await cognito.store.users.change(user.sub, (changed) => {
      changed.groups = changed.groups.filter((group) => group !== name);
    });
    return {};
  },
});
