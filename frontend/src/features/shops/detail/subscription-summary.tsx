import { ChevronRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { isOver, subscriptionName, deviceCount } from '#shared/model/subscription';
import { paths } from '../../../lib/paths';
import { Alert, ButtonLink } from '../../../ui/basics';
import { Card, DateText, Money } from '../../../ui/content';
import { owesPayment } from '../../payments/payment/open-invoices';
import { DiscountNote } from '../../orders/subscription/discount-note';
import { EndingBadge, SubscriptionBadge } from '../../orders/subscription/subscription-badge';
import { monthlyPrice, nextDateOf, renews, trialAhead } from '../../orders/subscription-rules';

interface SubscriptionSummaryProps {
  shop: ShopRecord;
  /** Unix milliseconds. */
  now: number;
  /** Begins a new subscription. */
  begin: ReactNode;
}

/** The shop's subscriptions at a glance: problems, the monthly price and the next payment. */
export function SubscriptionSummary({ shop, now, begin }: SubscriptionSummaryProps) {
  const running = shop.subscriptions.filter((subscription) => !isOver(subscription));
  const open = shop.subscriptions.filter((subscription) => owesPayment(shop, subscription));
  const well = running.length > 0 && open.length === 0 && running.every(renews);
  return (
    <Card title="契約の状況">
      <div className="space-y-5">
        {open.map((subscription) => (
          <Alert key={subscription.id} tone="danger" title="お支払いが確認できていません">
            <p>
              {subscriptionName(subscription)}
              のお支払いをご確認ください。
              {!isOver(subscription) && 'このままですと、ご利用いただけなくなることがあります。'}
            </p>
            <ButtonLink to={paths.subscription(subscription.id)} size="sm" className="mt-3">
              お支払いへ進む
            </ButtonLink>
          </Alert>
        ))}
        {well && (
          <p className="flex items-center gap-2 font-medium text-success">
            <CircleCheck aria-hidden className="size-5 shrink-0" />
            ご契約・お支払いに問題はありません
          </p>
        )}
        {running.length > 0 ? (
          <ul aria-label="契約" className="divide-y divide-line border-y border-line">
            {running.map((subscription) => (
              <li key={subscription.id}>
                <SubscriptionLine subscription={subscription} now={now} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">契約中のサービスはありません</p>
        )}
        {begin}
      </div>
    </Card>
  );
}

function SubscriptionLine({ subscription, now }: { subscription: Subscription; now: number }) {
  const trialEnd = trialAhead(subscription, now);
  const next = nextDateOf(subscription);
  return (
    <div className="relative -mx-2 flex items-center gap-4 rounded-field px-2 py-4 hover:bg-sunken">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-2">
          <SubscriptionBadge status={subscription.status} />
          {subscription.cancel_at_period_end && <EndingBadge />}
        </p>
        <p className="mt-2 font-semibold">
          <Link to={paths.subscription(subscription.id)} className="stretched">
            {subscriptionName(subscription)}
          </Link>
        </p>
        <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft tabular-nums">
          <InlineFact label="契約台数">{deviceCount(subscription)}台</InlineFact>
          <InlineFact label="月額">
            <Money yen={monthlyPrice(subscription).total} />
          </InlineFact>
          {next && (
            <InlineFact label={next.label}>
              <DateText unix={next.at} />
            </InlineFact>
          )}
          {trialEnd !== undefined && (
            <InlineFact label="トライアル終了">
              <DateText unix={trialEnd} />
            </InlineFact>
          )}
        </dl>
        <DiscountNote subscription={subscription} className="mt-1" />
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </div>
  );
}

const InlineFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt>{label}</dt>
    <dd className="font-medium text-ink">{children}</dd>
  </div>
);
