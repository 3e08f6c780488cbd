import { rotateMasterPassword } from '../adapters/secrets/master-password';
import { logger } from '../runtime/logger';

/** Run by the schedule: a master password that somebody wrote down is worth nothing after it. */
export const handler = async (): Promise<void> => {
  await rotateMasterPassword();
  logger.info('master password rotated');
};
