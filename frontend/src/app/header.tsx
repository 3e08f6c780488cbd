import { ArrowLeft } from 'lucide-react';
import { Link, useMatch } from 'react-router-dom';
import { listShops } from '#shared/contract/billing';
import { longDateWithWeekday } from '../lib/format';
import { paths } from '../lib/paths';
import { shopName } from '../lib/shop-name';
import { useCall } from '../lib/use-call';
import { useNow } from '../lib/use-now';
import { BrandHeader } from '../ui/logo';
import { Skeleton } from '../ui/skeleton';
import { useScreen } from './use-screen';

/** The shop's name, today's date, and the link to the list of shops (spec 2, App shell). */
export function Header() {
  const { shopId } = useScreen();
  const home = useMatch(paths.home) !== null;
  const now = useNow();
  return (
    // Home greets with the date itself, and the sidebar has the brand: a desktop needs no header there.
    <header className={`sticky top-0 z-20 border-b border-line bg-canvas/90 backdrop-blur ${home ? 'md:hidden' : ''}`}>
      <div className="flex min-h-16 items-center justify-between gap-4 px-4 py-2 sm:px-8">
        <div className="min-w-0">
          {shopId ? (
            <ShopName shopId={shopId} />
          ) : (
            <span className="md:hidden">
              <BrandHeader {...(!home && { subtitle: longDateWithWeekday(now) })} />
            </span>
          )}
          {shopId && <p className="text-xs text-ink-soft tabular-nums md:hidden">{longDateWithWeekday(now)}</p>}
        </div>
        <div className="flex shrink-0 items-center gap-4">
          {!home && <p className="hidden text-sm text-ink-soft tabular-nums md:block">{longDateWithWeekday(now)}</p>}
          {shopId && (
            <Link to={paths.home} className="quiet-link px-3">
              <ArrowLeft aria-hidden className="size-4" />
              店舗一覧へ戻る
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}

function ShopName({ shopId }: { shopId: string }) {
  const shops = useCall(listShops, {});
  if (shops.isLoading) return <Skeleton className="h-6 w-40" />;
  const shop = shops.data?.find(({ customer }) => customer.id === shopId);
  return <p className="truncate text-lg leading-tight font-semibold">{shop && shopName(shop.customer)}</p>;
}
