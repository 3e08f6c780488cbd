import type {
  SetUserPoolMfaConfigRequest,
  SetUserPoolMfaConfigResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { invalidParameter, notEmulated } from '../services/errors';
import { operation } from '../services/operation';
import { describePoolMfa } from '../services/describe';
import { poolById } from '../services/find';

/** Which second steps the pool offers. */
export const setUserPoolMfaConfig = operation<SetUserPoolMfaConfigRequest, SetUserPoolMfaConfigResponse>(
  'SetUserPoolMfaConfig',
)({
  requires: ['UserPoolId'],
  takes: ['MfaConfiguration', 'SmsMfaConfiguration', 'SoftwareTokenMfaConfiguration'],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    const { MfaConfiguration: mode, SmsMfaConfiguration: sms, SoftwareTokenMfaConfiguration: token } = input;
    if (mode === 'ON') throw notEmulated('MfaConfiguration ON');
    if (mode === 'OPTIONAL' && !sms && !token?.Enabled) {
      throw invalidParameter('Invalid MFA configuration given, cannot turn on MFA without a factor.');
    }
    if (sms && !sms.SmsConfiguration && !pool.settings.SmsConfiguration)
      throw invalidParameter('SmsMfaConfiguration needs an SmsConfiguration.');
    await cognito.store.pools.change(pool.id, (changed) => {
      // A factor that is not named is switched off.
      changed.mfa = { mode: mode ?? 'OFF', sms: sms !== undefined, softwareToken: token?.Enabled ?? false };
      if (sms?.SmsConfiguration) changed.settings.SmsConfiguration = sms.SmsConfiguration;
      if (sms?.SmsAuthenticationMessage !== undefined)
        changed.settings.SmsAuthenticationMessage = sms.SmsAuthenticationMessage;
      changed.modified = cognito.clock.now();
    });
    return describePoolMfa(pool);
  },
});
