import {
  AdminGetUserCommand,
  paginateListUsersInGroup,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { adminGroup } from '#shared/limits';
import { ok, wrong, type Finding } from './finding';

/** An administrator without a second step gets no master password (decisions/impersonation), and is easily robbed. */
export async function checkAdministrators(client: CognitoIdentityProviderClient, pool: string): Promise<Finding[]> {
  const what = 'administrators';
  const group = { UserPoolId: pool, GroupName: adminGroup };
  const found: Finding[] = [];
  for await (const { Users = [] } of paginateListUsersInGroup({ client }, group))
    for (const { Username, Attributes = [], Enabled } of Users) {
      if (!Enabled) continue;
      const name = Attributes.find((one) => one.Name === 'email')?.Value ?? Username ?? '';
      const { UserMFASettingList = [] } = await client.send(new AdminGetUserCommand({ UserPoolId: pool, Username }));
      found.push(
        UserMFASettingList.length > 0
          ? ok(what, `${name} has a second step`)
          : wrong(what, `${name} has no second step: they set one up in the portal, or leave the group ${adminGroup}`),
      );
    }
  return found.length > 0 ? found : [wrong(what, `nobody is in the group ${adminGroup} (docs/deploy.md)`)];
}
