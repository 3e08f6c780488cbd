import type { DocumentYear, YearSums } from '#shared/model/document-year';
import { yen } from '#shared/yen';

/** Fills of the shops with most; all others share the last one. */
const fills = ['bg-tier-1', 'bg-info', 'bg-warning', 'bg-tier-2', 'bg-tier-3', 'bg-line-strong'] as const;

type Shop = DocumentYear['shops'][number];
export interface YearGroup {
  name: string;
  fill: string;
  months: YearSums[];
}

const add = (one: YearSums, other: YearSums): YearSums => ({
  paid: one.paid + other.paid,
  open: one.open + other.open,
  credited: one.credited + other.credited,
});
const nothing: YearSums = { paid: 0, open: 0, credited: 0 };
export const totalOf = (sums: readonly YearSums[]): YearSums => sums.reduce(add, nothing);
const weightOf = ({ months }: Pick<Shop, 'months'>): number => totalOf(months).paid + totalOf(months).open;

/** The shops with most in the order of their amounts, and all others as one, each with its fill. */
export function groupsOf(shops: readonly Shop[]): YearGroup[] {
  const sorted = shops.toSorted((one, other) => weightOf(other) - weightOf(one));
  const shown = sorted.length <= fills.length ? sorted.length : fills.length - 1;
  const rest = sorted.slice(shown);
  const groups = sorted.slice(0, shown).map(({ name, months }, index) => ({ name, months, fill: fills[index] ?? '' }));
  if (rest.length === 0) return groups;
  const months = Array.from({ length: 12 }, (_, month) => totalOf(rest.map((shop) => shop.months[month] ?? nothing)));
  return [...groups, { name: `そのほか${rest.length}店舗`, months, fill: fills.at(-1) ?? '' }];
}

/**
 * Unpaid amounts have the shop's colour in stripes; credited ones are a bar of their own, in stripes without colour.
 */
const stripes = 'bg-[repeating-linear-gradient(135deg,var(--color-surface)_0_3px,transparent_3px_7px)]';

/** The twelve months as bars, a part for each shop. The numbers are in the table beside it. */
export function YearBars({ groups }: { groups: readonly YearGroup[] }) {
  const months = Array.from({ length: 12 }, (_, month) =>
    totalOf(groups.map((group) => group.months[month] ?? nothing)),
  );
  const most = Math.max(1, ...months.map(({ paid, open, credited }) => Math.max(paid + open, credited)));
  const width = (amount: number) => ({ width: `${(amount / most) * 100}%` });
  return (
    <div aria-hidden className="space-y-1.5 [print-color-adjust:exact]">
      {months.map(({ paid, open, credited }, month) => (
        <div key={month} className="grid grid-cols-[2.5rem_1fr_5.5rem] items-center gap-2 text-sm tabular-nums">
          <span className="text-right text-ink-soft">{month + 1}月</span>
          <span className="block min-w-0">
            <span className="flex h-5 overflow-hidden rounded-sm">
              {groups.map(({ fill, months: own }) => (
                <span key={fill} className={fill} style={width(own[month]?.paid ?? 0)} />
              ))}
              {groups.map(({ fill, months: own }) => (
                <span key={fill} className={fill} style={width(own[month]?.open ?? 0)}>
                  <span className={`block h-full border-y-2 border-danger ${stripes}`} />
                </span>
              ))}
            </span>
            {credited > 0 && (
              <span className="mt-0.5 block h-1.5 bg-line-strong" style={width(credited)}>
                <span className={`block h-full ${stripes}`} />
              </span>
            )}
          </span>
          <span className="text-right">{paid + open - credited === 0 ? '—' : yen(paid + open - credited)}</span>
        </div>
      ))}
    </div>
  );
}

/** What each colour and pattern means. */
export const YearLegend = ({ groups }: { groups: readonly YearGroup[] }) => (
  <ul aria-hidden className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-sm [print-color-adjust:exact]">
    {groups.map(({ name, fill }) => (
      <li key={fill} className="flex min-w-0 items-center gap-2">
        <span className={`size-3.5 shrink-0 rounded-sm ${fill}`} />
        <span className="min-w-0 break-words">{name}</span>
      </li>
    ))}
    <li className="flex items-center gap-2">
      <span className="size-3.5 shrink-0 bg-tier-1">
        <span className={`block h-full border-y-2 border-danger ${stripes}`} />
      </span>
      未払い
    </li>
    <li className="flex items-center gap-2">
      <span className="h-1.5 w-3.5 shrink-0 bg-line-strong">
        <span className={`block h-full ${stripes}`} />
      </span>
      減額・返金
    </li>
  </ul>
);
