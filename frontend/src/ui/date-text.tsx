import { longDate, shortDate } from '../lib/format';

interface DateTextProps {
  /** Unix seconds, as the payment provider gives them. */
  unix: number;
  form?: 'long' | 'short';
}

/** A day in Japan: 2026年11月21日, or 2026/11/21 where room is short. */
export function DateText({ unix, form = 'long' }: DateTextProps) {
  const ms = unix * 1000;
  return (
    <time dateTime={new Date(ms).toISOString()} className="whitespace-nowrap tabular-nums">
      {form === 'long' ? longDate(ms) : shortDate(ms)}
    </time>
  );
}
