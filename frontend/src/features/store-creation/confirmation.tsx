import type { ReactNode } from 'react';
import type { Pricing } from '../../../../shared/model/pricing';
import { trialDays } from '../../../../shared/model/pricing';
import type { StoreForm } from '../../../../shared/model/store-form';
import { longDate } from '../../lib/format';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { PriceBreakdown } from './price-breakdown';

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[11rem_1fr] sm:gap-4">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

interface AddressLines {
  name: string | undefined;
  postalCode: string | undefined;
  state: string | undefined;
  line1: string | undefined;
  line2: string | undefined;
}

function Address({ name, postalCode, state, line1, line2 }: AddressLines) {
  return (
    <address className="not-italic">
      {name && <span className="block">{name}</span>}
      {postalCode && <span className="block tabular-nums">〒{postalCode.replace(/^(\d{3})(\d{4})$/, '$1-$2')}</span>}
      <span className="block">
        {state}
        {line1}
      </span>
      {line2 && <span className="block">{line2}</span>}
    </address>
  );
}

interface ConfirmationProps {
  form: StoreForm;
  pricing: Pricing | undefined;
  /** Unix milliseconds; from when the trial counts. */
  now: number;
}

/**
 * What is about to be ordered (spec 2), with all that the law wants to be seen before an order: quantity, price, time and
 * method of payment, delivery, period, cancellation (特定商取引法 12-6).
 */
export function Confirmation({ form, pricing, now }: ConfirmationProps) {
  const subscribed = form.creationMode === 'with-subscription';
  const firstCharge = now + trialDays * 24 * 60 * 60 * 1000;
  const shipping = { name: form.shippingName, postalCode: form.shippingPostalCode, state: form.shippingState, line1: form.shippingLine1, line2: form.shippingLine2 };
  const billing = { name: form.billingName, postalCode: form.billingPostalCode, state: form.billingState, line1: form.billingLine1, line2: form.billingLine2 };
  return (
    <div className="space-y-6">
      <Card title="店舗">
        <dl className="divide-y divide-line">
          <Row label="店舗名">{form.storeName}</Row>
          <Row label="代理店コード">
            <span className="tabular-nums">{form.dealerCode}</span>
          </Row>
          <Row label="お届け先">
            <Address {...shipping} />
          </Row>
          <Row label="電話番号">
            <span className="tabular-nums">{form.shippingPhone}</span>
          </Row>
          <Row label="請求先">{form.useSameAddress ? 'お届け先と同じ' : billing.line1 || billing.name ? <Address {...billing} /> : '未入力'}</Row>
        </dl>
      </Card>
      {subscribed && (
        <Card title="サブスクリプション">
          {pricing && <PriceBreakdown pricing={pricing} />}
          <dl className="mt-4 divide-y divide-line border-t border-line">
            <Row label="ご利用台数">
              <span className="tabular-nums">{form.revonizerQuantity}台</span>
            </Row>
            {form.promoCode && <Row label="プロモーションコード">{form.promoCode}</Row>}
            <Row label="本日のお支払い">
              <strong>
                <Money yen={0} />
              </strong>
              （{trialDays}日間の無料トライアル）
            </Row>
            <Row label="最初のお支払い">
              {longDate(firstCharge)}に{pricing ? <Money yen={pricing.total} /> : '月額料金'}、以後は毎月1回
            </Row>
            <Row label="お支払い方法">クレジットカード（名義人：{form.cardholderName}）</Row>
            <Row label="お届け">お申し込みの確認後、お届け先へ発送します</Row>
            <Row label="契約期間">1か月（自動更新）</Row>
            <Row label="解約">
              解約を希望する日の30日前までに、契約の画面からお手続きください。トライアル期間中の解約には料金がかかりません。お支払い済みの料金の返金・日割り精算はありません。
            </Row>
          </dl>
        </Card>
      )}
    </div>
  );
}
