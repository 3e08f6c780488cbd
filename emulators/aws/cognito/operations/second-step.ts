import type {
  AdminSetUserMFAPreferenceRequest,
  AdminSetUserMFAPreferenceResponse,
  AssociateSoftwareTokenRequest,
  AssociateSoftwareTokenResponse,
  SMSMfaSettingsType,
  SoftwareTokenMfaSettingsType,
  VerifySoftwareTokenRequest,
  VerifySoftwareTokenResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Cognito } from '../services/cognito';
import { CognitoError, constraint, invalidParameter } from '../services/errors';
import { poolById, userByName } from '../services/find';
import { countFailure, refuseWhileLocked } from '../services/lock-out';
import { operation, type Operation } from '../services/operation';
import { authorize } from '../services/tokens';
import { matchingStep, newTotpSecret } from '../services/totp';
import type { Factor, UserRecord } from '../store/records';

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
async function setMfaPreference(
  cognito: Cognito,
  user: UserRecord,
  given: Pick<AdminSetUserMFAPreferenceRequest, 'SMSMfaSettings' | 'SoftwareTokenMfaSettings'>,
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

export const secondStep: readonly Operation[] = [
  /**
   * A secret for an authenticator app. An app verified before stays valid until the new one is verified
   * (API_AssociateSoftwareToken).
   */
  operation<AssociateSoftwareTokenRequest, AssociateSoftwareTokenResponse>('AssociateSoftwareToken')({
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
  }),
  /** Proves that the app has the secret. It does not switch the second step on. */
  operation<VerifySoftwareTokenRequest, VerifySoftwareTokenResponse>('VerifySoftwareToken')({
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
  }),
  /** Switches a user's second step on and off; see setMfaPreference. */
  operation<AdminSetUserMFAPreferenceRequest, AdminSetUserMFAPreferenceResponse>('AdminSetUserMFAPreference')({
    requires: ['UserPoolId', 'Username'],
    takes: ['SMSMfaSettings', 'SoftwareTokenMfaSettings'],
    run: async (cognito, input) => {
      const user = userByName(cognito, poolById(cognito, input.UserPoolId), input.Username);
      await setMfaPreference(cognito, user, input);
      return {};
    },
  }),
];
