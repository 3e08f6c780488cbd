import { AdminGetUserCommand, paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { cognito, userPoolId } from './client';
import { attempt } from './failure';

/** A user who has not confirmed their registration. */
export interface UnconfirmedUser {
  userId: string;
  email: string;
  /** Unix seconds. */
  createdAt: number;
}

/**
 * The unconfirmed users, page by page (60 users a page, Cognito's maximum). ListUsers is eventually consistent, so read
 * a user again before acting on it (API_ListUsers; the filter takes one attribute, and the status in capitals).
 */
export async function* unconfirmedUsers(): AsyncGenerator<UnconfirmedUser> {
  const pages = paginateListUsers(
    { client: cognito, pageSize: 60 },
    { UserPoolId: userPoolId(), Filter: 'cognito:user_status = "UNCONFIRMED"', AttributesToGet: ['email'] },
  );
  for await (const page of pages) {
    for (const { Username: userId, Attributes, UserCreateDate } of page.Users ?? []) {
      const email = Attributes?.find((attribute) => attribute.Name === 'email')?.Value;
      if (userId !== undefined && email !== undefined && UserCreateDate)
        yield { userId, email, createdAt: Math.floor(UserCreateDate.getTime() / 1000) };
    }
  }
}

/** Whether a user still has not confirmed their registration; false if they are gone. */
export async function isUnconfirmed(userId: string): Promise<boolean> {
  const { response } = await attempt(
    cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId(), Username: userId })),
  );
  return response?.UserStatus === 'UNCONFIRMED';
}
