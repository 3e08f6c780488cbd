import type { ErrorBody, ErrorCode } from '#shared/errors';

/** The text if the server did not respond (spec 8). */
export const unreachableText = '通信エラーが発生しました';

/** `NETWORK`: no response. `UNKNOWN`: a response that is not the server's own, e.g. of a gateway in between. */
export type FailureCode = ErrorCode | 'NETWORK' | 'UNKNOWN';

/** Why a call failed. `message` is a text for the user. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: FailureCode;
  /** Text for each wrong value, by its path in the body. */
  readonly fields: Record<string, string> | undefined;
  readonly requestId: string | undefined;
  /** Further values of the error code, e.g. `mfaType`, `retryAfter`. */
  readonly details: Record<string, unknown>;

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    rest: {
      fields?: Record<string, string>;
      requestId?: string;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, rest.cause === undefined ? undefined : { cause: rest.cause });
    this.status = status;
    this.code = code;
    this.fields = rest.fields;
    this.requestId = rest.requestId;
    this.details = rest.details ?? {};
  }
}

/** HTTP/2 sends no status text; these are the ones a gateway may respond with (RFC 9110, section 15.6). */
const statusTexts: Record<number, string> = {
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Reads an error response. The message of a response that is not the server's own reads "status: text" (spec 8). */
export function toFailure(status: number, body: string): ApiFailure {
  try {
    const { code, message, requestId, fields, ...details } = JSON.parse(body) as Partial<ErrorBody>;
    if (typeof message === 'string' && message !== '') {
      return new ApiFailure(status, code ?? 'UNKNOWN', message, {
        ...(fields && { fields }),
        ...(requestId && { requestId }),
        details,
      });
    }
  } catch {
    // Not JSON, so not the server's own response.
  }
  return new ApiFailure(status, 'UNKNOWN', `${status}: ${status >= 500 ? (statusTexts[status] ?? '') : body}`.trim());
}

/** Whether a call failed with one of these codes. */
export const failedWith = (error: unknown, ...codes: readonly FailureCode[]): error is ApiFailure =>
  error instanceof ApiFailure && codes.includes(error.code);

/** Whether a call failed because the user declined to give the password again. No message is needed then. */
export const wasDeclined = (error: unknown): error is ApiFailure => failedWith(error, 'RECENT_AUTHENTICATION_REQUIRED');

/** The text for an unexpected failure (spec 8). */
export const unexpectedText = '予期せぬエラーが発生しました';

export interface FailureTexts {
  /** For a refusal without a text of the server; {@link unexpectedText} by default. */
  refused?: string | undefined;
  /** For no response at all; {@link unreachableText} by default. */
  unreachable?: string | undefined;
}

/** Returns the text for a failed call: the server's own text if it has one (spec 8). */
export function failureText(
  error: unknown,
  { refused = unexpectedText, unreachable = unreachableText }: FailureTexts = {},
): string {
  if (!(error instanceof ApiFailure)) return unexpectedText;
  if (error.code === 'NETWORK') return unreachable;
  return error.code === 'UNKNOWN' ? refused : error.message;
}

/** Whether the server may have carried a failed call out: there was no response, or none that decides. */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiFailure && error.status >= 400 && error.status < 500);

/**
 * Resolves once a call is done: with its response, or, if that may be lost, with what `read` then finds.
 * @throws {ApiFailure} the call's own, if it is not done.
 */
export async function doneOrFound<Done, Found>(
  call: Promise<Done>,
  read: () => Promise<Found | undefined>,
  isDone: (found: Found) => boolean,
): Promise<Done | Found> {
  try {
    return await call;
  } catch (error) {
    const found = mayBeDone(error) ? await read().catch(() => undefined) : undefined;
    if (found === undefined || !isDone(found)) throw error;
    return found;
  }
}
