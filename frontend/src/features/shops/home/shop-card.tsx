import { ChevronRight, EllipsisVertical } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { Link } from 'react-router-dom';
import { metadataKeys, type Subscription } from '#shared/model/customer';
import { type SubscriptionStatus, isOver } from '#shared/model/subscription';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/format';
import { DateText, Money } from '../../../ui/content';
import { Skeleton } from '../../../ui/basics';
import { SubscriptionBadge } from '../../orders/subscription/subscription-badge';
import type { ShopOutlook } from './shop-outlook';

const ShopMenu = lazy(() => import('./shop-menu').then((module) => ({ default: module.ShopMenu })));

/** Statuses with an open payment, the most urgent first. */
const overdue: readonly SubscriptionStatus[] = ['unpaid', 'past_due', 'incomplete'];

const surface = 'card relative flex h-full flex-col';

interface ShopCardProps {
  outlook: ShopOutlook;
  /** One of many: closer together. */
  compact?: boolean;
  onDelete: () => void;
}

/** One shop (spec 2, Home dashboard); leads to its screen. */
export function ShopCard({ outlook, compact = false, onDelete }: ShopCardProps) {
  const { shop, late, devices, monthly, next } = outlook;
  const { customer } = shop;
  const owing = late?.subscriptions ?? [];
  const toPay = overdue.find((status) => owing.some((one) => one.status === status)) ?? (owing[0] && 'past_due');
  const agency = customer.metadata[metadataKeys.agencyName];
  const name = shopName(customer);
  return (
    <article className={`${surface} ${compact ? 'px-4 py-3.5' : 'p-5 sm:p-6'} transition-shadow hover:shadow-raised`}>
      <div className="flex items-start justify-between gap-3">
        <h2 className={`min-w-0 leading-snug font-semibold md:text-balance ${compact ? 'pb-1.5' : 'text-lg'}`}>
          {/* The whole card is the target; the link's name stays the shop's. */}
          <Link to={paths.shop(customer.id)} className="named stretched">
            {name}
          </Link>
        </h2>
        <Suspense
          fallback={
            <span aria-hidden className="-mt-2 -mr-3 grid size-11 shrink-0 place-items-center text-ink-soft">
              <EllipsisVertical className="size-5" />
            </span>
          }
        >
          <ShopMenu id={customer.id} name={name} onDelete={onDelete} />
        </Suspense>
      </div>
      {toPay && (
        <p className={compact ? 'pb-1.5' : 'mt-1'}>
          <SubscriptionBadge status={toPay} />
        </p>
      )}
      {devices > 0 && (
        <p className={`flex flex-wrap items-baseline gap-x-3 font-semibold tabular-nums ${compact ? '' : 'mt-2'}`}>
          <span>{devices}台</span>
          {monthly > 0 && (
            <span>
              月額 <Money yen={monthly} />
            </span>
          )}
          {next && (
            <span className="text-sm font-normal text-ink-soft">
              {next.label} <DateText unix={next.at} form="day" />
            </span>
          )}
        </p>
      )}
      <Services shop={shop} compact={compact} owes={owing.length > 0} />
      <p
        className={[
          'mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft',
          compact ? 'pt-1' : 'pt-3',
        ].join(' ')}
      >
        {agency && (
          <span>
            代理店 <span>{agency}</span>
          </span>
        )}
        <span>
          登録日 <DateText unix={customer.created} form="short" />
        </span>
        <ChevronRight aria-hidden className="ml-auto size-5" />
      </p>
    </article>
  );
}

/** The services that it subscribes to. One of a few shops says where a rental begins, unless it owes a payment. */
function Services({ shop, compact, owes }: { shop: ShopOutlook['shop']; compact: boolean; owes: boolean }) {
  const services = subscribedServices(shop.subscriptions);
  if (services.length === 0) {
    return (
      <p className={`${compact ? '' : 'mt-1.5'} flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft`}>
        契約中のサービスはありません
        {!owes && !compact && (
          // The whole card leads there.
          <span aria-hidden className="flex items-center font-semibold text-accent-ink">
            レンタルを申し込む
            <ChevronRight className="size-4" />
          </span>
        )}
      </p>
    );
  }
  return (
    <ul aria-label="契約中のサービス" className={`text-sm text-ink-soft ${compact ? 'mt-1' : 'mt-2'}`}>
      {services.map(({ name, quantity }) => (
        <li key={name} className="phrased mr-4 inline-block text-wrap">
          <span className="mr-1">{name}</span>
          {quantity > 1 && <span className="inline-block font-semibold tabular-nums">×{quantity}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The placeholder of a card while the shops load. */
export const ShopCardSkeleton = () => (
  <div className={`${surface} p-5 sm:p-6`}>
    <Skeleton className="h-6 w-40" />
    <Skeleton className="mt-3 h-5 w-52" />
    <Skeleton className="mt-3 h-4 w-3/4" />
    <Skeleton className="mt-4 h-4 w-28" />
  </div>
);

/** The services that a shop subscribes to, each once with its total, in the order of the subscriptions. */
export function subscribedServices(subscriptions: readonly Subscription[]): { name: string; quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const { items } of subscriptions.filter((one) => !isOver(one)))
    for (const { product, quantity } of items)
      if (quantity > 0) quantities.set(product.name, (quantities.get(product.name) ?? 0) + quantity);
  return Array.from(quantities, ([name, quantity]) => ({ name, quantity }));
}
