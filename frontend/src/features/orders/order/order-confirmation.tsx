import type { ComponentProps, ReactNode } from 'react';
import type { ResponseOf } from '#shared/contract/call';
import { getConfig } from '#shared/contract/platform';
import { lateCancellation, noRefund, noticeRequest } from '#shared/model/ending';
import { trialDays, type QuantityPreview } from '#shared/model/pricing';
import type { StripeAddress } from '#shared/model/address';
import { longDate } from '../../../lib/format';
import { useCall } from '../../../lib/use-call';
import { DetailRow, Money } from '../../../ui/content';
import { Folded } from '../../../ui/disclosure';
import { PartFailure, Skeleton } from '../../../ui/basics';
import type { PaymentSchedule } from './payment-schedule';
import { isOnePrice, PriceBreakdown } from './price-breakdown';
import { AddressText } from '../../shop-page/address-text';

interface OrderConfirmationProps {
  /** The monthly price that is shown, and with which the order is sent. */
  pricing: ComponentProps<typeof PriceBreakdown>['pricing'];
  products?: ReactNode;
  quantity: ReactNode;
  /** Empty for none. */
  promoCode: string;
  schedule: PaymentSchedule;
  /** What today's payment is made of, if it is more than one amount. */
  dueToday?: QuantityPreview['dueNowLines'];
  method: string;
  /** Delivery and return of the devices, with their times. */
  delivery: { label: 'お届け' | 'お届け・返却'; text: string; to?: StripeAddress | undefined };
  /** Unix milliseconds; undefined for a subscription that is renewed. */
  endsAt: number | undefined;
  onChange: { quantity: () => void; method?: () => void };
}

/** Whether the confirmation can show the stage's terms: no order is sent without them on the screen. */
export const useTermsKnown = (): boolean => useCall(getConfig).data !== undefined;

/**
 * The last screen before an order, for all orders: price, and everything that the law requires (特定商取引法 12-6):
 * quantity, price, time and method of payment, delivery, period, cancellation. No order compiles without one of the
 * rows.
 */
export function OrderConfirmation({
  pricing,
  products,
  quantity,
  promoCode,
  schedule,
  dueToday = [],
  method,
  delivery,
  endsAt,
  onChange,
}: OrderConfirmationProps) {
  const config = useCall(getConfig);
  return (
    <div className="space-y-3">
      <dl className="divide-y divide-line">
        <DetailRow label="契約台数" onChange={onChange.quantity}>
          <span className="tabular-nums">{quantity}</span>
        </DetailRow>
        <PaymentRows schedule={schedule} dueToday={dueToday} />
      </dl>
      {!isOnePrice(pricing) && (
        <section aria-label="月額料金" className="rounded-card border border-line bg-canvas p-4">
          <PriceBreakdown pricing={pricing} products={products} quiet />
        </section>
      )}
      <dl className="divide-y divide-line [dl+&]:-mt-3 [dl+&]:border-t [dl+&]:border-line">
        {promoCode !== '' && <DetailRow label="プロモーションコード">{promoCode}</DetailRow>}
        <DetailRow label="お支払い方法" onChange={onChange.method}>
          {method}
        </DetailRow>
        <DetailRow label={delivery.label}>
          {delivery.text}
          {delivery.to && <AddressText {...delivery.to} postalCode={delivery.to.postal_code} />}
        </DetailRow>
        <DetailRow label="契約期間">
          {endsAt === undefined ? '1か月（自動更新）' : `${longDate(endsAt)}まで（自動更新オフ）`}
        </DetailRow>
        {config.data && <StageRow stage={config.data} trial={schedule.today.is === 'trial'} />}
      </dl>
      {!config.data &&
        (config.error ? (
          <PartFailure read={config} title="解約の条件を取得できませんでした" />
        ) : (
          <Skeleton lines={3} />
        ))}
    </div>
  );
}

