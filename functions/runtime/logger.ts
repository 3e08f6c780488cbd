import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured log lines. They carry ids, codes of refusals and durations, never secrets, bodies, mail addresses, codes
 * that sign in, or tokens. http/ and define-job.ts add the keys of the current request (`requestId`, `call`
 * or `job`, `userId`).
 */
export const logger = new Logger({ serviceName: 'portal' });
