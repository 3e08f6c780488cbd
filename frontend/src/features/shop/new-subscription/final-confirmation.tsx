import { trialDays, type Pricing } from '#shared/model/pricing';
import { longDate } from '../../../lib/format';
import { DetailRow } from '../../../ui/detail-row';
import { Money } from '../../../ui/money';
import { PriceBreakdown } from '../order/price-breakdown';

interface FinalConfirmationProps {
  pricing: Pricing;
  promoCode: string;
  /** Which card is charged, in words. */
  card: string;
  /** Free at first; without it the first month is charged at once. */
  trial: boolean;
  /** Unix milliseconds. */
  now: number;
}

/**
 * All that the law wants to be seen before an order (特定商取引法 12-6): quantity, price (total and each instalment), time
 * and method of payment, delivery, period, cancellation.
 */
export function FinalConfirmation({ pricing, promoCode, card, trial, now }: FinalConfirmationProps) {
  const units = pricing.breakdown.reduce((sum, line) => sum + line.quantity, 0);
  const firstCharge = longDate(now + trialDays * 24 * 60 * 60 * 1000);
  return (
    <div>
      <div className="rounded-card border border-line bg-canvas p-4 sm:p-5">
        <PriceBreakdown pricing={pricing} />
      </div>
      <dl className="mt-3 divide-y divide-line">
        <DetailRow label="ご利用台数">
          <span className="tabular-nums">{units}台</span>
        </DetailRow>
        {promoCode !== '' && <DetailRow label="プロモーションコード">{promoCode}</DetailRow>}
        <DetailRow label="本日のお支払い">
          <strong>
            <Money yen={trial ? 0 : pricing.total} />
          </strong>
          {trial ? `（${trialDays}日間の無料トライアル）` : '（税込・初月分）'}
        </DetailRow>
        <DetailRow label={trial ? '最初のお支払い' : '2回目以降のお支払い'}>
          {trial ? `${firstCharge}に` : '毎月の更新日に'}
          <Money yen={pricing.total} />
          {trial && '、以後は毎月1回'}
        </DetailRow>
        {pricing.discount > 0 && (
          <DetailRow label="割引の終了後">
            プロモーションの適用期間が終わると、月額
            <Money yen={pricing.total + pricing.discount} />
            （税込）です
          </DetailRow>
        )}
        <DetailRow label="お支払い方法">{card}</DetailRow>
        <DetailRow label="お届け">お申し込みの確認後、店舗のお届け先へ発送します</DetailRow>
        <DetailRow label="契約期間">1か月（自動更新）</DetailRow>
        <DetailRow label="解約">
          解約を希望する日の30日前までに、契約の画面からお手続きください。
          {trial && 'トライアル期間中の解約には料金がかかりません。'}お支払い済みの料金の返金・日割り精算はありません。
        </DetailRow>
      </dl>
    </div>
  );
}
