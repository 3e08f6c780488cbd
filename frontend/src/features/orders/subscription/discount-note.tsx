import type { Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { longDate } from '../../../lib/format';
import { Money } from '../../../ui/content';
import { activeDiscounts, monthlyPrice } from '../subscription-rules';

type Discounted = Pick<Subscription, 'items' | 'discounts' | 'current_period_end' | 'cancel_at_period_end' | 'ends_at'>;

/**
 * How long a discount lasts, and the price without it. Nothing without a discount; a subscription that ends first has
 * no payment after it.
 */
export function DiscountNote({ subscription, className = '' }: { subscription: Discounted; className?: string }) {
  const discounts = activeDiscounts(subscription);
  if (discounts.length === 0) return null;
  const { total, discount } = monthlyPrice(subscription);
  const { cancel_at_period_end: ends } = subscription;
  const endsAt = plannedEndOf(subscription) ?? Infinity;
  const lasts = ends || discounts.every(({ once, end }) => !once && (end ?? Infinity) >= endsAt);
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      {discounts.map(({ code, amount, once, end }, index) => (
        <span key={index} className="block">
          割引{code && `（${code}）`}
          <Money yen={amount} />
          引き
          {!ends && <span className="inline-block">（{durationOf(once, end)}）</span>}
        </span>
      ))}
      {!lasts && (
        <span className="block">
          割引の終了後は月額
          <Money yen={total + discount} />
        </span>
      )}
    </p>
  );
}

function durationOf(once: boolean, end: number | null): string {
  if (once) return '次回のお支払いのみ';
  return end === null ? 'ご契約が続くあいだ' : `${longDate(end * 1000)}まで`;
}
