import type { Context } from 'aws-lambda';
import { clock } from './clock';
import { logger } from './logger';
import { inSourceLines } from './source-lines';

/** The rules of a job. `R` is the outcome of a run: numbers and names for its log line. */
interface JobRules<R> {
  /** The part of the job's time that is reserved for running work after its deadline, in milliseconds. */
  reserveMs: number;
  /** Whether a run did nothing and needs no log line; if left out, every run has one. */
  isIdle?: (result: R) => boolean;
  /** Why a run counts as failed, in words; undefined if it succeeded. */
  failure?: (result: R) => string | undefined;
}

/** Whether every number of an outcome is 0: the usual sign that a run found nothing to do. */
export const foundNothing = (result: object): boolean =>
  Object.values(result).every((value) => typeof value !== 'number' || value === 0);

/** Run by a schedule; returns the outcome. */
export type JobHandler<R> = (
  event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'> & Partial<Pick<Context, 'awsRequestId'>>,
) => Promise<R>;

/**
 * The handler of a scheduled job: log lines with its name and request, a deadline, and one line with the outcome.
 * Throws if `run` throws or if a run failed by `rules`, so that the job's alarm sees it (docs/runbook.md, Failed jobs).
 * @param run takes its deadline in unix milliseconds
 */
export const defineJob =
  <R extends object | void>(
    name: string,
    run: (until: number) => Promise<R>,
    { reserveMs, isIdle = () => false, failure = () => undefined }: JobRules<R>,
  ): JobHandler<R> =>
  async (_event, context) => {
    logger.resetKeys();
    logger.appendKeys({ job: name, requestId: context.awsRequestId });
    const result = await run(clock.now() + context.getRemainingTimeInMillis() - reserveMs).catch((error: unknown) => {
      // Lambda logs it.
      if (error instanceof Error) error.stack = inSourceLines(error.stack ?? '');
      throw error;
    });
    if (!isIdle(result)) logger.info('job done', { ...result });
    const reason = failure(result);
    if (reason !== undefined) throw new Error(reason);
    return result;
  };
