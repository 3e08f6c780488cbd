import type { ReactNode } from 'react';
import { mostDevices } from '#shared/constants';
import type { Subscription } from '#shared/model/customer';
import { deviceCount } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import { PriceBreakdown } from '../order/price-breakdown';
import { Stepper } from '../../../ui/stepper';
import { priceLines, type QuantityDraft, type QuantityRow, otherItems } from './rows';

interface TotalStepProps {
  subscription: Subscription;
  draft: QuantityDraft;
  rows: readonly QuantityRow[];
  onTotal: (total: number) => void;
  /** Which devices go back, if there will be fewer. */
  children: ReactNode;
}

/** Step 1: the new number of devices, with its tiers and price (spec 4, Quantity change). */
export function TotalStep({ subscription, draft, rows, onTotal, children }: TotalStepProps) {
  const now = deviceCount(subscription);
  const difference = draft.total - now;
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Stepper label="契約台数" value={draft.total} min={1} max={mostDevices} onChange={onTotal} />
        <p className="pb-3 text-sm text-ink-soft tabular-nums" aria-live="polite">
          現在 {now}台
          {difference !== 0 && (
            <span className={`ml-2 font-semibold ${difference > 0 ? 'text-accent-ink' : 'text-warning'}`}>
              {difference > 0 ? '＋' : '−'}
              {Math.abs(difference)}台
            </span>
          )}
        </p>
      </div>
      {children}
      <MonthlyEstimate rows={rows} />
    </div>
  );
}

/** The estimated monthly price; the confirmation shows the exact one. */
function MonthlyEstimate({ rows }: { rows: readonly QuantityRow[] }) {
  const breakdown = priceLines(rows);
  return (
    <div className="rounded-card border border-line bg-canvas p-4 sm:p-5">
      <PriceBreakdown
        pricing={{ breakdown, discount: 0, total: sum(breakdown.map(({ amount }) => amount)) }}
        totalLabel="月額の目安（税込）"
      />
      <p className="mt-3 text-sm text-ink-soft">割引と本日のお支払いは次の画面に表示します。</p>
    </div>
  );
}

type OthersStepProps = Pick<TotalStepProps, 'subscription' | 'draft' | 'rows'> & {
  onOther: (itemId: string, quantity: number) => void;
};

/** Step 2, if the subscription has products beside the devices: the quantity of each; 0 removes it (spec 4, 5). */
export function OthersStep({ subscription, draft, rows, onOther }: OthersStepProps) {
  return (
    <div className="space-y-6">
      <ul className="divide-y divide-line">
        {otherItems(subscription).map(({ subscription_item_id: id, product, quantity }) => (
          <li key={id} className="py-4 first:pt-0">
            <Stepper
              label={product.name}
              value={draft.others[id] ?? quantity}
              min={0}
              max={mostDevices}
              unit=""
              onChange={(value) => onOther(id, value)}
            />
            {product.description && <p className="mt-2 text-sm text-ink-soft">{product.description}</p>}
          </li>
        ))}
      </ul>
      <MonthlyEstimate rows={rows} />
    </div>
  );
}
