import type { CreateUserPoolRequest } from '@aws-sdk/client-cognito-identity-provider';
import { constraint, invalidParameter, notEmulated } from './errors';

type Settings = Partial<CreateUserPoolRequest>;

/** The settings that CreateUserPool takes. */
export const poolSettingNames = [
  'Policies',
  'DeletionProtection',
  'LambdaConfig',
  'AutoVerifiedAttributes',
  'SmsVerificationMessage',
  'EmailVerificationMessage',
  'EmailVerificationSubject',
  'VerificationMessageTemplate',
  'MfaConfiguration',
  'UserAttributeUpdateSettings',
  'EmailConfiguration',
  'SmsConfiguration',
  'UserPoolTags',
  'AdminCreateUserConfig',
  'UserPoolAddOns',
  'AccountRecoverySetting',
  'UserPoolTier',
  'UsernameAttributes',
  'Schema',
  'UsernameConfiguration',
] as const;

/** Refuses, by name, values of settings that would make the real pool behave differently from this one. */
function refuseUnsupported(settings: Settings): void {
  for (const [trigger, value] of Object.entries(settings.LambdaConfig ?? {})) {
    if (value !== undefined && trigger !== 'CustomMessage') throw notEmulated(`the trigger ${trigger}`);
  }
  if (settings.AutoVerifiedAttributes?.includes('phone_number'))
    throw notEmulated('AutoVerifiedAttributes phone_number');
  if (settings.MfaConfiguration === 'ON') throw notEmulated('MfaConfiguration ON');
  if (settings.UserPoolAddOns?.AdvancedSecurityMode === 'ENFORCED')
    throw notEmulated('UserPoolAddOns.AdvancedSecurityMode ENFORCED');
  if (settings.Policies?.PasswordPolicy?.PasswordHistorySize) throw notEmulated('PasswordPolicy.PasswordHistorySize');
  const factors = settings.Policies?.SignInPolicy?.AllowedFirstAuthFactors ?? [];
  if (factors.some((factor) => factor !== 'PASSWORD'))
    throw notEmulated(`AllowedFirstAuthFactors ${factors.join(', ')}`);
  const { UnusedAccountValidityDays: days, InviteMessageTemplate: invitation } = settings.AdminCreateUserConfig ?? {};
  if (days) throw notEmulated('UnusedAccountValidityDays');
  if (invitation) throw notEmulated('InviteMessageTemplate');
  if (settings.VerificationMessageTemplate?.DefaultEmailOption === 'CONFIRM_WITH_LINK')
    throw notEmulated('DefaultEmailOption CONFIRM_WITH_LINK');
}

function checkTexts(settings: Settings): void {
  const { VerificationMessageTemplate: template } = settings;
  const texts: Record<string, string | undefined> = {
    smsVerificationMessage: settings.SmsVerificationMessage,
    emailVerificationMessage: settings.EmailVerificationMessage,
    'verificationMessageTemplate.smsMessage': template?.SmsMessage,
    'verificationMessageTemplate.emailMessage': template?.EmailMessage,
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
  if (settings.MfaConfiguration === 'OPTIONAL' && !settings.SmsConfiguration) {
    throw invalidParameter(
      'SMS configuration and Auto verification for phone_number are required when MFA is required/optional',
    );
  }
}

export const arnOf = (region: string, accountId: string, poolId: string): string =>
  `arn:aws:cognito-idp:${region}:${accountId}:userpool/${poolId}`;
