import { endStaleSessions } from '../domain/session/end-stale-sessions';
import { logger } from '../runtime/logger';

/**
 * Run by the schedule: who was disabled in Cognito is out within its interval (docs/decisions/011). What fails is
 * thrown, so that the schedule tries again and its alarm sees it.
 */
export const handler = async (): Promise<{ interrupted: number; disabled: number }> => {
  const ended = await endStaleSessions();
  logger.info('stale sessions ended', { ...ended });
  return ended;
};
