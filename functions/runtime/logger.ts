import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured log lines. They carry ids, codes and durations, never secrets, bodies, mail addresses, codes or tokens.
 * Keys of the request at hand (`requestId`, `call` or `job`, `userId`) are added by http/middleware and define-job.ts.
 */
export const logger = new Logger({ serviceName: 'portal' });
