import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Call } from '#shared/contract/call';
import { errorsOf } from '#shared/contract/errors-of';
import { CallError, type ErrorBody } from '#shared/errors';
import { clock } from '../../adapters/clock';
import { isUnavailable } from '../../adapters/unavailable';
import { logger } from '../../runtime/logger';
import { Refusal } from '../request';
import type { Middleware, State } from './state';

/** Private answers are nobody's to keep (ASVS 14.3); the page's own headers are CloudFront's. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export const jsonAnswer = (
  statusCode: number,
  body: unknown,
  cookies: readonly string[] = [],
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers,
  body: JSON.stringify(body),
  ...(cookies.length > 0 && { cookies: [...cookies] }),
});

/**
 * What the caller is told: a declared refusal as it is; an outage as one; anything else as the fixed text of
 * INTERNAL.
 */
function toCallError(error: unknown, call: Call): CallError {
  if (error instanceof CallError) {
    if (errorsOf(call).includes(error.code)) return error;
    return new CallError('INTERNAL', {
      cause: new Error(`${call.name} refused with ${error.code}, which its contract does not declare`, {
        cause: error,
      }),
    });
  }
  return new CallError(isUnavailable(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL', { cause: error });
}

const elapsed = (state: State): number => clock.now() - (state.startedAt ?? clock.now());

/** One log line for each request, and one shape for every refusal. Outermost, so that nothing escapes it. */
export function answer(call: Call): Middleware {
  return {
    before: (request) => {
      request.internal.startedAt = clock.now();
      logger.resetKeys();
      logger.appendKeys({ call: call.name, requestId: request.event.requestContext.requestId });
    },
    after: (request) => {
      logger.info('answered', { status: request.response?.statusCode, ms: elapsed(request.internal) });
    },
    onError: (request) => {
      const refusal = toCallError(request.error, call);
      const line = { status: refusal.status, code: refusal.code, ms: elapsed(request.internal) };
      if (refusal.status >= 500)
        logger.error('failed', { ...line, error: refusal.cause instanceof Error ? refusal.cause : refusal });
      else logger.info('refused', line);
      const body: ErrorBody = {
        ...refusal.details,
        code: refusal.code,
        message: refusal.message,
        requestId: request.event.requestContext.requestId,
        ...(refusal.fields && { fields: refusal.fields }),
      };
      request.response = jsonAnswer(refusal.status, body, refusal instanceof Refusal ? refusal.cookies : []);
      const retryAfter = refusal.details['retryAfter'];
      if (typeof retryAfter === 'number')
        request.response.headers = { ...request.response.headers, 'retry-after': String(retryAfter) };
      return request.response;
    },
  };
}
