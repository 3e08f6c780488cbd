import type {
  UpdateUserAttributesRequest,
  UpdateUserAttributesResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { changeAttributes } from '../services/change-attributes';
import { authorize } from '../services/tokens';

/** A signed-in user's own changes; see changeAttributes. */
export const updateUserAttributes = operation<UpdateUserAttributesRequest, UpdateUserAttributesResponse>(
  'UpdateUserAttributes',
)({
  requires: ['AccessToken', 'UserAttributes'],
  takes: ['ClientMetadata'],
  run: async (cognito, input) => {
    const { pool, client, user } = await authorize(cognito, input.AccessToken);
    return {
      CodeDeliveryDetailsList: await changeAttributes(cognito, {
        pool,
        client,
        user,
        attributes: input.UserAttributes,
        clientMetadata: input.ClientMetadata,
      }),
    };
  },
});
