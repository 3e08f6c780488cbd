import {
  CreateUserPoolClientCommand,
  DescribeUserPoolClientCommand,
  ListUserPoolClientSecretsCommand,
  UpdateUserPoolClientCommand,
  type CreateUserPoolClientCommandInput,
  CognitoIdentityProviderClient,
  type UserPoolClientType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ResourceType } from '../deployed/resource-type';
import { undefinedIfMissing } from './undefined-if-missing';

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
      attributes: {
        ClientId: id,
        Name: ClientName,
        // Cognito does not show a renewed one; Secrets Manager has it (secret.ts keeps what was written later).
        ...(declared.GenerateSecret && { ClientSecret: found?.ClientSecret ?? '' }),
      },
      remember: true,
    };
  },
};
