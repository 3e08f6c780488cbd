import type { ReactNode } from 'react';
import type { Tier } from '#shared/model/pricing';
import { sum } from '#shared/numbers';
import { FromTo, Money } from '../../../ui/content';

/** One product of a monthly price; amounts in yen, tax included. `tier` is absent for products outside the tiers. */
export interface PriceLine {
  tier?: Tier | undefined;
  name: string;
  quantity: number;
  unitAmount: number;
  amount: number;
}

interface PriceBreakdownProps {
  pricing: { breakdown: readonly PriceLine[]; discount: number; /** Until now. */ before?: number; total: number };
  totalLabel?: string;
  /** The products in another form, instead of a bar and their amounts. */
  products?: ReactNode;
  /** Another amount beside it is the one that is looked for. */
  quiet?: boolean;
}

const colours: Record<Tier, string> = {
  FIRST_UNIT: 'bg-tier-1',
  SECOND_TO_FOURTH: 'bg-tier-2',
  FIFTH_AND_MORE: 'bg-tier-3',
};
const colourOf = ({ tier }: PriceLine): string => (tier ? colours[tier] : 'bg-line-strong');

/** Whether a price is that of one product, which its total says. */
export const isOnePrice = ({ breakdown, discount }: PriceBreakdownProps['pricing']): boolean =>
  breakdown.filter(({ quantity }) => quantity > 0).length === 1 && discount === 0;

/** The parts of the monthly price: a bar in proportion, and a list. */
export function PriceBreakdown({
  pricing,
  totalLabel = '月額合計（税込）',
  products,
  quiet = false,
}: PriceBreakdownProps) {
  const lines = pricing.breakdown.filter((line) => line.quantity > 0);
  const full = sum(lines.map(({ amount }) => amount));
  // One product alone is the whole.
  const barred = lines.length > 1;
  const { before, total } = pricing;
  const one = isOnePrice(pricing) ? lines[0] : undefined;
  return (
    <div>
      {products}
      {!products && barred && (
        <div aria-hidden className="mb-4 flex h-3 gap-0.5 overflow-hidden rounded-full bg-ink/8">
          {full > 0 &&
            lines.map((line) => (
              <span
                key={line.name}
                className={`transition-[width] duration-200 ${colourOf(line)}`}
                style={{ width: `${(line.amount / full) * 100}%` }}
              />
            ))}
        </div>
      )}
      <dl className="space-y-2 tabular-nums">
        {!products &&
          !one &&
          lines.map((line) => (
            <div key={line.name} className="flex flex-wrap items-baseline justify-between gap-x-2 sm:flex-nowrap">
              <dt className="flex min-w-0 items-baseline gap-2 text-sm text-ink-soft sm:text-base">
                {barred && <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${colourOf(line)}`} />}
                <span>
                  {line.name}
                  <span className="ml-1.5 inline-block text-xs sm:text-sm">
                    <Money yen={line.unitAmount} /> × {line.quantity}
                    {line.tier && '台'}
                  </span>
                </span>
              </dt>
              <dd className="ml-auto whitespace-nowrap">
                <Money yen={line.amount} />
              </dd>
            </div>
          ))}
        {pricing.discount > 0 && (
          <div className="flex items-baseline justify-between gap-4 text-success">
            <dt>割引</dt>
            <dd>
              <Money yen={-pricing.discount} />
            </dd>
          </div>
        )}
        <div
          className={[
            'flex flex-wrap justify-between gap-x-4 font-semibold',
            one ? 'items-end' : 'items-baseline border-t border-line pt-3',
          ].join(' ')}
        >
          <dt>
            {one && <span className="block text-sm font-normal text-ink-soft">{one.name}</span>}
            {totalLabel}
          </dt>
          <dd className={`ml-auto ${quiet ? '' : 'text-xl'}`}>
            {before === undefined || before === total ? (
              <Money yen={total} />
            ) : (
              <FromTo from={<Money yen={before} />} to={<Money yen={total} />} />
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}
