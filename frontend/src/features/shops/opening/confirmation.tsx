import { promisedWithin } from '#shared/model/movement';
import type { PricedOrder } from '#shared/model/pricing';
import type { ShopForm } from './shop-form';
import { phoneText } from '../../../lib/format';
import { AddressText } from '../../shop-page/address-text';
import { Alert, Button, Skeleton } from '../../../ui/basics';
import { Card, ChangeButton, DetailList } from '../../../ui/content';
import { isPromoRefused } from '../../orders/order/use-pricing';
import { OrderConfirmation } from '../../orders/order/order-confirmation';
import { scheduleOfOrder } from '../../orders/order/payment-schedule';
import { billingOf, shippingOf } from './to-requests';

/** The parts of the form that the confirmation leads back to, and how the page finds the field of each. */
export const formParts = {
  shop: '[name="storeName"]',
  quantity: 'form [role="spinbutton"]',
  method: '[name="cardholderName"]',
} as const;
export type FormPart = keyof typeof formParts;

interface ConfirmationProps {
  form: ShopForm;
  onChange: (part: FormPart) => void;
  /** The price of the order: on its way, failed, or there. */
  pricing: { data: PricedOrder | undefined; error?: unknown; mutate: () => unknown };
  /** Unix milliseconds; from when the trial counts. */
  now: number;
}

/** The confirmation before the shop is opened: all input and the terms of the order (spec 2, Store form). */
export function Confirmation({ form, pricing, now, onChange }: ConfirmationProps) {
  const subscribed = form.creationMode === 'with-subscription';
  const shipping = shippingOf(form);
  const billing = billingOf(form);
  const billed = billing.postalCode || billing.state || billing.line1 || billing.line2;
  return (
    <div className="space-y-6">
      {subscribed && (
        <Card title="サブスクリプション">
          {pricing.data ? (
            <OrderConfirmation
              pricing={pricing.data}
              quantity={`${form.revonizerQuantity}台`}
              promoCode={form.promoCode}
              schedule={scheduleOfOrder(pricing.data, now)}
              method={`カード（名義人 ${form.cardholderName}）`}
              delivery={{
                label: 'お届け',
                text: `お申し込みの確認後、${promisedWithin('subscribed')}に発送します`,
              }}
              endsAt={undefined}
              onChange={{ quantity: () => onChange('quantity'), method: () => onChange('method') }}
            />
          ) : pricing.error ? (
            <Alert
              live
              tone="danger"
              title={isPromoRefused(pricing.error) ? pricing.error.message : '料金を計算できませんでした'}
            >
              {isPromoRefused(pricing.error) ? (
                '入力に戻り、プロモーションコードか台数を変更してください。'
              ) : (
                <Button variant="secondary" size="sm" onClick={() => void pricing.mutate()}>
                  もう一度計算する
                </Button>
              )}
            </Alert>
          ) : (
            <Skeleton lines={6} label="料金を計算しています" />
          )}
        </Card>
      )}
      <Card title="店舗" actions={<ChangeButton what="店舗" onClick={() => onChange('shop')} />}>
        <DetailList
          rows={{
            店舗名: form.storeName,
            代理店コード: <span className="tabular-nums">{form.dealerCode}</span>,
            お届け先: <AddressText {...shipping} />,
            電話番号: <span className="tabular-nums">{phoneText(form.shippingPhone)}</span>,
            請求先: form.useSameAddress ? (
              'お届け先と同じ'
            ) : (
              // Without an address of its own the shipping address is billed (decisions/subscriptions).
              <AddressText {...(billed ? billing : { ...shipping, name: form.billingName || form.storeName })} />
            ),
          }}
        />
      </Card>
    </div>
  );
}
