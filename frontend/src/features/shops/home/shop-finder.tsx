import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ShopRecord } from '#shared/model/customer';
import { shopName } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { SelectField } from '../../../ui/fields';
import { SearchField, NothingFound, Pager, useFinder, useKept } from '../../../ui/use-finder';
import { ShopCard } from './shop-card';
import { orders, sortOutlooks, type Order, type ShopOutlook } from './shop-outlook';

/** An owner of at least this many shops gets a search, a choice of order, and compact cards. */
const searchFrom = 8;
const pageSize = 10;

/** What a shop is found by: its name, the other names of its data, and its address. */
const textOf = ({ shop: { customer } }: ShopOutlook): string =>
  [shopName(customer), ...Object.values(customer.metadata), customer.shipping?.address.line1].join(' ');

interface ShopFinderProps {
  outlooks: readonly ShopOutlook[];
  onDelete: (shop: ShopRecord) => void;
}

/** The shops in one order; many of them page by page, with a search. */
export function ShopFinder({ outlooks, onDelete }: ShopFinderProps) {
  const many = outlooks.length >= searchFrom;
  const [order, setOrder] = useKept<Order>('order', 'name');
  const { typed, search, searching, pages, list, openPage } = useFinder(
    sortOutlooks(outlooks, order),
    textOf,
    many ? pageSize : searchFrom,
  );
  // A search that was left in place keeps its field, also while it is typed anew.
  const [kept] = useState(typed !== '');
  const finds = many || kept;
  return (
    <>
      {finds && (
        <div className="mb-4 flex flex-wrap gap-3 *:first:flex-1 *:first:basis-40 [&_:has(>label)]:sr-only">
          <SearchField label="店舗名で検索" value={typed} onSearch={search} />
          <SelectField
            label="並び順"
            value={order}
            onChange={(event) => {
              setOrder(event.target.value as Order);
              pages.open(0);
            }}
          >
            {Object.entries(orders).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <output className="text-sm text-ink-soft tabular-nums">
          {searching ? `${pages.total}店舗が見つかりました` : `${outlooks.length}店舗`}
        </output>
        <Link to={paths.newShop} className="quiet-link -mr-2 px-2">
          <Plus aria-hidden className="size-4" />
          店舗を追加
        </Link>
      </div>
      <ul ref={list} aria-label="店舗" className={`grid scroll-mt-20 lg:grid-cols-2 ${many ? 'gap-3' : 'gap-4'}`}>
        {pages.items.map((outlook) => (
          <li key={outlook.shop.customer.id}>
            <ShopCard outlook={outlook} compact={many} onDelete={() => onDelete(outlook.shop)} />
          </li>
        ))}
      </ul>
      {pages.total === 0 && <NothingFound>{`「${typed.trim()}」を含む店舗はありません`}</NothingFound>}
      <Pager pages={{ ...pages, open: openPage }} label="店舗のページ" unit="店舗" />
    </>
  );
}
