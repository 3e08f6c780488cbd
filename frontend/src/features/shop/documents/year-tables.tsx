import type { DocumentYear, YearSums } from '#shared/model/document-year';
import { yen } from '#shared/yen';
import { totalOf } from './year-bars';

const head = 'phrased px-1 py-2 align-bottom font-medium text-ink-soft sm:px-2 sm:whitespace-nowrap';
const cell = 'px-1 py-2 text-right whitespace-nowrap tabular-nums sm:px-2';
const states = ['お支払い済み', '未払い', '減額・返金'] as const;

const Sums = ({ sums: { paid, open, credited }, credits }: { sums: YearSums; credits: boolean }) => (
  <>
    <td className={cell}>{yen(paid)}</td>
    <td className={`${cell} ${open > 0 ? 'font-semibold text-danger' : ''}`}>{yen(open)}</td>
    {credits && <td className={cell}>{yen(0 - credited)}</td>}
  </>
);

const Head = ({ first, credits }: { first: readonly string[]; credits: boolean }) => (
  <thead className="border-b border-line">
    <tr>
      {first.map((name) => (
        <th key={name} scope="col" className={`${head} text-left`}>
          {name}
        </th>
      ))}
      {states.slice(0, credits ? 3 : 2).map((name) => (
        <th key={name} scope="col" className={`${head} text-right`}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

/** Without shops whose documents were all free or void. */
const hasAny = ({ months }: DocumentYear['shops'][number]): boolean =>
  months.some(({ paid, open, credited }) => paid + open + credited > 0);

/** The year of each shop, and of all of them; without the column of credits if there are none, for narrow screens. */
export function ShopTable({ shops, year }: Pick<DocumentYear, 'shops' | 'year'>) {
  const total = totalOf(shops.flatMap(({ months }) => months));
  const credits = total.credited > 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a wide table
    <section aria-label="店舗ごとの合計の表" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{year}年の店舗ごとの合計</caption>
        <Head first={['店舗']} credits={credits} />
        <tbody className="divide-y divide-line">
          {shops.filter(hasAny).map(({ id, name, months }) => (
            <tr key={id}>
              <th scope="row" className="min-w-24 px-1 py-2 text-left font-normal break-words sm:min-w-40 sm:px-2">
                {name}
              </th>
              <Sums sums={totalOf(months)} credits={credits} />
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t-2 border-line font-semibold">
          <tr>
            <th scope="row" className="px-1 py-2 text-left sm:px-2">
              合計
            </th>
            <Sums sums={total} credits={credits} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** The numbers behind the bars, for screen readers and on paper. */
export const MonthTable = ({ shops, year }: Pick<DocumentYear, 'shops' | 'year'>) => (
  // A table keeps its width even when it is hidden, so its frame is hidden instead.
  <div className="sr-only print:not-sr-only">
    <table className="w-full text-sm">
      <caption className="pb-2 text-left font-semibold">{year}年の月ごと・店舗ごとの金額</caption>
      <Head first={['月', '店舗']} credits />
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
                <Sums sums={sums} credits />
              </tr>,
            ];
          }),
        )}
      </tbody>
    </table>
  </div>
);
