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
  const reached = share(seconds);
  const trialMark = trialEnd !== undefined && trialEnd < end ? trialEnd : undefined;
  return (
    <figure aria-label="契約期間" className="mt-6 pt-5">
      <div aria-hidden className="relative mx-1.5 h-2 rounded-full bg-ink/8">
        <span
          className={`absolute inset-y-0 left-0 rounded-full ${trialEnd ? 'bg-info' : 'bg-accent'}`}
          style={{ width: `${reached}%` }}
        />
        <Dot at={0} passed />
        {trialMark !== undefined && <Dot at={share(trialMark)} passed={trialMark <= seconds} />}
        <Dot at={100} passed={end <= seconds} />
        <span
          className={[
            'absolute top-1/2 size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-4 border-surface',
            'bg-ink shadow-card',
          ].join(' ')}
          style={{ left: `${reached}%` }}
        />
        <span
          className="absolute bottom-4 -translate-x-1/2 text-xs font-semibold whitespace-nowrap"
          style={{ left: `clamp(0.75rem, ${reached}%, calc(100% - 0.75rem))` }}
        >
          今日
        </span>
      </div>
      <dl className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
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

const Dot = ({ at, passed }: { at: number; passed: boolean }) => (
  <span
    className={[
      'absolute top-1/2 size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2',
      passed ? 'border-accent bg-accent' : 'border-line-strong bg-surface',
    ].join(' ')}
    style={{ left: `${at}%` }}
  />
);
