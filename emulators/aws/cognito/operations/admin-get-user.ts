import type { AdminGetUserRequest, AdminGetUserResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describeMfa, describeUser } from '../services/describe';
import { poolById, userByName } from '../services/find';

/** A user with all attributes. */
export const adminGetUser = operation<AdminGetUserRequest, AdminGetUserResponse>('AdminGetUser')({
  requires: ['UserPoolId', 'Username'],
  run: async (cognito, input) => {
    const user = userByName(cognito, poolById(cognito, input.UserPoolId), input.Username);
    const { Attributes, ...described } = describeUser(user);
    return { ...described, Username: user.username, UserAttributes: Attributes, ...describeMfa(user) };
  },
});
