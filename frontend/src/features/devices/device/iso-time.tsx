import { longDate, longDateTime, shortDate } from '../../../lib/format';

const forms = { short: shortDate, long: longDate, minute: longDateTime } as const;

interface IsoTimeProps {
  /** ISO 8601; null where the record system has none. */
  iso: string | null;
  form?: keyof typeof forms;
}

/** A time of the record system, in Japan's days; as it stands where it is no time. */
export function IsoTime({ iso, form = 'short' }: IsoTimeProps) {
  if (!iso) return <span>—</span>;
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return <span>{iso}</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} className="whitespace-nowrap tabular-nums">
      {forms[form](ms)}
    </time>
  );
}
