import { ApiFailure } from './api';

/** Any mishap that no call foresaw (spec 8). */
export const unexpectedText = '予期せぬエラーが発生しました';

interface Fallbacks {
  /** Where the server refused without words of its own. */
  refused: string;
  /** Where there was no answer at all. */
  unreachable?: string;
}

/** What to say of a failed call: the server's own words where it has some (spec 8). */
export function failureText(error: unknown, { refused, unreachable = unexpectedText }: Fallbacks): string {
  if (!(error instanceof ApiFailure)) return unexpectedText;
  if (error.code === 'NETWORK') return unreachable;
  return error.code === 'UNKNOWN' ? refused : error.message;
}
