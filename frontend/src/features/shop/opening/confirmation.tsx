import type { Pricing } from '#shared/model/pricing';
import { trialDays } from '#shared/model/pricing';
import type { ShopForm } from '#shared/model/shop-form';
import { longDate } from '../../../lib/format';
import { AddressText } from '../address-text';
import { Card } from '../../../ui/card';
import { DetailRow } from '../../../ui/detail-row';
import { Money } from '../../../ui/money';
import { PriceBreakdown } from '../order/price-breakdown';

interface ConfirmationProps {
  form: ShopForm;
  pricing: Pricing | undefined;
  /** Unix milliseconds; from when the trial counts. */
  now: number;
}

/**
 * What is about to be ordered (spec 2), with all that the law wants to be seen before an order: quantity, price, time
 * and method of payment, delivery, period, cancellation (特定商取引法 12-6).
 */
export function Confirmation({ form, pricing, now }: ConfirmationProps) {
  const subscribed = form.creationMode === 'with-subscription';
  const firstCharge = now + trialDays * 24 * 60 * 60 * 1000;
  const shipping = {
    name: form.shippingName,
    postalCode: form.shippingPostalCode,
    state: form.shippingState,
    line1: form.shippingLine1,
    line2: form.shippingLine2,
  };
  const billing = {
    name: form.billingName,
    postalCode: form.billingPostalCode,
    state: form.billingState,
    line1: form.billingLine1,
    line2: form.billingLine2,
  };
  return (
    <div className="space-y-6">
      <Card title="店舗">
        <dl className="divide-y divide-line">
          <DetailRow label="店舗名">{form.storeName}</DetailRow>
          <DetailRow label="代理店コード">
            <span className="tabular-nums">{form.dealerCode}</span>
          </DetailRow>
          <DetailRow label="お届け先">
            <AddressText {...shipping} />
          </DetailRow>
          <DetailRow label="電話番号">
            <span className="tabular-nums">{form.shippingPhone}</span>
          </DetailRow>
          <DetailRow label="請求先">
            {form.useSameAddress ? (
              'お届け先と同じ'
            ) : billing.line1 || billing.name ? (
              <AddressText {...billing} />
            ) : (
              '未入力'
            )}
          </DetailRow>
        </dl>
      </Card>
      {subscribed && (
        <Card title="サブスクリプション">
          {pricing && <PriceBreakdown pricing={pricing} />}
          <dl className="mt-4 divide-y divide-line border-t border-line">
            <DetailRow label="ご利用台数">
              <span className="tabular-nums">{form.revonizerQuantity}台</span>
            </DetailRow>
            {form.promoCode && <DetailRow label="プロモーションコード">{form.promoCode}</DetailRow>}
            <DetailRow label="本日のお支払い">
              <strong>
                <Money yen={0} />
              </strong>
              （{trialDays}日間の無料トライアル）
            </DetailRow>
            <DetailRow label="最初のお支払い">
              {longDate(firstCharge)}に{pricing ? <Money yen={pricing.total} /> : '月額料金'}、以後は毎月1回
            </DetailRow>
            <DetailRow label="お支払い方法">クレジットカード（名義人：{form.cardholderName}）</DetailRow>
            <DetailRow label="お届け">お申し込みの確認後、お届け先へ発送します</DetailRow>
            <DetailRow label="契約期間">1か月（自動更新）</DetailRow>
            <DetailRow label="解約">
              解約を希望する日の30日前までに、契約の画面からお手続きください。トライアル期間中の解約には料金がかかりません。お支払い済みの料金の返金・日割り精算はありません。
            </DetailRow>
          </dl>
        </Card>
      )}
    </div>
  );
}
