import type {
  GetUserPoolMfaConfigResponse,
  GroupType,
  UserPoolClientType,
  UserPoolType,
  UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ClientRecord, GroupRecord, PoolRecord, UserRecord } from '../store/records';
import { attributesOf, toList } from './attributes';
import type { Cognito } from './cognito';
import { passwordPolicy } from './passwords';
import { arnOf } from './pool-settings';

export function describePool(cognito: Cognito, pool: PoolRecord): UserPoolType {
  const { Policies: policies, ...settings } = pool.settings;
  return {
    ...settings,
    Id: pool.id,
    Name: pool.name,
    Arn: arnOf(cognito.region, cognito.accountId, pool.id),
    Policies: { ...policies, PasswordPolicy: passwordPolicy(pool) },
    DeletionProtection: settings.DeletionProtection ?? 'INACTIVE',
    LambdaConfig: settings.LambdaConfig ?? {},
    SchemaAttributes: pool.schema,
    MfaConfiguration: pool.mfa.mode,
    EstimatedNumberOfUsers: [...cognito.store.users.values()].filter((user) => user.poolId === pool.id).length,
    CreationDate: new Date(pool.created),
    LastModifiedDate: new Date(pool.modified),
  };
}

export const describeClient = (client: ClientRecord): UserPoolClientType => ({
  ...client.settings,
  UserPoolId: client.poolId,
  ClientId: client.id,
  ClientName: client.name,
  ...(client.secret !== undefined && { ClientSecret: client.secret }),
  CreationDate: new Date(client.created),
  LastModifiedDate: new Date(client.modified),
});

export function describeUser(user: UserRecord): UserType {
  return {
    Username: user.username,
    Attributes: toList(attributesOf(user)),
    UserCreateDate: new Date(user.created),
    UserLastModifiedDate: new Date(user.modified),
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

/** `UserMFASettingList` and `PreferredMfaSetting`, absent if no factor is on. */
export function describeMfa({ mfa }: UserRecord): { UserMFASettingList?: string[]; PreferredMfaSetting?: string } {
  const list = [...(mfa.sms ? ['SMS_MFA'] : []), ...(mfa.softwareToken ? ['SOFTWARE_TOKEN_MFA'] : [])];
  return {
    ...(list.length > 0 && { UserMFASettingList: list }),
    ...(mfa.preferred && { PreferredMfaSetting: mfa.preferred }),
  };
}

export const describeGroup = (group: GroupRecord): GroupType => ({
  GroupName: group.name,
  UserPoolId: group.poolId,
  ...(group.description !== undefined && { Description: group.description }),
  ...(group.precedence !== undefined && { Precedence: group.precedence }),
  CreationDate: new Date(group.created),
  LastModifiedDate: new Date(group.modified),
});

/** The response of SetUserPoolMfaConfig and GetUserPoolMfaConfig. */
export const describePoolMfa = ({ mfa, settings }: PoolRecord): GetUserPoolMfaConfigResponse => ({
  MfaConfiguration: mfa.mode,
  SoftwareTokenMfaConfiguration: { Enabled: mfa.softwareToken },
  ...(mfa.sms && {
    SmsMfaConfiguration: { SmsConfiguration: settings.SmsConfiguration },
  }),
});
