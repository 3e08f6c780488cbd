import type { SMSMfaSettingsType, SoftwareTokenMfaSettingsType } from '@aws-sdk/client-cognito-identity-provider';
import { invalidParameter } from './errors';
import type { Factor, UserRecord } from '../store/records';
import type { Cognito } from './cognito';

/** What a request sets for a factor. */
interface FactorSetting {
  enabled: boolean;
  preferred: boolean;
}

function factorSetting(
  settings: SMSMfaSettingsType | SoftwareTokenMfaSettingsType | undefined,
  factor: Factor,
  possible: boolean,
): FactorSetting | undefined {
  if (!settings) return undefined;
  const enabled = settings.Enabled ?? false;
  const preferred = settings.PreferredMfa ?? false;
  // The real service's sentence; a factor needs its number or verified authenticator first, even to be switched off
  // (seen at the real one: github.com/aws-amplify/amplify-js/issues/618, 806, 846, 5766; of the app: 3844).
  if (!possible) throw invalidParameter(`User does not have delivery config set to turn on ${factor}`);
  if (preferred && !enabled) throw invalidParameter(`${factor} cannot be preferred while it is not enabled`);
  return { enabled, preferred };
}

/**
 * Switches a user's factors on and off; unnamed ones stay. At most one factor is preferred.
 * @throws InvalidParameterException
 */
export async function setMfaPreference(
  cognito: Cognito,
  user: UserRecord,
  given: {
    SMSMfaSettings?: SMSMfaSettingsType | undefined;
    SoftwareTokenMfaSettings?: SoftwareTokenMfaSettingsType | undefined;
  },
): Promise<void> {
  const sms = factorSetting(given.SMSMfaSettings, 'SMS_MFA', user.attributes['phone_number'] !== undefined);
  const token = factorSetting(given.SoftwareTokenMfaSettings, 'SOFTWARE_TOKEN_MFA', user.softwareToken !== undefined);
  if (sms?.preferred && token?.preferred) throw invalidParameter('User can have only one preferred MFA');
  await cognito.store.users.change(user.sub, (changed) => {
    const { mfa } = changed;
    const setPreferred = (factor: Factor, setting: FactorSetting | undefined): void => {
      if (setting?.preferred) mfa.preferred = factor;
      else if (setting && mfa.preferred === factor) delete mfa.preferred;
    };
    mfa.sms = sms?.enabled ?? mfa.sms;
    mfa.softwareToken = token?.enabled ?? mfa.softwareToken;
    setPreferred('SMS_MFA', sms);
    setPreferred('SOFTWARE_TOKEN_MFA', token);
    changed.modified = cognito.clock.now();
  });
}
