import type { Subscription } from '#shared/model/customer';
import { longDate } from '../../../lib/format';
import { Money } from '../../../ui/money';
import { activeDiscounts, monthlyPrice } from '../subscription-rules';

type Discounted = Pick<Subscription, 'items' | 'discounts' | 'current_period_end'>;

/** How long a discount lasts, and the price without it. Nothing without a discount. */
export function DiscountNote({ subscription, className = '' }: { subscription: Discounted; className?: string }) {
  const discounts = activeDiscounts(subscription);
  if (discounts.length === 0) return null;
  const { total, discount } = monthlyPrice(subscription);
  const lasts = discounts.every(({ once, end }) => !once && end === null);
  return (
    <p className={`phrased text-sm text-success ${className}`}>
      {discounts.map(({ code, amount, once, end }) => (
        <span key={`${code} ${end}`} className="block">
          割引{code && `（${code}）`}
          <Money yen={amount} />
          引き・
          {once ? '次回のお支払いのみ' : end === null ? 'ご契約が続くあいだ' : `${longDate(end * 1000)}まで`}
        </span>
      ))}
      {!lasts && (
        <span className="block text-ink-soft">
          割引の終了後は月額
          <Money yen={total + discount} />
        </span>
      )}
    </p>
  );
}
