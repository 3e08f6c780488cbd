import { longDate, longDateTime, shortDate } from '../lib/format';

const forms = { long: longDate, short: shortDate, minute: longDateTime } as const;

type DateTextProps = {
  form?: keyof typeof forms;
} & (
  | { /** Unix seconds, as the payment provider gives them. */ unix: number; iso?: never }
  | { unix?: never; /** ISO 8601, as the record system gives it; null or empty if it has none. */ iso: string | null }
);

/**
 * A day in Japan: 2026年11月21日, or 2026/11/21 in `short`; with the time in `minute`. A text that is not a time is shown
 * unchanged.
 */
export function DateText({ unix, iso, form = 'long' }: DateTextProps) {
  if (unix === undefined && !iso) return <span>—</span>;
  const ms = unix === undefined ? Date.parse(iso ?? '') : unix * 1000;
  if (Number.isNaN(ms)) return <span>{iso}</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} className="whitespace-nowrap tabular-nums">
      {forms[form](ms)}
    </time>
  );
}
