import type { UpdateUserPoolRequest, UpdateUserPoolResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById } from '../services/find';
import { checkPoolSettings, fixedSettings } from '../services/pool-settings';
import type { CreateUserPoolRequest } from '@aws-sdk/client-cognito-identity-provider';

/** Sets all settings that can change: one that is not given goes back to its default (API_UpdateUserPool). */
export const updateUserPool = operation<UpdateUserPoolRequest, UpdateUserPoolResponse>('UpdateUserPool')({
  requires: ['UserPoolId'],
  takes: [
    'PoolName',
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
  ],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    checkPoolSettings({ ...input, UserPoolId: undefined } as Partial<CreateUserPoolRequest>);
    const { UserPoolId: _id, PoolName: name, MfaConfiguration: mode, ...settings } = input;
    await cognito.store.pools.change(pool.id, (changed) => {
      changed.name = name ?? changed.name;
      changed.settings = { ...structuredClone(settings), ...fixedSettings(changed) };
      changed.mfa = {
        ...changed.mfa,
        mode: mode === 'OPTIONAL' ? mode : 'OFF',
        sms: settings.SmsConfiguration !== undefined,
      };
      changed.modified = cognito.clock.now();
    });
    return {};
  },
});
