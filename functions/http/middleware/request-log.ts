import type { Call } from '#shared/contract/call';
import { clock } from '../../adapters/clock';
import { logger } from '../../runtime/logger';
import type { Middleware, State } from './state';

const elapsed = (state: State): number => clock.now() - (state.startedAt ?? clock.now());

/**
 * One log line for each request, and the keys of every line in between. It is the outermost middleware, so it sees
 * every outcome.
 */
export function requestLog(call: Call): Middleware {
  return {
    before: ({ event, internal }) => {
      internal.startedAt = clock.now();
      logger.resetKeys();
      logger.appendKeys({ call: call.name, requestId: event.requestContext.requestId });
    },
    after: ({ internal, response }) => {
      logger.info('answered', { status: response?.statusCode, ms: elapsed(internal) });
    },
    onError: ({ internal }) => {
      const { refusal } = internal;
      if (!refusal) return;
      const line = { status: refusal.status, code: refusal.code, ms: elapsed(internal) };
      if (refusal.status >= 500)
        logger.error('failed', { ...line, error: refusal.cause instanceof Error ? refusal.cause : refusal });
      else logger.info('refused', line);
    },
  };
}
