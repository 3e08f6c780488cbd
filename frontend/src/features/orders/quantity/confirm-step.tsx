import type { Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import type { QuantityPreview } from '#shared/model/pricing';
import { deviceCount } from '#shared/model/subscription';
import { failureText } from '../../../lib/api-failure';
import { paths } from '../../../lib/paths';
import { Alert, Button, ButtonLink, Skeleton } from '../../../ui/basics';
import { DateText, Money } from '../../../ui/content';
import { cardName } from '../../payments/card/payment-card';
import { OrderConfirmation } from '../order/order-confirmation';
import { scheduleOfChange } from '../order/payment-schedule';
import { ChangedRows } from './changed-rows';
import { deliveryText, type MovesOfChange } from './moves-of-change';
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
}

/** The confirmation before the change: each quantity, the amount due now, the monthly cost (spec 4, 数量変更の確認). */
export function ConfirmStep({ subscription, rows, total, moves, preview, problem, onAskAgain }: ConfirmStepProps) {
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
      <ChangedRows rows={priced(rows, preview)} />
      {preview.state === 'loading' && (
        <div className="rounded-card border border-line bg-canvas p-4 sm:p-5">
          <Skeleton lines={5} label="料金を計算しています" />
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
        <>
          <DueNow costs={preview.costs} ending={subscription.cancel_at_period_end} />
          <NewTerms subscription={subscription} rows={rows} total={total} moves={moves} costs={preview.costs} />
        </>
      )}
    </div>
  );
}

/** The subscription as it is after the change. */
function NewTerms({
  subscription,
  rows,
  total,
  moves,
  costs,
}: Pick<ConfirmStepProps, 'subscription' | 'rows' | 'total' | 'moves'> & { costs: QuantityPreview }) {
  const { monthly, nextInvoice } = costs;
  const before = deviceCount(subscription);
  const after = rows.some(({ tier }) => tier) ? total : before;
  const ending = subscription.cancel_at_period_end;
  const planned = plannedEndOf(subscription);
  const card = subscription.default_payment_method?.card;
  const breakdown = monthly.lines.map((line) => ({ ...line, tier: rows.find(({ name }) => name === line.name)?.tier }));
  return (
    <OrderConfirmation
      pricing={{ breakdown, discount: monthly.discount, total: monthly.total }}
      priceTitle={
        ending ? (
          '変更後の月額料金'
        ) : (
          <>
            次回（
            <DateText unix={nextInvoice.date} />
            ）からの月額料金
          </>
        )
      }
      priceNote={
        !ending &&
        nextInvoice.amount !== monthly.total && (
          <>
            次回のご請求額は、精算と割引を含めて
            <Money yen={nextInvoice.amount} />
            です。
          </>
        )
      }
      quantity={`契約台数 ${after}台（変更前 ${before}台）`}
      promoCode=""
      schedule={scheduleOfChange(costs, subscription)}
      method={card ? `クレジットカード（${cardName(card)}）` : 'クレジットカード（未登録）'}
      delivery={{ label: 'お届け・返却', text: deliveryText(moves, after < before) }}
      endsAt={planned === undefined ? undefined : planned * 1000}
    />
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

function DueNow({ costs, ending }: { costs: QuantityPreview; ending: boolean }) {
  return (
    <section aria-label="本日のお支払い" className="rounded-card border border-line p-4 sm:p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-semibold">本日のお支払い</h3>
        <p className="text-2xl font-bold">
          <Money yen={costs.dueNow} />
        </p>
      </div>
      {costs.dueNow === 0 ? (
        <p className="mt-1 text-sm text-ink-soft">
          本日のお支払いはありません。{!ending && '次回のご請求から新しい料金になります。'}
        </p>
      ) : (
        <ul className="mt-3 space-y-1.5 text-sm text-ink-soft tabular-nums">
          {costs.dueNowLines.map((line, index) => (
            // Lines may be equal; another preview shows all of them anew.
            <li key={index} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">{line.description}</span>
              <Money className="shrink-0" yen={line.amount} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
