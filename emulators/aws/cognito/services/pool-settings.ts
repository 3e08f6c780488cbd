import type { CreateUserPoolRequest, LambdaConfigType } from '@aws-sdk/client-cognito-identity-provider';
import { constraint, invalidParameter, notEmulated } from './errors';
import type { PoolRecord } from '../store/records';

type Settings = Partial<CreateUserPoolRequest>;

const emulatedTriggers: readonly (keyof LambdaConfigType)[] = [
  'PreSignUp',
  'CustomMessage',
  'PostConfirmation',
  'PreAuthentication',
  'PostAuthentication',
  'PreTokenGeneration',
  'PreTokenGenerationConfig',
];

/** The settings that CreateUserPool and UpdateUserPool take; CreateUserPool alone takes those that never change. */
export const poolSettingNames = [
  'Policies',
  'DeletionProtection',
  'LambdaConfig',
  'AutoVerifiedAttributes',
  'SmsVerificationMessage',
  'EmailVerificationMessage',
  'EmailVerificationSubject',
  'VerificationMessageTemplate',
  'SmsAuthenticationMessage',
  'MfaConfiguration',
  'UserAttributeUpdateSettings',
  'EmailConfiguration',
  'SmsConfiguration',
  'UserPoolTags',
  'AdminCreateUserConfig',
  'UserPoolAddOns',
  'AccountRecoverySetting',
  'UserPoolTier',
] as const;

/** Refuses, by name, values of settings that would make the real pool behave differently from this one. */
function refuseUnsupported(settings: Settings): void {
  for (const [trigger, value] of Object.entries(settings.LambdaConfig ?? {})) {
    if (value !== undefined && !emulatedTriggers.includes(trigger as keyof LambdaConfigType))
      throw notEmulated(`the trigger ${trigger}`);
  }
  const version = settings.LambdaConfig?.PreTokenGenerationConfig?.LambdaVersion;
  if (version === 'V3_0') throw notEmulated('PreTokenGenerationConfig.LambdaVersion V3_0');
  if (settings.MfaConfiguration === 'ON') throw notEmulated('MfaConfiguration ON');
  if (settings.UserPoolAddOns?.AdvancedSecurityMode === 'ENFORCED')
    throw notEmulated('UserPoolAddOns.AdvancedSecurityMode ENFORCED');
  if (settings.Policies?.PasswordPolicy?.PasswordHistorySize) throw notEmulated('PasswordPolicy.PasswordHistorySize');
  const factors = settings.Policies?.SignInPolicy?.AllowedFirstAuthFactors ?? [];
  if (factors.some((factor) => factor !== 'PASSWORD'))
    throw notEmulated(`AllowedFirstAuthFactors ${factors.join(', ')}`);
  if (settings.AdminCreateUserConfig?.UnusedAccountValidityDays) throw notEmulated('UnusedAccountValidityDays');
  if (settings.VerificationMessageTemplate?.DefaultEmailOption === 'CONFIRM_WITH_LINK')
    throw notEmulated('DefaultEmailOption CONFIRM_WITH_LINK');
}

function checkTexts(settings: Settings): void {
  const { VerificationMessageTemplate: template, AdminCreateUserConfig: creation } = settings;
  const texts: Record<string, string | undefined> = {
    smsVerificationMessage: settings.SmsVerificationMessage,
    emailVerificationMessage: settings.EmailVerificationMessage,
    smsAuthenticationMessage: settings.SmsAuthenticationMessage,
    'verificationMessageTemplate.smsMessage': template?.SmsMessage,
    'verificationMessageTemplate.emailMessage': template?.EmailMessage,
    'adminCreateUserConfig.inviteMessageTemplate.sMSMessage': creation?.InviteMessageTemplate?.SMSMessage,
    'adminCreateUserConfig.inviteMessageTemplate.emailMessage': creation?.InviteMessageTemplate?.EmailMessage,
  };
  for (const [member, text] of Object.entries(texts)) {
    if (text !== undefined && !text.includes('{####}'))
      throw constraint(member, 'Member must satisfy regular expression pattern: .*\\{####\\}.*');
  }
}

/** @throws InvalidParameterException if the real service refuses the combination */
export function checkPoolSettings(settings: Settings): void {
  refuseUnsupported(settings);
  checkTexts(settings);
  const policy = settings.Policies?.PasswordPolicy;
  const length = policy?.MinimumLength;
  if (length !== undefined && (length < 6 || length > 99)) {
    throw constraint('policies.passwordPolicy.minimumLength', 'Member must be between 6 and 99');
  }
  const verified = settings.AutoVerifiedAttributes ?? [];
  for (const attribute of settings.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate ?? []) {
    if (!verified.includes(attribute)) {
      throw invalidParameter(
        `${attribute} requires verification before update, so it must be among AutoVerifiedAttributes.`,
      );
    }
  }
  const smsNeeded = settings.MfaConfiguration === 'OPTIONAL' || verified.includes('phone_number');
  if (smsNeeded && !settings.SmsConfiguration) {
    throw invalidParameter(
      'SMS configuration and Auto verification for phone_number are required when MFA is required/optional',
    );
  }
}

export const arnOf = (region: string, accountId: string, poolId: string): string =>
  `arn:aws:cognito-idp:${region}:${accountId}:userpool/${poolId}`;

/** The settings that can never change after a pool was created. */
export const fixedSettings = ({ settings }: PoolRecord) => ({
  ...(settings.UsernameAttributes && { UsernameAttributes: settings.UsernameAttributes }),
  ...(settings.UsernameConfiguration && { UsernameConfiguration: settings.UsernameConfiguration }),
});
