import type { UserRecord } from '../store/records';
import type { Cognito } from './cognito';

/** Deletes a user with all sign-ins and open steps. */
export async function forgetUser(cognito: Cognito, user: UserRecord): Promise<void> {
  const { users, signIns, challenges } = cognito.store;
  const open = [...challenges.values()].filter((challenge) => challenge.sub === user.sub);
  await Promise.all([
    users.remove(user.sub),
    ...signIns.find(`user ${user.sub}`).map((signIn) => signIns.remove(signIn.id)),
    ...open.map((challenge) => challenges.remove(challenge.id)),
  ]);
}
