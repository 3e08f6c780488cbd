import type { Context } from 'aws-lambda';
import { clock } from './adapters/clock';
import { logger } from './runtime/logger';

/** What a job says of itself. `R` is what became of a run: numbers and names for its log line. */
interface JobRules<R> {
  /** Kept back from the job's time for what is under way when its deadline comes, in milliseconds. */
  reserveMs?: number;
  /** Whether a run did nothing, so that it is worth no log line; left out, every run has one. */
  isIdle?: (result: R) => boolean;
  /** Why a run counts as failed, in words; undefined where it does not. */
  failure?: (result: R) => string | undefined;
}

/** Run by a schedule; returns what became of the run. */
export type JobHandler<R> = (
  event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'> & Partial<Pick<Context, 'awsRequestId'>>,
) => Promise<R>;

/**
 * The handler of a scheduled job: log lines with its name and request, a deadline, one line about the run's result.
 * Throws what `run` throws, and if the run failed by `rules`, so that the job's alarm sees it (docs/runbook.md, Failed
 * jobs).
 * @param run takes its deadline in unix milliseconds
 */
export const defineJob =
  <R extends object | void>(
    name: string,
    run: (until: number) => Promise<R>,
    { reserveMs = 0, isIdle = () => false, failure = () => undefined }: JobRules<R> = {},
  ): JobHandler<R> =>
  async (_event, context) => {
    logger.resetKeys();
    logger.appendKeys({ job: name, requestId: context.awsRequestId });
    const result = await run(clock.now() + context.getRemainingTimeInMillis() - reserveMs);
    if (!isIdle(result)) logger.info('job done', { ...result });
    const reason = failure(result);
    if (reason !== undefined) throw new Error(reason);
    return result;
  };
