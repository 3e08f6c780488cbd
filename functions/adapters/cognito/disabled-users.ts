import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { cognito, userPoolId } from './client';

/** The subs of all users disabled in Cognito, page by page (60 users a page, Cognito's maximum). */
export async function* disabledUsers(): AsyncGenerator<string> {
  const pages = paginateListUsers(
    { client: cognito, pageSize: 60 },
    { UserPoolId: userPoolId(), Filter: 'status = "Disabled"', AttributesToGet: ['sub'] },
  );
  for await (const page of pages) {
    for (const user of page.Users ?? []) {
      const sub = user.Attributes?.find((attribute) => attribute.Name === 'sub')?.Value ?? user.Username;
      if (sub !== undefined) yield sub;
    }
  }
}
