import type { GlobalSignOutRequest, GlobalSignOutResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { authorize, revokeAll } from '../services/tokens';

/** Ends all of the signed-in user's tokens. */
export const globalSignOut = operation<GlobalSignOutRequest, GlobalSignOutResponse>('GlobalSignOut')({
  requires: ['AccessToken'],
  run: async (cognito, input) => {
    const { user } = await authorize(cognito, input.AccessToken);
    await revokeAll(cognito, user);
    return {};
  },
});
