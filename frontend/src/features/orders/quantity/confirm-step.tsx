import type { Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { deviceCount } from '#shared/model/subscription';
import { failureText } from '../../../lib/api-failure';
import { paths } from '../../../lib/paths';
import { Alert, Button, ButtonLink, Skeleton } from '../../../ui/basics';
import { cardName } from '../../payments/card/payment-card';
import { OrderConfirmation } from '../order/order-confirmation';
import { scheduleOfChange } from '../order/payment-schedule';
import { ChangedRows } from './changed-rows';
import type { MovesOfChange } from '#shared/model/movement';
import { deliveryText } from './delivery-text';
import type { QuantityRow } from './rows';
import type { Problem } from './use-confirmation';
import type { PreviewState } from './use-preview';

interface ConfirmStepProps {
  subscription: Subscription;
  rows: readonly QuantityRow[];
  /** Total of devices after the change. */
  total: number;
  moves: MovesOfChange;
  preview: PreviewState;
  problem: Problem | undefined;
  onAskAgain: () => void;
  /** Leads back to the quantities. */
  onChange: () => void;
}

/** The confirmation before the change: each quantity, the amount due now, the monthly cost (spec 4, 数量変更の確認). */
export function ConfirmStep(props: ConfirmStepProps) {
  const { subscription, rows, total, moves, preview, problem, onAskAgain, onChange } = props;
  const before = deviceCount(subscription);
  const after = rows.some(({ tier }) => tier) ? total : before;
  const planned = plannedEndOf(subscription);
  const card = subscription.default_payment_method?.card;
  const products = <ChangedRows rows={priced(rows, preview)} />;
  return (
    <div className="space-y-6">
      {problem && (
        <Alert live tone={problem.tone} title={problem.title}>
          {problem.text && <p>{problem.text}</p>}
          {problem.card && (
            <ButtonLink to={paths.subscriptionPayment(subscription.id)} variant="secondary" size="sm" className="mt-3">
              別のカードを登録する
            </ButtonLink>
          )}
        </Alert>
      )}
      {preview.state !== 'ready' && (
        <div className="rounded-card border border-line bg-canvas p-4">
          {products}
          {preview.state === 'loading' && <Skeleton lines={5} label="料金を計算しています" />}
        </div>
      )}
      {preview.state === 'error' && (
        <Alert live tone="danger" title="料金を計算できませんでした">
          <p>{failureText(preview.error, { refused: '時間をおいて、もう一度お試しください。' })}</p>
          <Button variant="secondary" size="sm" className="mt-3" onClick={onAskAgain}>
            もう一度計算する
          </Button>
        </Alert>
      )}
      {preview.state === 'ready' && (
        <OrderConfirmation
          pricing={{ breakdown: [], discount: preview.costs.monthly.discount, total: preview.costs.monthly.total }}
          products={products}
          quantity={`${after}台（変更前 ${before}台）`}
          promoCode=""
          schedule={scheduleOfChange(preview.costs, subscription)}
          dueToday={preview.costs.dueNowLines}
          method={card ? `クレジットカード（${cardName(card)}）` : 'クレジットカード（未登録）'}
          delivery={{ label: 'お届け・返却', text: deliveryText(moves, after < before) }}
          endsAt={planned === undefined ? undefined : planned * 1000}
          onChange={{ quantity: onChange }}
        />
      )}
    </div>
  );
}

/** Takes over the exact unit prices from the preview. */
const priced = (rows: readonly QuantityRow[], preview: PreviewState): QuantityRow[] =>
  rows.map((row) => ({
    ...row,
    unitAmount:
      (preview.state === 'ready'
        ? preview.costs.monthly.lines.find(({ name }) => name === row.name)?.unitAmount
        : undefined) ?? row.unitAmount,
  }));
