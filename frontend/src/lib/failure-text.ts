import { ApiFailure, unreachableText } from './api-failure';

/** What a call did not foresee (spec 8). */
export const unexpectedText = '予期せぬエラーが発生しました';

export interface FailureTexts {
  /** Where the server refused without words of its own; {@link unexpectedText} where nothing is given. */
  refused?: string | undefined;
  /** Where there was no answer at all; {@link unreachableText} where nothing is given. */
  unreachable?: string | undefined;
}

/** What to say of a failed call: the server's own words where it has some (spec 8). */
export function failureText(
  error: unknown,
  { refused = unexpectedText, unreachable = unreachableText }: FailureTexts = {},
): string {
  if (!(error instanceof ApiFailure)) return unexpectedText;
  if (error.code === 'NETWORK') return unreachable;
  return error.code === 'UNKNOWN' ? refused : error.message;
}
