import { ApiFailure, unreachableText } from './api-failure';

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
