import {
  CreateGroupCommand,
  GroupExistsException,
  type CreateGroupCommandInput,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ResourceType } from '../deployed/resource-type';

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
