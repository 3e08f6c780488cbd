import { isUnavailable } from '../adapters/is-unavailable';
import { logger } from '../runtime/logger';

/**
 * Logs the failure of one piece of a job's work, which a later run tries again. An outage is a warning: if it lasts,
 * the runs themselves fail, and their alarm tells (decisions/stages). Anything else is an error, whose alarm rings at
 * once.
 */
export const logFailure = (message: string, details: Readonly<Record<string, unknown>>, error: unknown): void =>
  logger[isUnavailable(error) ? 'warn' : 'error'](message, { ...details, error: error as Error });
