import type {
  AdminUpdateUserAttributesRequest,
  AdminUpdateUserAttributesResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { changeAttributes } from '../services/change-attributes';
import { poolById, userByName } from '../services/find';

/** An administrator's changes; an address given as verified is in force at once, without a code. */
export const adminUpdateUserAttributes = operation<AdminUpdateUserAttributesRequest, AdminUpdateUserAttributesResponse>(
  'AdminUpdateUserAttributes',
)({
  requires: ['UserPoolId', 'Username', 'UserAttributes'],
  takes: ['ClientMetadata'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const user = userByName(cognito, pool, input.Username);
    await changeAttributes(cognito, {
      pool,
      user,
      attributes: input.UserAttributes,
      clientMetadata: input.ClientMetadata,
    });
    return {};
  },
});
