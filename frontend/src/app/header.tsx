import { LayoutGrid } from 'lucide-react';
import { Link, useMatch } from 'react-router-dom';
import { longDateWithWeekday, shopName } from '../lib/format';
import { paths } from '../lib/paths';
import { useShopList } from '../lib/use-shops';
import { useNow } from '../lib/use-timeout';
import { productName } from '../text/brand';
import { BrandHeader } from '../ui/logo';
import { Skeleton } from '../ui/basics';
import { useScreen } from './menu';

/** The shop's name, today's date, and the link to the list of shops (spec 2, App shell). */
export function Header() {
  const { shopId } = useScreen();
  const home = useMatch(paths.home) !== null;
  const today = longDateWithWeekday(useNow());
  return (
    <header className="top-0 z-20 border-b border-line bg-canvas/90 backdrop-blur tall:sticky print:static">
      {/* What fits beside the name depends on the size of the text, so the header's own width in rem decides. */}
      <div className="@container px-4 sm:px-8">
        <div className="mx-auto flex min-h-16 max-w-4xl items-center justify-between gap-3 py-1">
          <div className="min-w-0 flex-1">
            {shopId ? (
              <>
                <ShopName shopId={shopId} />
                <p className="hidden text-xs text-ink-soft tabular-nums @min-[13rem]:block @min-[36rem]:hidden">
                  {today}
                </p>
              </>
            ) : (
              <span className="md:hidden">
                {/* Of a phone's home, the greeting has the date. */}
                <BrandHeader {...(!home && { subtitle: today })} />
              </span>
            )}
          </div>
          <p
            className={[
              'hidden shrink-0 text-sm text-ink-soft tabular-nums',
              shopId ? '@min-[36rem]:block' : 'md:block',
            ].join(' ')}
          >
            {today}
          </p>
          {shopId && (
            <Link
              to={paths.home}
              className={[
                // With the sign of the menu: an arrow is the screen's own way back.
                'quiet-link -mr-2.5 min-w-11 shrink-0 justify-center print:hidden',
                '@min-[36rem]:-mr-3 @min-[36rem]:px-3',
              ].join(' ')}
            >
              <LayoutGrid aria-hidden className="size-5 @min-[36rem]:size-4" />
              <span className="sr-only @min-[36rem]:not-sr-only">店舗一覧へ戻る</span>
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}

function ShopName({ shopId }: { shopId: string }) {
  const shops = useShopList();
  if (shops.isLoading) return <Skeleton className="h-5 w-40" />;
  const shop = shops.data?.find(({ customer }) => customer.id === shopId);
  const name = Array.from(shop ? shopName(shop.customer) : productName);
  // Shops of a chain differ at the end of their names: a long one loses its middle.
  const end = name.length > 18 ? name.splice(-12) : [];
  return (
    <p className="flex overflow-hidden font-semibold whitespace-nowrap @min-[36rem]:text-lg">
      <span className="truncate">{name.join('')}</span>
      {end.length > 0 && <span className="shrink-0">{end.join('')}</span>}
    </p>
  );
}
