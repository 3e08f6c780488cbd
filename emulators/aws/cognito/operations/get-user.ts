import type { GetUserRequest, GetUserResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { attributesOf, readable, toList } from '../services/attributes';
import { describeMfa } from '../services/describe';
import { authorize } from '../services/tokens';

/** The signed-in user, as far as the client may read. */
export const getUser = operation<GetUserRequest, GetUserResponse>('GetUser')({
  requires: ['AccessToken'],
  run: async (cognito, input) => {
    const { client, user } = await authorize(cognito, input.AccessToken);
    return {
      Username: user.username,
      UserAttributes: toList(readable(client, attributesOf(user))),
      ...describeMfa(user),
    };
  },
});
