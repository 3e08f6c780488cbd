import type { ShopRecord, Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { deviceCount } from '#shared/model/subscription';
import { failureText } from '../../../lib/api';
import { paths } from '../../../lib/paths';
import { Alert, Button, ButtonLink, Skeleton } from '../../../ui/basics';
import { Badge, FromTo, Money } from '../../../ui/content';
import { cardName } from '../../payments/card/payment-card';
import { OrderConfirmation } from '../order/order-confirmation';
import { scheduleOfChange } from '../order/payment-schedule';
import { monthlyPrice } from '../subscription-rules';
import type { MovesOfChange } from '#shared/model/movement';
import { deliveryText } from './delivery-text';
import { isChanged, isRemoved, type QuantityRow } from './rows';
import type { PreviewState, Problem } from './use-confirmation';

interface ConfirmStepProps extends Pick<ShopRecord, 'customer'> {
  subscription: Subscription;
  rows: readonly QuantityRow[];
  total: number;
  moves: MovesOfChange;
  preview: PreviewState;
  problem: Problem | undefined;
  onAskAgain: () => void;
  onChange: () => void;
}

/** The confirmation before the change: each quantity, the amount due now, the monthly cost (spec 4, 数量変更の確認). */
export function ConfirmStep(props: ConfirmStepProps) {
  const { customer, subscription, rows, total, moves, preview, problem, onAskAgain, onChange } = props;
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
          pricing={{
            breakdown: [],
            discount: preview.costs.monthly.discount,
            before: monthlyPrice(subscription).total,
            total: preview.costs.monthly.total,
          }}
          products={products}
          quantity={
            before === after ? `${after}台` : <FromTo from={`${before}台`} to={`${after}台`} className="text-xl" />
          }
          promoCode=""
          schedule={scheduleOfChange(preview.costs, subscription)}
          dueToday={preview.costs.dueNowLines}
          method={card ? cardName(card) : '未登録'}
          delivery={{
            label: after > before && moves.calledOff === 0 ? 'お届け' : 'お届け・返却',
            text: deliveryText(moves, after < before),
            to: moves.ship > 0 ? customer.shipping?.address : undefined,
          }}
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

const counted = ({ tier }: QuantityRow, count: number): string => `${count}${tier ? '台' : ''}`;

const ChangedRows = ({ rows }: { rows: readonly QuantityRow[] }) => (
  <ul aria-label="変更内容" className="mb-3 space-y-2">
    {rows.map((row) => (
      <li
        key={row.key}
        className={`flex flex-wrap items-baseline justify-between gap-x-3 ${isChanged(row) ? '' : 'text-ink-soft'}`}
      >
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          <p className={isRemoved(row) ? 'text-ink-soft line-through' : ''}>{row.name}</p>
          <p className="text-xs text-ink-soft sm:text-sm">
            <Money yen={row.unitAmount} />
            /月
          </p>
        </div>
        <div className="ml-auto flex shrink-0 flex-wrap items-center justify-end gap-x-2">
          {isRemoved(row) && <Badge tone="danger">削除</Badge>}
          {row.before === 0 && <Badge tone="success">追加</Badge>}
          {isChanged(row) ? (
            <FromTo from={counted(row, row.before)} to={counted(row, row.after)} className="text-lg" />
          ) : (
            <p className="tabular-nums">{counted(row, row.after)}</p>
          )}
        </div>
      </li>
    ))}
  </ul>
);
