import {
  type CognitoIdentityProviderClient,
  paginateListUsers,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { ownIdAttribute } from '#shared/limits';
import type { ExportedUser } from '#shared/model/user-export';

/** A user in the pool into which others are restored. */
interface PoolUser {
  /** Cognito's name of them. */
  poolName: string;
  /** The portal's own id of them. */
  userId: string;
  /** Whether they were created by a restore that was interrupted before it set their password. */
  unfinished: boolean;
}

/** What is to be done with a user of a copy. */
export type Step = { user: ExportedUser } & (
  | { kind: 'create' }
  /** A restore that was interrupted has created them. */
  | { kind: 'finish'; poolName: string }
  | { kind: 'there' }
  /** Never confirmed: they register again. */
  | { kind: 'unconfirmed' }
  /** Their address belongs to another user of the pool. */
  | { kind: 'taken'; by: string }
);

function toPoolUser({ Username = '', Attributes = [], UserStatus }: UserType): PoolUser & { email: string } {
  const of = (name: string): string | undefined => Attributes.find(({ Name }) => Name === name)?.Value;
  return {
    poolName: Username,
    userId: of(`custom:${ownIdAttribute}`) ?? Username,
    email: of('email') ?? '',
    unfinished: of(`custom:${ownIdAttribute}`) !== undefined && UserStatus === 'FORCE_CHANGE_PASSWORD',
  };
}

/** The pool's users by own id and by address in lower case, because the pool compares addresses so. */
async function usersOf(client: CognitoIdentityProviderClient, UserPoolId: string) {
  const byId = new Map<string, PoolUser>();
  const byEmail = new Map<string, PoolUser>();
  for await (const { Users = [] } of paginateListUsers({ client, pageSize: 60 }, { UserPoolId }))
    for (const user of Users.map(toPoolUser)) {
      byId.set(user.userId, user);
      byEmail.set(user.email.toLowerCase(), user);
    }
  return { byId, byEmail };
}

/** What a restore of these users into a pool has to do; changes nothing. */
export async function planRestore(
  client: CognitoIdentityProviderClient,
  pool: string,
  users: readonly ExportedUser[],
): Promise<Step[]> {
  const { byId, byEmail } = await usersOf(client, pool);
  return users.map((user): Step => {
    const there = byId.get(user.userId);
    if (there) return there.unfinished ? { kind: 'finish', user, poolName: there.poolName } : { kind: 'there', user };
    if (user.status === 'UNCONFIRMED') return { kind: 'unconfirmed', user };
    const holder = byEmail.get(user.email.toLowerCase());
    return holder ? { kind: 'taken', user, by: holder.userId } : { kind: 'create', user };
  });
}
