import type {
  SetUserMFAPreferenceRequest,
  SetUserMFAPreferenceResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { setMfaPreference } from '../services/mfa-preference';
import { authorize } from '../services/tokens';

/** Switches a user's second step on and off; see setMfaPreference. */
export const setUserMFAPreference = operation<SetUserMFAPreferenceRequest, SetUserMFAPreferenceResponse>(
  'SetUserMFAPreference',
)({
  requires: ['AccessToken'],
  takes: ['SMSMfaSettings', 'SoftwareTokenMfaSettings'],
  run: async (cognito, input) => {
    const { user } = await authorize(cognito, input.AccessToken);
    await setMfaPreference(cognito, user, input);
    return {};
  },
});
