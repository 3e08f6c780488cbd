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
  CreateUserPoolClientCommand,
  DescribeUserPoolClientCommand,
  ListUserPoolClientSecretsCommand,
  UpdateUserPoolClientCommand,
  type CreateUserPoolClientCommandInput,
  type UserPoolClientType,
  CreateGroupCommand,
  GroupExistsException,
  type CreateGroupCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ResourceType } from '../deployed/resource-type';
import { undefinedIfMissing } from '../services/clients';

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
    return { ref: id, attributes: { Arn: arn }, remember: true };
  },
};

/** Whether a client has a secret: after the first one was renewed, the list alone says so. */
async function hasSecret(
  client: CognitoIdentityProviderClient,
  { UserPoolId, ClientId }: UserPoolClientType,
): Promise<boolean> {
  const { ClientSecrets = [] } = await client.send(new ListUserPoolClientSecretsCommand({ UserPoolId, ClientId }));
  return ClientSecrets.length > 0;
}

export const userPoolClient: ResourceType = {
  types: ['AWS::Cognito::UserPoolClient'],
  async make({ properties, generatedName, remembered, settings }, { clients, deployed }) {
    const declared = properties as unknown as CreateUserPoolClientCommandInput;
    const { UserPoolId } = declared;
    const ClientName = declared.ClientName ?? generatedName;
    const client = clients.of('cognito', CognitoIdentityProviderClient);
    let found =
      remembered &&
      (await client
        .send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId: remembered.id }))
        .then(({ UserPoolClient }) => UserPoolClient, undefinedIfMissing));
    // A client cannot get or lose its secret, so CloudFormation replaces it (AWS::Cognito::UserPoolClient,
    // GenerateSecret).
    if (found && (await hasSecret(client, found)) !== (declared.GenerateSecret === true)) found = undefined;
    if (!found) {
      ({ UserPoolClient: found } = await client.send(new CreateUserPoolClientCommand({ ...declared, ClientName })));
    } else if (remembered?.settings !== settings) {
      const { GenerateSecret: _secret, ...changeable } = declared;
      await client.send(new UpdateUserPoolClientCommand({ ...changeable, ClientName, ClientId: found.ClientId }));
    }
    const id = found?.ClientId;
    if (id === undefined) throw new Error('Cognito returned no client id');
    deployed.userPoolClientId = id;
    return {
      ref: id,
      // Cognito does not show a renewed one; Secrets Manager has it (secret.ts keeps what was written later).
      attributes: { ...(declared.GenerateSecret && { ClientSecret: found?.ClientSecret ?? '' }) },
      remember: true,
    };
  },
};

export const userPoolGroup: ResourceType = {
  types: ['AWS::Cognito::UserPoolGroup'],
  async make({ properties, generatedName }, { clients }) {
    const declared = properties as unknown as CreateGroupCommandInput;
    const GroupName = declared.GroupName ?? generatedName;
    await clients
      .of('cognito', CognitoIdentityProviderClient)
      .send(new CreateGroupCommand({ ...declared, GroupName }))
      .catch((error: unknown) => {
        if (!(error instanceof GroupExistsException)) throw error;
      });
    return { ref: GroupName, attributes: {} };
  },
};
