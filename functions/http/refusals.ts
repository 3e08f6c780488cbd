import { type Call, errorsOf } from '#shared/contract/call';
import { CallError, type ErrorBody, type ErrorCode } from '#shared/errors';
import { clock } from '#functions/platform/clock';
import { isUnavailable, Unavailable } from '#functions/platform/unavailable';
import { type Middleware, type State, jsonResponse, RefusalWithCookies } from './request';
import { logger } from '#functions/platform/logger';

const elapsed = (state: State): number => clock.now() - (state.startedAt ?? clock.now());

/** One log line for each request, outermost so that it sees every outcome, and the keys of every line in between. */
export const requestLog = (call: Call): Middleware => ({
  before: ({ event, internal }) => {
    internal.startedAt = clock.now();
    logger.resetKeys();
    logger.appendKeys({ call: call.name, requestId: event.requestContext.requestId });
  },
  after: ({ internal, response }) => {
    logger.info('responded', { status: response?.statusCode, ms: elapsed(internal) });
  },
  onError: ({ internal }) => {
    const { refusal } = internal;
    if (!refusal) return;
    const line = { status: refusal.status, code: refusal.code, ms: elapsed(internal) };
    if (refusal.status >= 500)
      logger.error('failed', { ...line, error: refusal.cause instanceof Error ? refusal.cause : refusal });
    else logger.info('refused', line);
  },
});

const codesOfOutage = {
  stripe: 'PAYMENTS_UNAVAILABLE',
  records: 'RECORDS_UNAVAILABLE',
} as const satisfies Record<Unavailable['service'], ErrorCode>;

/** The text for a caller whose charge may have been made although no result came (decisions/stripe). */
const chargeUndecided =
  'お支払いを処理しています。少し待ってから、もう一度お試しください。二重に請求されることはありません。';
/** Seconds after which most charges are decided, so that a repeat gets their result. */
const decidedAfter = 10;

/** An outage as a refusal of the contract, which says if the request may still be carried out; else INTERNAL. */
function toRefusal(error: unknown, declared: readonly ErrorCode[]): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof Unavailable) {
    const { cause, service, undecided } = error;
    if (undecided === undefined || !declared.includes('IDEMPOTENCY_KEY_IN_USE'))
      return new CallError(codesOfOutage[service], { cause });
    return new CallError('IDEMPOTENCY_KEY_IN_USE', {
      details: { retryAfter: decidedAfter },
      cause,
      ...(undecided === 'charge' && { text: chargeUndecided }),
    });
  }
  return new CallError(isUnavailable(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL', { cause: error });
}

/** The refusal for the caller: a code that the contract declares, otherwise INTERNAL. */
function declaredRefusal(error: unknown, call: Call): CallError {
  const declared = errorsOf(call);
  const refusal = toRefusal(error, declared);
  if (declared.includes(refusal.code)) return refusal;
  return new CallError('INTERNAL', {
    cause: new Error(`${call.name} refused with ${refusal.code}, which its contract does not declare`, {
      cause: refusal,
    }),
  });
}

/** Gives every refusal one shape, and leaves it in the state for the log. So it must run inside the log middleware. */
export const refusals = (call: Call): Middleware => ({
  onError: (request) => {
    const refusal = declaredRefusal(request.error, call);
    request.internal.refusal = refusal;
    const body: ErrorBody = {
      ...refusal.details,
      code: refusal.code,
      message: refusal.message,
      requestId: request.event.requestContext.requestId,
      ...(refusal.fields && { fields: refusal.fields }),
    };
    const response = jsonResponse(refusal.status, body, refusal instanceof RefusalWithCookies ? refusal.cookies : []);
    const retryAfter = refusal.details['retryAfter'];
    if (typeof retryAfter === 'number') response.headers = { ...response.headers, 'retry-after': String(retryAfter) };
    // Not returned, because middy would then end the chain here, before the log.
    request.response = response;
  },
});
