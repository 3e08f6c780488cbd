import type { CreateUserPoolRequest, CreateUserPoolResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describePool } from '../services/describe';
import { checkPoolSettings, poolSettingNames } from '../services/pool-settings';
import { alphanumeric, randomId } from '../services/random-id';
import { poolSchema } from '../services/schema';
import type { PoolRecord } from '../store/records';

/** A pool. Authenticator apps are switched on by SetUserPoolMfaConfig, as CloudFormation does for EnabledMfas. */
export const createUserPool = operation<CreateUserPoolRequest, CreateUserPoolResponse>('CreateUserPool')({
  requires: ['PoolName'],
  takes: [...poolSettingNames, 'UsernameAttributes', 'Schema', 'UsernameConfiguration'],
  run: async (cognito, input) => {
    checkPoolSettings(input);
    const { PoolName: name, Schema: declared, MfaConfiguration: mode, ...settings } = input;
    const now = cognito.clock.now();
    const pool: PoolRecord = {
      id: `${cognito.region}_${randomId(9, alphanumeric)}`,
      name,
      created: now,
      modified: now,
      settings: structuredClone(settings),
      schema: poolSchema(declared),
      mfa: {
        mode: mode === 'OPTIONAL' ? mode : 'OFF',
        sms: settings.SmsConfiguration !== undefined,
        softwareToken: false,
      },
    };
    await cognito.store.pools.put(pool.id, pool);
    return { UserPool: describePool(cognito, pool) };
  },
});
