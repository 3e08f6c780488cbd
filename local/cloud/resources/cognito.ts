import {
  CreateUserPoolCommand,
  DescribeUserPoolCommand,
  SetUserPoolMfaConfigCommand,
  CognitoIdentityProviderClient,
  type CreateUserPoolCommandInput,
  type SmsConfigurationType,
  CreateUserPoolClientCommand,
  DescribeUserPoolClientCommand,
  type CreateUserPoolClientCommandInput,
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
  async make({ properties, generatedName, remembered }, { clients, deployed }) {
    const client = clients.of('cognito', CognitoIdentityProviderClient);
    const {
      UserPoolName: PoolName = generatedName,
      MfaConfiguration: _mfa,
      EnabledMfas: _factors,
      ...given
    } = properties as OwnNames & Omit<CreateUserPoolCommandInput, 'PoolName'>;
    const found =
      remembered &&
      (await client
        .send(new DescribeUserPoolCommand({ UserPoolId: remembered }))
        .then(({ UserPool }) => UserPool, undefinedIfMissing));
    const pool = found || (await client.send(new CreateUserPoolCommand({ ...given, PoolName }))).UserPool;
    const id = pool?.Id;
    if (id === undefined) throw new Error('Cognito returned no pool id');
    if (!found) await setMfa(client, id, properties);
    const arn = pool?.Arn ?? `arn:aws:cognito-idp:${deployed.region}:${deployed.account}:userpool/${id}`;
    deployed.userPoolId = id;
    deployed.arns.set(id, arn);
    return { ref: id, attributes: { Arn: arn }, remember: true };
  },
};

export const userPoolClient: ResourceType = {
  types: ['AWS::Cognito::UserPoolClient'],
  async make({ properties, generatedName, remembered }, { clients, deployed }) {
    const declared = { ClientName: generatedName, ...properties } as unknown as CreateUserPoolClientCommandInput;
    const { UserPoolId } = declared;
    const client = clients.of('cognito', CognitoIdentityProviderClient);
    const found =
      remembered &&
      (await client
        .send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId: remembered }))
        .then(({ UserPoolClient }) => UserPoolClient, undefinedIfMissing));
    const made = found || (await client.send(new CreateUserPoolClientCommand(declared))).UserPoolClient;
    const id = made?.ClientId;
    if (id === undefined) throw new Error('Cognito returned no client id');
    deployed.userPoolClientId = id;
    return {
      ref: id,
      // Cognito does not show a renewed one; Secrets Manager has it (secret.ts keeps what was written later).
      attributes: { ...(declared.GenerateSecret && { ClientSecret: made?.ClientSecret ?? '' }) },
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