/** The row that the stage decides: how to cancel, and whom to ask. */
const StageRow = ({ stage: { contact }, trial }: { stage: ResponseOf<typeof getConfig>; trial: boolean }) => (
  <DetailRow label="解約">
    <ul className={termsList}>
      <li>
        {noticeRequest}
        {lateCancellation[0]}
        {trial && 'トライアル期間中の解約には料金がかかりません。'}
      </li>
      <li>{noRefund}</li>
    </ul>
    <Folded label="すべての条件とお問い合わせ先" className="-mb-2.5">
      <ul className={`${termsList} pb-2.5`}>
        <li>{lateCancellation[1]}</li>
        <li>
          お問い合わせ：{contact.company} {contact.telephone}（{contact.hours}）
        </li>
      </ul>
    </Folded>
  </DetailRow>
);
const termsList = 'named text-sm list-disc space-y-1 pl-5 marker:text-ink-soft';

const todayNotes: Record<PaymentSchedule['today']['is'], string> = {
  trial: `（${trialDays}日間の無料トライアル）`,
  'first-month': '（税込・初月分）',
  'rest-of-period': '（税込・今期の日割り分）',
};

type PaymentRowsProps = Pick<OrderConfirmationProps, 'schedule'> & Required<Pick<OrderConfirmationProps, 'dueToday'>>;

function PaymentRows({ schedule, dueToday }: PaymentRowsProps) {
  const { today, next, monthly, afterDiscount, discounted } = schedule;
  const noted = today.amount > 0 || today.is === 'trial';
  return (
    <>
      <DetailRow
        label="本日のお支払い"
        below={today.amount > 0 && dueToday.length > 0 && <DueLines lines={dueToday} />}
      >
        <strong className="text-xl">
          <Money yen={today.amount} />
        </strong>
        {noted && <span className="inline-block text-sm">{todayNotes[today.is]}</span>}
      </DetailRow>
      <DetailRow label={nextLabels[today.is]}>
        <NextPayment today={today.is} next={next} monthly={monthly} />
      </DetailRow>
      {afterDiscount !== undefined && <DiscountRows monthly={afterDiscount} discounted={discounted} />}
    </>
  );
}

/** What today's amount is made of; the whole width is theirs. */
const DueLines = ({ lines }: { lines: QuantityPreview['dueNowLines'] }) => (
  <Folded label="内訳" className="-mb-2.5">
    {lines.map(({ description, amount }, index) => (
      // Lines may be equal; another preview shows all of them anew.
      <span key={index} className="flex items-baseline justify-between gap-3 pb-2 text-ink-soft">
        <span className="phrased">{description}</span>
        <Money yen={amount} />
      </span>
    ))}
  </Folded>
);

/** The discounted payments, and the monthly price without the discount: `monthly`, in yen. */
function DiscountRows({ monthly, discounted }: { monthly: number; discounted: PaymentSchedule['discounted'] }) {
  if (discounted?.payments === null)
    return <DetailRow label="割引の期間">ご契約が続くあいだ、毎月のお支払いに適用されます</DetailRow>;
  return (
    <>
      {discounted && (
        <DetailRow label="割引の期間">
          {discounted.until === null
            ? `最初の${discounted.payments}回のお支払いに適用されます`
            : `${longDate(discounted.until * 1000)}までの${discounted.payments}回のお支払いに適用されます`}
        </DetailRow>
      )}
      <DetailRow label="割引の終了後">
        プロモーションの適用期間が終わると、月額
        <Money yen={monthly} />
        （税込）です
      </DetailRow>
    </>
  );
}

type NextPaymentProps = Pick<PaymentSchedule, 'next' | 'monthly'> & { today: PaymentSchedule['today']['is'] };

const nextLabels: Record<PaymentSchedule['today']['is'], string> = {
  trial: '最初のお支払い',
  'first-month': '2回目以降',
  'rest-of-period': '次回のお支払い',
};

/** When the next payment is made, and what follows it. */
function NextPayment({ today, next, monthly }: NextPaymentProps): ReactNode {
  if (next === 'none') return '契約が終了するため、次回以降のご請求はありません';
  const changes = next.after !== 'none' && next.amount !== monthly;
  return (
    <>
      {longDate(next.at)}に
      <Money yen={next.amount} />
      {changes && today === 'rest-of-period' ? '（精算と割引を含む）' : <span className="inline-block">（税込）</span>}
      {next.after === 'none' ? '、以後のご請求はありません' : `、以後${next.after ? '契約の終了まで' : ''}毎月`}
      {changes && <Money yen={monthly} />}
    </>
  );
}
