import type {
  CreateUserPoolRequest,
  CreateUserPoolResponse,
  DeleteUserPoolRequest,
  DescribeUserPoolRequest,
  DescribeUserPoolResponse,
  GetUserPoolMfaConfigRequest,
  GetUserPoolMfaConfigResponse,
  ListUserPoolsRequest,
  ListUserPoolsResponse,
  SchemaAttributeType,
  SetUserPoolMfaConfigRequest,
  SetUserPoolMfaConfigResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { describePool, describePoolMfa } from '../services/describe';
import { invalidParameter, notEmulated } from '../services/errors';
import { poolById } from '../services/find';
import { forgetUser } from '../services/forget-user';
import { operation, type Operation } from '../services/operation';
import { page } from '../services/paging';
import { checkPoolSettings, poolSettingNames } from '../services/pool-settings';
import type { PoolRecord } from '../store/records';
import { alphanumeric, randomId } from '../store/store';

const protectedText =
  'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be ' +
  'inactivated first.';

const text = (Name: string, MaxLength = '2048', MinLength = '0'): SchemaAttributeType => ({
  Name,
  AttributeDataType: 'String',
  DeveloperOnlyAttribute: false,
  Mutable: true,
  Required: false,
  StringAttributeConstraints: { MinLength, MaxLength },
});
const flag = (Name: string): SchemaAttributeType => ({
  Name,
  AttributeDataType: 'Boolean',
  DeveloperOnlyAttribute: false,
  Mutable: true,
  Required: false,
});

/** The attributes that every pool has (developer guide, "Standard attributes"). */
const standardAttributes: readonly SchemaAttributeType[] = [
  { ...text('sub', '2048', '1'), Mutable: false, Required: true },
  ...[
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'email',
  ].map((name) => text(name)),
  flag('email_verified'),
  text('gender'),
  text('birthdate', '10', '10'),
  ...['zoneinfo', 'locale', 'phone_number', 'address'].map((name) => text(name)),
  flag('phone_number_verified'),
  {
    Name: 'updated_at',
    AttributeDataType: 'Number',
    DeveloperOnlyAttribute: false,
    Mutable: true,
    Required: false,
    NumberAttributeConstraints: { MinValue: '0' },
  },
];

/**
 * The pool's schema: the standard attributes as CreateUserPool's Schema changes them, and the custom ones with their
 * prefix.
 */
function poolSchema(declared: SchemaAttributeType[] = []): SchemaAttributeType[] {
  const schema = standardAttributes.map((attribute) => structuredClone(attribute));
  for (const given of declared) {
    if (given.DeveloperOnlyAttribute) throw notEmulated('DeveloperOnlyAttribute in Schema');
    if (!given.Name) throw invalidParameter('Invalid schema: an attribute without a name');
    const standard = schema.find((attribute) => attribute.Name === given.Name);
    if (standard) {
      const changed = { ...standard, ...given };
      schema[schema.indexOf(standard)] = changed;
      continue;
    }
    const type = given.AttributeDataType ?? 'String';
    schema.push({
      AttributeDataType: type,
      DeveloperOnlyAttribute: false,
      Mutable: given.Mutable ?? false,
      Required: false,
      ...(type === 'String' && { StringAttributeConstraints: given.StringAttributeConstraints ?? {} }),
      ...(type === 'Number' && { NumberAttributeConstraints: given.NumberAttributeConstraints ?? {} }),
      Name: `custom:${given.Name}`,
    });
    if (given.Required) throw invalidParameter('Required custom attributes are not supported currently.');
  }
  return schema;
}

export const pools: readonly Operation[] = [
  /** A pool. Authenticator apps are switched on by SetUserPoolMfaConfig, as CloudFormation does for EnabledMfas. */
  operation<CreateUserPoolRequest, CreateUserPoolResponse>('CreateUserPool')({
    requires: ['PoolName'],
    takes: poolSettingNames,
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
  }),
  /** A pool's settings. */
  operation<DescribeUserPoolRequest, DescribeUserPoolResponse>('DescribeUserPool')({
    requires: ['UserPoolId'],
    run: async (cognito, input) => ({ UserPool: describePool(cognito, poolById(cognito, input.UserPoolId)) }),
  }),
  /** Deletes a pool with everything in it, unless it is protected. */
  operation<DeleteUserPoolRequest, Record<string, never>>('DeleteUserPool')({
    requires: ['UserPoolId'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      if (pool.settings.DeletionProtection === 'ACTIVE') {
        throw invalidParameter(protectedText);
      }
      const { pools, clients, groups, users } = cognito.store;
      const ofPool = <T extends { poolId: string }>(all: Iterable<[string, T]>) =>
        [...all].filter(([, record]) => record.poolId === pool.id);
      for (const [, user] of ofPool(users.entries())) await forgetUser(cognito, user);
      for (const [id] of ofPool(groups.entries())) await groups.remove(id);
      for (const [id] of ofPool(clients.entries())) await clients.remove(id);
      await pools.remove(pool.id);
      return {};
    },
  }),
  /** All pools, in pages. */
  operation<ListUserPoolsRequest, ListUserPoolsResponse>('ListUserPools')({
    requires: ['MaxResults'],
    takes: ['NextToken'],
    run: async (cognito, input) => {
      const { items, next } = page([...cognito.store.pools.values()], input.MaxResults, input.NextToken);
      return {
        UserPools: items.map(({ id, name, settings, created, modified }) => ({
          Id: id,
          Name: name,
          LambdaConfig: settings.LambdaConfig ?? {},
          CreationDate: new Date(created),
          LastModifiedDate: new Date(modified),
        })),
        ...(next !== undefined && { NextToken: next }),
      };
    },
  }),
  /** Which second steps the pool offers. */
  operation<SetUserPoolMfaConfigRequest, SetUserPoolMfaConfigResponse>('SetUserPoolMfaConfig')({
    requires: ['UserPoolId'],
    takes: ['MfaConfiguration', 'SmsMfaConfiguration', 'SoftwareTokenMfaConfiguration'],
    run: async (cognito, input) => {
      const pool = poolById(cognito, input.UserPoolId);
      const { MfaConfiguration: mode, SmsMfaConfiguration: sms, SoftwareTokenMfaConfiguration: token } = input;
      if (mode === 'ON') throw notEmulated('MfaConfiguration ON');
      if (sms?.SmsAuthenticationMessage !== undefined) throw notEmulated('SmsAuthenticationMessage');
      if (mode === 'OPTIONAL' && !sms && !token?.Enabled) {
        throw invalidParameter('Invalid MFA configuration given, cannot turn on MFA without a factor.');
      }
      if (sms && !sms.SmsConfiguration && !pool.settings.SmsConfiguration)
        throw invalidParameter('SmsMfaConfiguration needs an SmsConfiguration.');
      await cognito.store.pools.change(pool.id, (changed) => {
        // A factor that is not named is switched off.
        changed.mfa = { mode: mode ?? 'OFF', sms: sms !== undefined, softwareToken: token?.Enabled ?? false };
        if (sms?.SmsConfiguration) changed.settings.SmsConfiguration = sms.SmsConfiguration;
        changed.modified = cognito.clock.now();
      });
      return describePoolMfa(pool);
    },
  }),
  /** Which second steps the pool offers. */
  operation<GetUserPoolMfaConfigRequest, GetUserPoolMfaConfigResponse>('GetUserPoolMfaConfig')({
    requires: ['UserPoolId'],
    run: async (cognito, input) => describePoolMfa(poolById(cognito, input.UserPoolId)),
  }),
];
