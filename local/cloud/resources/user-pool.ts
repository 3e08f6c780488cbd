import {
  AddCustomAttributesCommand,
  CreateUserPoolCommand,
  DescribeUserPoolCommand,
  ResourceNotFoundException,
  SetUserPoolMfaConfigCommand,
  UpdateUserPoolCommand,
  CognitoIdentityProviderClient,
  type CreateUserPoolCommandInput,
  type SchemaAttributeType,
  type UserPoolType,
  type SmsConfigurationType,
  type UpdateUserPoolCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ResourceType } from '../deployed/resource-type';

/** Properties that a template names differently than the API, or that a separate request sets. */
interface OwnNames {
  UserPoolName?: string;
  MfaConfiguration?: 'OFF' | 'ON' | 'OPTIONAL';
  EnabledMfas?: string[];
  SmsConfiguration?: SmsConfigurationType;
}

/** Custom attributes that the template has and the pool has not: a stack's update adds them, and removes none. */
async function addAttributes(
  client: CognitoIdentityProviderClient,
  pool: UserPoolType,
  declared: readonly SchemaAttributeType[],
): Promise<void> {
  const there = (pool.SchemaAttributes ?? []).map(({ Name = '' }) => Name);
  const lacking = declared.filter(({ Name = '' }) => !there.includes(Name) && !there.includes(`custom:${Name}`));
  if (lacking.length > 0)
    await client.send(new AddCustomAttributesCommand({ UserPoolId: pool.Id, CustomAttributes: [...lacking] }));
}

/** Settings that never change after a pool was created; custom attributes may be added. */
type Fixed = 'Schema' | 'UsernameAttributes' | 'UsernameConfiguration' | 'AliasAttributes';

const missing = (error: unknown): undefined => {
  if (error instanceof ResourceNotFoundException) return undefined;
  throw error;
};

async function setMfa(client: CognitoIdentityProviderClient, UserPoolId: string, declared: OwnNames): Promise<void> {
  const { MfaConfiguration = 'OFF', EnabledMfas = [], SmsConfiguration } = declared;
  await client.send(
    new SetUserPoolMfaConfigCommand({
      UserPoolId,
      MfaConfiguration,
      ...(EnabledMfas.includes('SMS_MFA') && { SmsMfaConfiguration: { SmsConfiguration } }),
      ...(EnabledMfas.includes('SOFTWARE_TOKEN_MFA') && { SoftwareTokenMfaConfiguration: { Enabled: true } }),
    }),
  );
}

export const userPool: ResourceType = {
  types: ['AWS::Cognito::UserPool'],
  async make({ properties, generatedName, remembered, settings }, { clients, deployed }) {
    const client = clients.of('cognito', CognitoIdentityProviderClient);
    const {
      UserPoolName,
      MfaConfiguration: _mfa,
      EnabledMfas: _factors,
      ...given
    } = properties as OwnNames & Omit<CreateUserPoolCommandInput, 'PoolName'>;
    const PoolName = UserPoolName ?? generatedName;
    let pool =
      remembered &&
      (await client
        .send(new DescribeUserPoolCommand({ UserPoolId: remembered.id }))
        .then(({ UserPool }) => UserPool, missing));
    const isNew = !pool;
    if (!pool) {
      ({ UserPool: pool } = await client.send(new CreateUserPoolCommand({ ...given, PoolName })));
    } else if (remembered?.settings !== settings) {
      const {
        Schema: declared = [],
        UsernameAttributes: _attributes,
        UsernameConfiguration: _username,
        AliasAttributes: _alias,
        ...changeable
      } = given;
      const update: Omit<UpdateUserPoolCommandInput, Fixed> = { ...changeable, PoolName, UserPoolId: pool.Id };
      await client.send(new UpdateUserPoolCommand(update));
      await addAttributes(client, pool, declared);
    }
    const id = pool?.Id;
    if (id === undefined) throw new Error('Cognito answered no pool id');
    if (isNew || remembered?.settings !== settings) await setMfa(client, id, properties);
    const arn = pool?.Arn ?? `arn:aws:cognito-idp:${deployed.region}:${deployed.account}:userpool/${id}`;
    deployed.userPoolId = id;
    deployed.arns.set(id, arn);
    const ProviderName = `cognito-idp.${deployed.region}.amazonaws.com/${id}`;
    return {
      ref: id,
      attributes: { Arn: arn, UserPoolId: id, ProviderName, ProviderURL: `https://${ProviderName}` },
      remember: true,
    };
  },
};
