import type { UpdateUserPoolRequest, UpdateUserPoolResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { poolById } from '../services/find';
import { checkPoolSettings, fixedSettings, poolSettingNames } from '../services/pool-settings';

/** Sets all settings that can change: one that is not given goes back to its default (API_UpdateUserPool). */
export const updateUserPool = operation<UpdateUserPoolRequest, UpdateUserPoolResponse>('UpdateUserPool')({
  requires: ['UserPoolId'],
  takes: ['PoolName', ...poolSettingNames],
  run: async (cognito, input) => {
    const pool = poolById(cognito, input.UserPoolId);
    checkPoolSettings(input);
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
