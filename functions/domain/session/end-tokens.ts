import { clock } from '../../adapters/clock';
import { endAllTokens, readAccount } from '../../adapters/cognito/accounts';
import { newId } from '../../adapters/ids';
import type { SessionItem } from '../../adapters/users-table/items';
import { readPartition } from '../../adapters/users-table/read-partition';
import { removeToken } from '../../adapters/users-table/sessions';
import { enqueueUnfinished, removeUnfinished, type Unfinished } from '../../adapters/users-table/unfinished';
import { logger } from '../../runtime/logger';

/**
 * Leaves the tokens of ended sessions to the schedule, after Cognito could not be asked. The sessions have ended
 * nevertheless, so nothing that fails here fails the call.
 */
export async function leaveTokens(userId: string, error: unknown): Promise<void> {
  logger.warn('tokens are ended later', { userId, error: error as Error });
  await enqueueUnfinished({ kind: 'tokens', userId, id: newId(), notedAt: clock.seconds() }).catch((cause: unknown) => {
    logger.error('tokens are not ended', { userId, error: cause as Error });
  });
}

/** Ends the tokens of a user all of whose sessions have ended. */
export const endTokens = (userId: string): Promise<void> =>
  endAllTokens(userId).catch((error: unknown) => leaveTokens(userId, error));

async function endUnlessNeeded(userId: string, staying: readonly SessionItem[]): Promise<boolean> {
  const withToken = staying.filter(({ sealedToken }) => sealedToken !== undefined);
  if (withToken.length > 0 && (await readAccount(userId))?.mfa) return false;
  await Promise.all(withToken.map(({ secretHash }) => removeToken(userId, secretHash)));
  await endAllTokens(userId);
  return true;
}

/**
 * Ends all tokens of a user after some of their sessions have ended. Cognito ends a single token only for a caller that
 * has it, so the remaining sessions lose theirs, and ask for the password when they need one. With a second step on, a
 * password gives no token: then the tokens stay, and no sealed copy of those of ended sessions is left
 * (decisions/sessions).
 */
export async function endTokensBut(userId: string, staying: readonly SessionItem[]): Promise<void> {
  await endUnlessNeeded(userId, staying).catch((error: unknown) => leaveTokens(userId, error));
}

/** Ends what {@link leaveTokens} left. Safe to repeat. */
export async function finishTokens(change: Unfinished): Promise<void> {
  const { userId } = change;
  const { sessions } = await readPartition(userId, 'ownership');
  await endUnlessNeeded(userId, sessions);
  await removeUnfinished(change);
}
