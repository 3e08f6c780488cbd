import type { Subscription } from '#shared/model/customer';
import { Card } from '../../../ui/card';
import { PriceBreakdown } from '../order/price-breakdown';
import { DiscountNote } from './discount-note';
import { monthlyPrice } from '../subscription-rules';

/** The line items, and how the monthly price is made up from them (spec 2, Subscription detail). */
export function PriceCard({ subscription }: { subscription: Subscription }) {
  const descriptions = new Set(
    subscription.items.flatMap(({ product, quantity }) =>
      product.description && quantity > 0 ? [product.description] : [],
    ),
  );
  return (
    <Card title="月額料金の内訳">
      <PriceBreakdown pricing={monthlyPrice(subscription)} />
      {subscription.discounts ? (
        <DiscountNote subscription={subscription} className="mt-3" />
      ) : (
        <p className="mt-3 text-sm text-ink-soft">
          プロモーションコードの割引がある場合は、ご請求の際に差し引かれます。
        </p>
      )}
      {descriptions.size > 0 && (
        <ul
          aria-label="サービス内容"
          className="phrased mt-5 space-y-1.5 border-t border-line pt-4 text-sm text-ink-soft"
        >
          {[...descriptions].map((description) => (
            <li key={description}>{description}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
