import type { Context } from 'aws-lambda';
import { clock } from './clock';
import { logger } from './logger';
import { inSourceLines } from './source-lines';

/** The rules of a job. `R` is the outcome of a run: numbers and names for its log line. */
interface JobRules<R> {
  /** The part of the job's time that is reserved for running work after its deadline, in milliseconds. @default 10 s */
  reserveMs?: number;
  /** Why a run counts as failed, in words; undefined if it succeeded. */
  failure?: (result: R) => string | undefined;
}

export type JobHandler<R> = (
  event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'> & Partial<Pick<Context, 'awsRequestId'>>,
) => Promise<R>;

/**
 * The handler of a scheduled job: log lines with its name and request, a deadline, and one line with the outcome,
 * unless that is nothing but zeros. Throws if `run` throws or if a run failed by `rules`, so that the job's alarm sees
 * it (docs/runbook.md, Failed jobs).
 * @param run takes its deadline in unix milliseconds, and the event of its schedule or of a start by hand
 */
export const defineJob =
  <R extends object>(
    name: string,
    run: (until: number, event: unknown) => Promise<R>,
    { reserveMs = 10_000, failure = () => undefined }: JobRules<R> = {},
  ): JobHandler<R> =>
  async (event, context) => {
    logger.resetKeys();
    logger.appendKeys({ job: name, requestId: context.awsRequestId });
    const result = await run(clock.now() + context.getRemainingTimeInMillis() - reserveMs, event).catch(
      (error: unknown) => {
        // Lambda logs it.
        if (error instanceof Error) error.stack = inSourceLines(error.stack ?? '');
        throw error;
      },
    );
    const outcome = Object.fromEntries<unknown>(Object.entries(result));
    if (Object.values(outcome).some((value) => value !== 0)) logger.info('job done', outcome);
    const reason = failure(result);
    if (reason !== undefined) throw new Error(reason);
    return result;
  };
