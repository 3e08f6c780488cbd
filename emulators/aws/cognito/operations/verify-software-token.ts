import type {
  VerifySoftwareTokenRequest,
  VerifySoftwareTokenResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { CognitoError, constraint } from '../services/errors';
import { operation } from '../services/operation';
import { countFailure, refuseWhileLocked } from '../services/lock-out';
import { authorize } from '../services/tokens';
import { matchingStep } from '../services/totp';

/** Proves that the app has the secret. It does not switch the second step on: SetUserMFAPreference does. */
export const verifySoftwareToken = operation<VerifySoftwareTokenRequest, VerifySoftwareTokenResponse>(
  'VerifySoftwareToken',
)({
  requires: ['AccessToken', 'UserCode'],
  takes: ['FriendlyDeviceName'],
  run: async (cognito, input) => {
    const { user } = await authorize(cognito, input.AccessToken);
    if (!/^\d{6}$/.test(input.UserCode))
      throw constraint('userCode', 'Member must satisfy regular expression pattern: [0-9]{6}');
    const secret = user.pendingSecret;
    if (secret === undefined)
      throw new CognitoError('SoftwareTokenMFANotFoundException', 'Software Token MFA does not exist for the user.');
    await refuseWhileLocked(cognito, user, 'secondStep');
    const step = matchingStep(secret, input.UserCode, cognito.clock.now());
    if (step === undefined) {
      await countFailure(cognito, user, 'secondStep');
      throw new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA');
    }
    await cognito.store.users.change(user.sub, (changed) => {
      const { FriendlyDeviceName: deviceName } = input;
      changed.softwareToken = { secret, usedSteps: [step], ...(deviceName !== undefined && { deviceName }) };
      delete changed.pendingSecret;
      delete changed.failures.secondStep;
    });
    return { Status: 'SUCCESS' };
  },
});
