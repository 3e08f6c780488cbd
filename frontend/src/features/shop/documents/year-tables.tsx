import type { DocumentYear, YearSums } from '#shared/model/document-year';
import { yen } from '../../../lib/format';
import { totalOf } from './year-bars';

const head = 'px-2 py-2 text-right font-medium whitespace-nowrap text-ink-soft';
const cell = 'px-2 py-2 text-right whitespace-nowrap tabular-nums';
const states = ['お支払い済み', '未払い', '減額・返金'] as const;

const Sums = ({ sums: { paid, open, credited } }: { sums: YearSums }) => (
  <>
    <td className={cell}>{yen(paid)}</td>
    <td className={`${cell} ${open > 0 ? 'font-semibold text-danger' : ''}`}>{yen(open)}</td>
    <td className={cell}>{credited > 0 ? `−${yen(credited)}` : yen(0)}</td>
  </>
);

const Head = ({ first }: { first: readonly string[] }) => (
  <thead className="border-b border-line">
    <tr>
      {first.map((name) => (
        <th key={name} scope="col" className={`${head} text-left`}>
          {name}
        </th>
      ))}
      {states.map((name) => (
        <th key={name} scope="col" className={head}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

/** The year of each shop, and of all of them. */
export const ShopTable = ({ shops, year }: Pick<DocumentYear, 'shops' | 'year'>) => (
  <div className="overflow-x-auto">
    <table className="w-full text-sm">
      <caption className="sr-only">{year}年の店舗ごとの合計</caption>
      <Head first={['店舗']} />
      <tbody className="divide-y divide-line">
        {shops.map(({ id, name, months }) => (
          <tr key={id}>
            <th scope="row" className="px-2 py-2 text-left font-normal break-words">
              {name}
            </th>
            <Sums sums={totalOf(months)} />
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t-2 border-line font-semibold">
        <tr>
          <th scope="row" className="px-2 py-2 text-left">
            合計
          </th>
          <Sums sums={totalOf(shops.flatMap(({ months }) => months))} />
        </tr>
      </tfoot>
    </table>
  </div>
);

/** The numbers behind the bars, for screen readers and on paper. */
export const MonthTable = ({ shops, year }: Pick<DocumentYear, 'shops' | 'year'>) => (
  <table className="sr-only w-full text-sm print:not-sr-only">
    <caption className="pb-2 text-left font-semibold">{year}年の月ごと・店舗ごとの金額</caption>
    <Head first={['月', '店舗']} />
    <tbody className="divide-y divide-line">
      {Array.from({ length: 12 }, (_, month) =>
        shops.flatMap(({ id, name, months }) => {
          const sums = months[month];
          if (!sums || sums.paid + sums.open + sums.credited === 0) return [];
          return [
            <tr key={`${month} ${id}`}>
              <th scope="row" className="px-2 py-1.5 text-left font-normal whitespace-nowrap">
                {month + 1}月
              </th>
              <td className="px-2 py-1.5 break-words">{name}</td>
              <Sums sums={sums} />
            </tr>,
          ];
        }),
      )}
    </tbody>
  </table>
);
