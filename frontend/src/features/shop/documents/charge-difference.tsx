import type { NextCharge } from '#shared/model/document';
import { yen } from '#shared/yen';

/** Whether a day is in the month before that of another day; both by ISO 8601. */
function isMonthBefore(since: string, date: string): boolean {
  const months = (iso: string): number => Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7));
  return months(date) - months(since) === 1;
}

/** `先月より ＋8,800円: 11/14に1台追加（2台→3台）`: what the next charge differs by, and why. Nothing for the first one. */
export function ChargeDifference({ charge: { date, difference } }: { charge: NextCharge }) {
  if (!difference) return null;
  const { amount, since, reasons } = difference;
  const last = isMonthBefore(since, date) ? '先月' : '前回';
  if (amount === 0) return <>{last}と同じ金額です</>;
  // A single reason has the same amount as the whole difference.
  const words = reasons.length === 1 ? reasons.map((only) => only.replace(/: [＋−][\d,]+円$/, '')) : reasons;
  return (
    <>
      {last}より{' '}
      <span className="whitespace-nowrap">
        {amount < 0 ? '−' : '＋'}
        {yen(Math.abs(amount))}
      </span>
      {words.length > 0 && ': '}
      {words.map((reason, index) => (
        // A reason stays on one line where it fits: its sign is not torn from its amount.
        <span key={index} className="inline-block">
          {reason}
          {index < words.length - 1 && '、'}
        </span>
      ))}
    </>
  );
}
