import type {
  AdminSetUserMFAPreferenceRequest,
  AdminSetUserMFAPreferenceResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById, userByName } from '../services/find';
import { setMfaPreference } from '../services/mfa-preference';

/** Switches a user's second step on and off; see setMfaPreference. */
export const adminSetUserMFAPreference = operation<AdminSetUserMFAPreferenceRequest, AdminSetUserMFAPreferenceResponse>(
  'AdminSetUserMFAPreference',
)({
  requires: ['UserPoolId', 'Username'],
  takes: ['SMSMfaSettings', 'SoftwareTokenMfaSettings'],
  run: async (cognito, input) => {
    const user = userByName(cognito, poolById(cognito, input.UserPoolId), input.Username);
    await setMfaPreference(cognito, user, input);
    return {};
  },
});
