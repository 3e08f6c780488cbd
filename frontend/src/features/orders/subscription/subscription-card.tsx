import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { plannedEndOf, returnTimes } from '#shared/model/ending';
import { isOver, subscriptionName, deviceCount } from '#shared/model/subscription';
import { shopName } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { DateText, Fact, Money } from '../../../ui/content';
import { Folded } from '../../../ui/disclosure';
import { PriceBreakdown } from '../order/price-breakdown';
import { DiscountNote } from './discount-note';
import { EndingBadge, SubscriptionBadge } from './subscription-badge';
import {
  monthlyPrice,
  type NextDate,
  nextDateOf,
  paysAfterTrial,
  trialAhead,
  trialNoticeDay,
} from '../subscription-rules';
import { Timeline } from './timeline';

interface SubscriptionCardProps extends Pick<ShopRecord, 'customer'> {
  subscription: Subscription;
  /** Unix milliseconds. */
  now: number;
  /** An amount above it is the one to look at. */
  owes: boolean;
  /** Its next step. */
  action: ReactNode;
}

/** The subscription's status, shop, price with its line items, and renewal (spec 2, Subscription detail). */
export function SubscriptionCard({ customer, subscription, now, owes, action }: SubscriptionCardProps) {
  const ended = isOver(subscription);
  const trialEnd = trialAhead(subscription, now);
  // A notice above has its moment.
  const trialTold = trialNoticeDay(subscription, now) !== undefined;
  const planned = plannedEndOf(subscription);
  const returned = ended || planned === undefined ? undefined : returnTimes(planned);
  const next = nextDateOf(subscription);
  const ends = !ended && subscription.cancel_at_period_end;
  // The timeline names it where the period's start is known, but one of a last day tells nothing more.
  const timed =
    !ends && !owes && !(trialTold && paysAfterTrial(subscription)) && subscription.current_period_start !== undefined;
  const look = ended || ends || owes ? figureDate : figure;
  const end = ended ? endOf(subscription) : timed ? undefined : next;
  return (
    <section aria-labelledby="subscription" className="card p-5 sm:p-7">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex flex-wrap items-center gap-2">
            <SubscriptionBadge status={subscription.status} />
            {subscription.cancel_at_period_end && <EndingBadge />}
          </p>
          <h2 id="subscription" className="mt-2 text-lg leading-snug font-semibold">
            {subscriptionName(subscription)}
          </h2>
          <p className="mt-1 text-sm text-ink-soft">
            <Link to={paths.shop(customer.id)} className="text-link named">
              {shopName(customer)}
            </Link>
          </p>
        </div>
        {action}
      </div>
      {/* The card's own width in rem decides: beside the sidebar, or with large text, three columns do not fit. */}
      <div className="@container mt-5">
        <dl className={`grid gap-x-6 gap-y-5 @min-[17rem]:grid-cols-2 ${returned ? four : three}`}>
          <Fact label={ended ? '終了時の台数' : '契約台数'} look={look}>
            {deviceCount(subscription)}台
          </Fact>
          <Fact label={ended ? '終了時の月額（税込）' : '月額料金（税込）'} look={look}>
            <Money yen={monthlyPrice(subscription).total} />
            {ends && <span className="block text-sm font-normal text-ink-soft">次回以降は0円</span>}
          </Fact>
          {end && (
            <Fact
              label={owes && next?.at === end.at && !ends ? `${end.label}（お支払い後）` : end.label}
              className={returned ? '' : '@min-[17rem]:col-span-2 @min-[32rem]:col-span-1'}
              look={look}
            >
              <span className={figureDate}>
                <DateText unix={end.at} />
              </span>
            </Fact>
          )}
          {returned && <ReturnFact by={returned.returnBy} />}
        </dl>
        {!ended && <DiscountNote subscription={subscription} className="mt-4" />}
      </div>
      {trialEnd !== undefined && !trialTold && (
        <p className="mt-4 text-sm text-ink-soft">
          <DateText unix={trialEnd} form="minute" />
          まで、料金はかかりません。
        </p>
      )}
      {next && timed && <Timeline subscription={subscription} next={next} now={now} />}
      {/* Of an end with the period a badge tells, and its day stands above. */}
      {!ended && !ends && planned !== undefined && (
        <p className="mt-4">
          <DateText unix={planned} />
          に契約が終了します。
        </p>
      )}
      <Folded label={`${ended ? '終了時の' : ''}月額料金の内訳`} className="mt-3 -mb-3">
        <PriceBreakdown pricing={monthlyPrice(subscription)} />
      </Folded>
    </section>
  );
}

const ReturnFact = ({ by }: { by: number }) => (
  <Fact label="終了後の返却期限" look={figureDate}>
    <DateText unix={by} />
  </Fact>
);

/** When an ended subscription ended; of one that expired unpaid, Stripe may know only the period. */
const endOf = ({ ended_at: endedAt, current_period_end: period }: Subscription): NextDate =>
  endedAt ? { label: '契約終了日', at: endedAt } : { label: '最終の契約期間', at: period };

/** Columns where the card is wide enough for the figures side by side. */
const three = '@min-[32rem]:grid-cols-3';
const four = '@min-[46rem]:grid-cols-4';
const figure = 'mt-1 text-3xl leading-[2.25rem] font-bold tabular-nums';
/** A date is smaller than the numbers beside it, and stands on their line. */
const figureDate =
  'block text-base leading-[1.75rem] font-semibold @min-[12rem]:text-lg @min-[32rem]:leading-[2.25rem]';
