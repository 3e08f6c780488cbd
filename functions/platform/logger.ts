import { Logger } from '@aws-lambda-powertools/logger';
import { inSourceLines } from './source-lines';
import { isUnavailable } from './unavailable';

/** What no line shows of an error: its place, which the stack has, and payment, card and holder of Stripe's. */
const unshown = new Set(['location', 'raw', 'headers', 'payment_intent', 'setup_intent', 'payment_method', 'source']);

/**
 * Structured log lines. They carry ids, codes of refusals and durations, never secrets, bodies, mail addresses, codes
 * that sign in, or tokens. http/ and define-job.ts add the keys of the current request (`requestId`, `call`
 * or `job`, `userId`).
 */
export const logger = new Logger({
  serviceName: 'portal',
  jsonReplacerFn: (key, value: unknown) => {
    if (key === 'stack' && typeof value === 'string') return inSourceLines(value);
    return unshown.has(key) ? undefined : value;
  },
});

/**
 * Logs the failure of one piece of a job's work, which a later run tries again. An outage is a warning: if it lasts,
 * the runs themselves fail, and their alarm tells (decisions/stages). Anything else is an error, whose alarm rings at
 * once.
 */
export const logFailure = (message: string, details: Readonly<Record<string, unknown>>, error: unknown): void =>
  logger[isUnavailable(error) ? 'warn' : 'error'](message, { ...details, error });
