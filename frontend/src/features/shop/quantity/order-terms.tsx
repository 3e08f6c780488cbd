import type { Subscription } from '#shared/model/customer';
import type { QuantityPreview } from '#shared/model/pricing';
import { DateText } from '../../../ui/date-text';
import { DetailRow } from '../../../ui/detail-row';
import { Money } from '../../../ui/money';
import { cardName } from '../card/payment-card';

interface OrderTermsProps {
  subscription: Subscription;
  preview: QuantityPreview;
  /** Devices of the subscription before and after. */
  before: number;
  after: number;
}

/**
 * What the law wants to be seen before an order is made: quantity, price, time and method of payment, delivery, period,
 * cancellation (特定商取引法 12-6).
 */
export function OrderTerms({ subscription, preview, before, after }: OrderTermsProps) {
  const card = subscription.default_payment_method?.card;
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      <DetailRow narrow label="数量">
        <span className="tabular-nums">
          契約台数 {after}台（変更前 {before}台）
        </span>
      </DetailRow>
      <DetailRow narrow label="支払時期">
        {preview.dueNow > 0 && (
          <span className="block">
            日割り分 <Money yen={preview.dueNow} />
            ：お手続き時
          </span>
        )}
        {subscription.cancel_at_period_end ? (
          <span className="block">契約が終了するため、次回以降のご請求はありません</span>
        ) : (
          <>
            <span className="block">
              次回 <Money yen={preview.nextInvoice.amount} />：<DateText unix={preview.nextInvoice.date} />
            </span>
            <span className="block">
              以後 毎月 <Money yen={preview.monthly.total} />
            </span>
          </>
        )}
      </DetailRow>
      <DetailRow narrow label="支払方法">
        {card ? `クレジットカード（${cardName(card)}）` : 'クレジットカード（未登録）'}
      </DetailRow>
      <DetailRow narrow label="お届け・返却">
        {after > before && '追加のデバイスは、お手続きの確認後にお届け先へ発送します。'}
        {after < before && '減らすデバイスは、返却用の箱をお送りしますので、到着後すみやかにご返送ください。'}
        {after === before && 'デバイスの発送・返却はありません。'}
      </DetailRow>
      <DetailRow narrow label="契約期間">
        {subscription.cancel_at_period_end ? (
          <>
            <DateText unix={subscription.current_period_end} />
            まで（自動更新オフ）
          </>
        ) : (
          '1か月（自動更新）'
        )}
      </DetailRow>
      <DetailRow narrow label="解約">
        解約を希望する日の30日前までに、契約の画面からお手続きください。お支払い済みの料金の返金・日割り精算はありません。
      </DetailRow>
    </dl>
  );
}
