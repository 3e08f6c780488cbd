import { longDate, longDateTime, monthAndDay, shortDate } from '../lib/format';

const forms = { long: longDate, day: monthAndDay, short: shortDate, minute: longDateTime } as const;

type DateTextProps = { form?: keyof typeof forms } & (
  | { /** Unix seconds, as the payment provider gives them. */ unix: number }
  | { /** ISO 8601, as the record system gives it; null or empty if it has none. */ iso: string | null }
  | { /** A calendar day in Japan by ISO 8601: `2026-11-21`. */ day: string }
);

/**
 * A day in Japan: 2026年11月21日, or 2026/11/21 in `short`, 11月21日 in `day`; with the time in `minute`. A text that is
 * not a time is shown unchanged.
 */
export function DateText({ form = 'long', ...when }: DateTextProps) {
  if ('unix' in when) return <Time ms={when.unix * 1000} form={form} />;
  const iso = 'day' in when ? `${when.day}T00:00:00+09:00` : when.iso;
  if (!iso) return <span>—</span>;
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? <span>{iso}</span> : <Time ms={ms} form={form} />;
}

const Time = ({ ms, form }: { ms: number; form: keyof typeof forms }) => (
  <time dateTime={new Date(ms).toISOString()} className="whitespace-nowrap tabular-nums">
    {forms[form](ms)}
  </time>
);
