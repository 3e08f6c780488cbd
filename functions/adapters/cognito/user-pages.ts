import {
  ListUsersCommand,
  paginateListGroups,
  paginateListUsersInGroup,
  type ListUsersCommandOutput,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ExportedUser } from '#shared/model/user-export';
import { cognito, userPoolId } from './client';
import { namesOf, ownIdName } from './own-id';

const attributesOf = ({ Attributes = [] }: UserType): Partial<Record<string, string>> =>
  Object.fromEntries(Attributes.map(({ Name, Value }) => [Name, Value]));

function toExported(user: UserType): ExportedUser[] {
  const attributes = attributesOf(user);
  const { email, name: username, phone_number: phoneNumber } = attributes;
  if (user.Username === undefined || email === undefined) return [];
  return [
    {
      userId: namesOf(user.Username, attributes[ownIdName]).userId,
      email,
      emailVerified: attributes['email_verified'] === 'true',
      ...(username !== undefined && { username }),
      ...(phoneNumber !== undefined && { phoneNumber }),
      phoneVerified: attributes['phone_number_verified'] === 'true',
      enabled: user.Enabled !== false,
      status: user.UserStatus ?? 'UNKNOWN',
    },
  ];
}

/**
 * A page of all users of the pool, 60 of them (Cognito's maximum), from a place on; `next` is the place of the page
 * after it, absent after the last one. Undefined if Cognito refuses the place, because the listing is too old.
 */
export async function listUserPage(
  place: string | undefined,
): Promise<{ users: ExportedUser[]; next?: string } | undefined> {
  let page: ListUsersCommandOutput;
  try {
    page = await cognito.send(new ListUsersCommand({ UserPoolId: userPoolId(), Limit: 60, PaginationToken: place }));
  } catch (error) {
    if (place !== undefined && error instanceof Error && error.name === 'InvalidParameterException') return undefined;
    throw error;
  }
  const { Users = [], PaginationToken: next } = page;
  return { users: Users.flatMap(toExported), ...(next !== undefined && { next }) };
}

/** The own ids of the members of each group. A portal has a handful of groups, with a handful of members. */
export async function listGroupMembers(): Promise<Record<string, string[]>> {
  const groups: Record<string, string[]> = {};
  const pool = { UserPoolId: userPoolId() };
  for await (const { Groups = [] } of paginateListGroups({ client: cognito }, pool))
    for (const { GroupName } of Groups) {
      if (GroupName === undefined) continue;
      const members: string[] = [];
      for await (const { Users = [] } of paginateListUsersInGroup({ client: cognito }, { ...pool, GroupName }))
        members.push(...Users.flatMap(toExported).map(({ userId }) => userId));
      groups[GroupName] = members;
    }
  return groups;
}
