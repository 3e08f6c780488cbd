import * as z from 'zod/mini';
import { endAllTokens, readAccount } from '#functions/platform/cognito/accounts';
import type { SessionItem } from '#functions/platform/users-table';
import { listSessions, removeToken } from './sessions-table';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker } from '#functions/platform/worker';
import { logger } from '#functions/platform/logger';

/** Ends the tokens of a user whose sessions have ended. */
export const endTokensLater = defineTask('end-tokens', z.object({ userId: z.string() }));

/**
 * Leaves the tokens of ended sessions to a task, after Cognito could not be asked. The sessions have ended
 * nevertheless, so nothing that fails here fails the call.
 */
export async function leaveTokens(userId: string, error: unknown): Promise<void> {
  logger.warn('tokens are ended later', { userId, error: error as Error });
  await endTokensLater.enqueue({ userId }).catch((cause: unknown) => {
    logger.error('tokens are not ended', { userId, error: cause as Error });
  });
}

/** Ends the tokens of a user all of whose sessions have ended. */
export const endTokens = (userId: string): Promise<void> =>
  endAllTokens(userId).catch((error: unknown) => leaveTokens(userId, error));

async function endUnlessNeeded(userId: string, staying: readonly SessionItem[]): Promise<void> {
  const withToken = staying.filter(({ sealedToken }) => sealedToken !== undefined);
  if (withToken.length > 0 && (await readAccount(userId))?.mfa) return;
  await Promise.all(withToken.map(({ secretHash }) => removeToken(userId, secretHash)));
  await endAllTokens(userId);
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

export const tokenWorkers = [
  defineWorker(
    endTokensLater,
    async ({ userId }) => endUnlessNeeded(userId, await listSessions(userId)),
    'Tokens that have ended have ended.',
  ),
];
