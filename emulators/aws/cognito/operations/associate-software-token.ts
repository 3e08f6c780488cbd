import type {
  AssociateSoftwareTokenRequest,
  AssociateSoftwareTokenResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { CognitoError } from '../services/errors';
import { operation } from '../services/operation';
import { authorize } from '../services/tokens';
import { newTotpSecret } from '../services/totp';

/**
 * A secret for an authenticator app. An app verified before stays valid until the new one is verified
 * (API_AssociateSoftwareToken).
 */
export const associateSoftwareToken = operation<AssociateSoftwareTokenRequest, AssociateSoftwareTokenResponse>(
  'AssociateSoftwareToken',
)({
  requires: ['AccessToken'],
  run: async (cognito, input) => {
    const { pool, user } = await authorize(cognito, input.AccessToken);
    if (!pool.mfa.softwareToken) {
      throw new CognitoError(
        'SoftwareTokenMFANotFoundException',
        'Software Token MFA has not been enabled by the userPool',
      );
    }
    const secret = newTotpSecret();
    await cognito.store.users.change(user.sub, (changed) => {
      changed.pendingSecret = secret;
    });
    return { SecretCode: secret };
  },
});
