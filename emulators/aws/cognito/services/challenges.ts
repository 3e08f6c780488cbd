import { randomBytes } from 'node:crypto';
import { invalidParameter, notAuthorized, type CognitoError } from './errors';
import type { ChallengeRecord } from '../store/records';
import type { Cognito } from './cognito';
import { findUser } from './find';
import { hashToken, type ClientUser } from './tokens';

const minuteMs = 60_000;

/**
 * Opens a step of a sign-in and returns its session: it is valid for this user, this client and this step, once, for
 * AuthSessionValidity.
 */
export async function openChallenge(
  cognito: Cognito,
  who: ClientUser,
  name: ChallengeRecord['name'],
  code?: string,
): Promise<string> {
  const session = randomBytes(192).toString('base64url');
  const id = hashToken(session);
  await cognito.store.challenges.put(id, {
    id,
    poolId: who.pool.id,
    clientId: who.client.id,
    sub: who.user.sub,
    name,
    ...(code !== undefined && { code }),
    expires: cognito.clock.now() + (who.client.settings.AuthSessionValidity ?? 3) * minuteMs,
    used: false,
  });
  return session;
}

/**
 * The challenge of a session. A wrong code leaves it open for another try; the right one ends it.
 * @throws NotAuthorizedException if the session was invented, belongs to another user, client or step, was used, or is
 * too old
 */
export function challengeOf(
  cognito: Cognito,
  where: Pick<ClientUser, 'pool' | 'client'>,
  name: ChallengeRecord['name'],
  session: string | undefined,
  username: string,
): { challenge: ChallengeRecord; user: ClientUser['user'] } {
  if (!session) throw invalidParameter('Missing required parameter Session');
  const challenge = cognito.store.challenges.get(hashToken(session));
  const user = findUser(cognito, where.pool, username);
  if (
    !challenge ||
    !user ||
    challenge.sub !== user.sub ||
    challenge.clientId !== where.client.id ||
    challenge.name !== name
  ) {
    throw notAuthorized('Invalid session for the user.');
  }
  if (challenge.used) throw sessionUsed();
  if (cognito.clock.now() >= challenge.expires)
    throw notAuthorized('Invalid session for the user, session is expired.');
  return { challenge, user };
}

export const sessionUsed = (): CognitoError =>
  notAuthorized('Invalid session for the user, session can only be used once.');

/** Closes a step. Called before any await, so that of two concurrent responses one succeeds. */
export function closeChallenge(cognito: Cognito, challenge: ChallengeRecord): Promise<void> {
  return cognito.store.challenges.change(challenge.id, (changed) => {
    changed.used = true;
  });
}
