import {
  AddCustomAttributesCommand,
  CreateUserPoolCommand,
  DescribeUserPoolCommand,
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
import { undefinedIfMissing } from './undefined-if-missing';

/** Properties that a template names differently than the API, or that a separate request sets. */
interface OwnNames {
  UserPoolName?: string;
  MfaConfiguration?: 'OFF' | 'ON' | 'OPTIONAL';
  EnabledMfas?: string[];
  SmsConfiguration?: SmsConfigurationType;
}

/** Adds the custom attributes that only the template has. A stack's update removes none. */
async function addAttributes(
  client: CognitoIdentityProviderClient,
  pool: UserPoolType,
  declared: readonly SchemaAttributeType[],
): Promise<void> {
  const present = (pool.SchemaAttributes ?? []).map(({ Name = '' }) => Name);
  const added = declared.filter(({ Name = '' }) => !present.includes(Name) && !present.includes(`custom:${Name}`));
  if (added.length > 0)
    await client.send(new AddCustomAttributesCommand({ UserPoolId: pool.Id, CustomAttributes: added }));
}

/** Settings that never change after a pool was created; custom attributes may be added. */
type Fixed = 'Schema' | 'UsernameAttributes' | 'UsernameConfiguration' | 'AliasAttributes';

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
        .then(({ UserPool }) => UserPool, undefinedIfMissing));
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
    if (id === undefined) throw new Error('Cognito returned no pool id');
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
