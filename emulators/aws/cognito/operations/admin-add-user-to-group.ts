import type { AdminAddUserToGroupRequest } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { groupByName, poolById, userByName } from '../services/find';

/** Adds a user to a group; tokens made from now on say so. */
export const adminAddUserToGroup = operation<AdminAddUserToGroupRequest, Record<string, never>>('AdminAddUserToGroup')({
  requires: ['UserPoolId', 'GroupName', 'Username'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const { name } = groupByName(cognito, pool, input.GroupName);
    const user = userByName(cognito, pool, input.Username);
    if (!user.groups.includes(name)) await cognito.store.users.change(user.sub, ({ groups }) => void groups.push(name));
    return {};
  },
});
