import type { Subscription } from '#shared/model/customer';
import { DateText, Fact } from '../../../ui/content';
import { type NextDate, trialAhead } from '../subscription-rules';

const day = 24 * 60 * 60;

/** The number of remaining days, as text. Both in unix seconds. */
function daysLeft(until: number, now: number): string {
  const days = Math.ceil((until - now) / day);
  return days <= 0 ? 'まもなく' : `あと${days}日`;
}

/** The event at the end of the period. A trial without a card ends without a payment. */
function endLabel(subscription: Subscription, next: NextDate, trial: boolean): string {
  return trial && !subscription.cancel_at_period_end && !subscription.default_payment_method
    ? 'トライアル終了'
    : next.label;
}

/**
 * The current period of a subscription: its start, today, the trial's end, and its end (nextDateOf). `now` in unix
 * milliseconds. Nothing if its start is unknown.
 */
export function Timeline({ subscription, next, now }: { subscription: Subscription; next: NextDate; now: number }) {
  const { current_period_start: start } = subscription;
  const { at: end } = next;
  const seconds = now / 1000;
  if (start === undefined || end <= start) return null;
  const trialEnd = trialAhead(subscription, now);
  const share = (unix: number): number => Math.min(100, Math.max(0, ((unix - start) / (end - start)) * 100));
  const trialMark = trialEnd !== undefined && trialEnd < end ? trialEnd : undefined;
  return (
    <figure aria-label="契約期間" className="mt-5">
      <div aria-hidden className="relative h-1.5 overflow-hidden rounded-full bg-ink/8">
        <span
          className={`absolute inset-y-0 left-0 rounded-full ${trialEnd ? 'bg-info' : 'bg-accent'}`}
          style={{ width: `${Math.max(2, share(seconds))}%` }}
        />
      </div>
      <dl className="mt-3 flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
        <Fact label={trialEnd ? 'トライアル開始' : '今期の開始'}>
          <DateText unix={start} />
        </Fact>
        {trialMark !== undefined && (
          <Fact label="トライアル終了">
            <DateText unix={trialMark} />
          </Fact>
        )}
        <Fact
          label={endLabel(subscription, next, trialEnd !== undefined)}
          className="ml-auto text-right"
          look="font-semibold"
        >
          <DateText unix={end} />
          <span className="block font-normal text-ink-soft tabular-nums">{daysLeft(end, seconds)}</span>
        </Fact>
      </dl>
    </figure>
  );
}
