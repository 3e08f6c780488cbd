import type { Subscription } from '#shared/model/customer';
import { mostDevices } from '#shared/model/quantity-limits';
import { Stepper } from '../../../ui/stepper';
import { otherItems, type QuantityDraft, type QuantityRow } from './rows';
import { MonthlyEstimate } from './total-step';

interface OthersStepProps {
  subscription: Subscription;
  draft: QuantityDraft;
  rows: readonly QuantityRow[];
  onOther: (itemId: string, quantity: number) => void;
}

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
