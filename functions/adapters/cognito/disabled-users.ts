import { ListUsersCommand, type ListUsersCommandOutput } from '@aws-sdk/client-cognito-identity-provider';
import { cognito, userPoolId } from './client';
import { namesOf, ownIdName } from './own-id';

/** A page of users; `next` is the place of the page after it, absent after the last one. */
interface UserPage {
  userIds: string[];
  next?: string;
}

/** All attributes: if only some are requested, Cognito refuses when a user lacks one of them (API_ListUsers). */
const list = (place: string | undefined): Promise<ListUsersCommandOutput> =>
  cognito.send(
    new ListUsersCommand({
      UserPoolId: userPoolId(),
      Filter: 'status = "Disabled"',
      Limit: 60,
      PaginationToken: place,
    }),
  );

/**
 * The ids of users disabled in Cognito, 60 at a time (Cognito's maximum), from a place on. Cognito refuses the place of
 * an old listing; then the listing begins again.
 */
export async function listDisabledUsers(place?: string): Promise<UserPage> {
  const { Users = [], PaginationToken: next } = await list(place).catch((error: unknown) => {
    if (place === undefined || !(error instanceof Error) || error.name !== 'InvalidParameterException') throw error;
    return list(undefined);
  });
  const userIds = Users.flatMap(({ Attributes, Username }) =>
    Username === undefined ? [] : namesOf(Username, Attributes?.find(({ Name }) => Name === ownIdName)?.Value).userId,
  );
  return { userIds, ...(next !== undefined && { next }) };
}
