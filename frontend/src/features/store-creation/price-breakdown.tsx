import type { Pricing } from '../../../../shared/model/pricing';
import { Money } from '../../ui/money';

const colours: Record<Pricing['breakdown'][number]['tier'], string> = {
  FIRST_UNIT: 'bg-tier-1',
  SECOND_TO_FOURTH: 'bg-tier-2',
  FIFTH_AND_MORE: 'bg-tier-3',
};

/** How the monthly price is made up: a bar in proportion for the eye, the lines for the reader. */
export function PriceBreakdown({ pricing }: { pricing: Pricing }) {
  const lines = pricing.breakdown.filter((line) => line.quantity > 0);
  const full = lines.reduce((sum, line) => sum + line.amount, 0);
  return (
    <div>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
        {lines.map((line) => (
          <span key={line.tier} className={colours[line.tier]} style={{ width: `${(line.amount / full) * 100}%` }} />
        ))}
      </div>
      <dl className="mt-4 space-y-2 tabular-nums">
        {lines.map((line) => (
          <div key={line.tier} className="flex items-baseline justify-between gap-4">
            <dt className="flex items-baseline gap-2 text-ink-soft">
              <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${colours[line.tier]}`} />
              <span>
                <span className="block sm:inline">{line.name}</span>
                <span className="block text-sm sm:ml-2 sm:inline">
                  <Money yen={line.unitAmount} /> × {line.quantity}台
                </span>
              </span>
            </dt>
            <dd className="whitespace-nowrap">
              <Money yen={line.amount} />
            </dd>
          </div>
        ))}
        {pricing.discount > 0 && (
          <div className="flex items-baseline justify-between gap-4 text-success">
            <dt>割引</dt>
            <dd>
              −<Money yen={pricing.discount} />
            </dd>
          </div>
        )}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 font-semibold">
          <dt>月額合計（税込）</dt>
          <dd className="text-xl">
            <Money yen={pricing.total} />
          </dd>
        </div>
      </dl>
    </div>
  );
}
