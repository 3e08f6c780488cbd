import { ChevronRight, SlidersHorizontal } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Subscription } from '#shared/model/customer';
import { isOver, subscriptionName, deviceCount } from '#shared/model/subscription';
import { paths } from '../../../lib/paths';
import { Alert } from '../../../ui/basics';
import { DateText, Money } from '../../../ui/content';
import { DiscountNote } from '../subscription/discount-note';
import { EndingBadge, SubscriptionBadge } from '../subscription/subscription-badge';
import { monthlyPrice, nextDateOf } from '../subscription-rules';

interface ServiceCardProps {
  subscription: Subscription;
  /** An invoice of it is open. */
  owes: boolean;
  onChangeQuantity: () => void;
}

/**
 * One subscription with its items; a press anywhere but on its link opens the quantity dialog (spec 2, Contracted
 * services).
 */
export function ServiceCard({ subscription, owes, onChangeQuantity }: ServiceCardProps) {
  const ended = isOver(subscription);
  const next = nextDateOf(subscription);
  const items = subscription.items.filter(({ quantity }) => quantity > 0);
  return (
    <article className={`card relative p-5 sm:p-7 ${ended ? '' : 'transition-shadow hover:shadow-raised'}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap gap-2">
          <SubscriptionBadge status={subscription.status} />
          {subscription.cancel_at_period_end && <EndingBadge />}
        </p>
        {next && (
          <p className="text-sm text-ink-soft">
            {next.label} <DateText unix={next.at} />
          </p>
        )}
      </div>
      <h3 className="mt-3 text-lg leading-snug font-semibold">
        {ended ? (
          subscriptionName(subscription)
        ) : (
          // The whole card is clickable; its accessible name is the service and its action.
          <button type="button" onClick={onChangeQuantity} className="text-left font-semibold stretched">
            {subscriptionName(subscription)}
            <span className="sr-only">の数量を変更</span>
          </button>
        )}
      </h3>
      <ul aria-label="内訳" className="mt-4 space-y-1.5">
        {items.map((item) => (
          <li key={item.subscription_item_id} className="flex flex-wrap items-baseline gap-x-4 text-ink-soft">
            <span className="min-w-0 flex-1 basis-[8rem]">{item.product.name}</span>
            <span className="shrink-0 tabular-nums">
              <Money yen={item.amount} />
              <span className="ml-2 inline-block min-w-[4ch] text-right font-semibold text-ink">×{item.quantity}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
        <span className="text-ink-soft">
          契約台数 <span className="font-semibold text-ink tabular-nums">{deviceCount(subscription)}台</span>
        </span>
        <span>
          <span className="mr-2 text-sm text-ink-soft">月額（税込）</span>
          <strong className="text-xl">
            <Money yen={monthlyPrice(subscription).total} />
          </strong>
        </span>
      </p>
      {!ended && <DiscountNote subscription={subscription} className="mt-1 text-right" />}
      {owes && (
        <Alert className="mt-4" tone="danger">
          お支払いが確認できていません。契約の詳細からお支払いください。
        </Alert>
      )}
      <div className="mt-3 -mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {ended ? (
          <span />
        ) : (
          <span aria-hidden className="inline-flex items-center gap-2 text-sm font-semibold text-accent-ink">
            <SlidersHorizontal className="size-4" />
            数量を変更
          </span>
        )}
        <Link to={paths.subscription(subscription.id)} className="quiet-link relative z-10 -mr-2 gap-1 px-2">
          契約の詳細
          <span className="sr-only">：{subscriptionName(subscription)}</span>
          <ChevronRight aria-hidden className="size-4" />
        </Link>
      </div>
    </article>
  );
}
