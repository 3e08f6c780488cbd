import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { lateCancellation, noticeRequest } from '#shared/model/ending-words';
import { isOver, isRenewable } from '#shared/model/subscription-status';
import { paths } from '../../../lib/paths';
import { useSubscription } from '../../../lib/use-shops';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { NextInvoiceCard } from '../../documents/next-invoice-card';
import { MovementsCard } from '../../movements/movements-card';
import { owesPayment } from '../../payments/payment/open-invoices';
import { PayPanel } from '../../payments/payment/pay-panel';
import { ShopPage } from '../../shop-page/shop-page';
import { renews } from '../subscription-rules';
import { SubscriptionCard } from './subscription-card';
import { PaymentMethodCard } from './payment-method-card';
import { PriceCard } from './price-card';
import { RenewalCard } from './renewal-card';
import { ShopLinkCard } from './shop-link-card';
import { lazyDialog } from '../../../ui/lazy-dialog';

const QuantityDialog = lazyDialog(() => import('../quantity/quantity-dialog').then((module) => module.QuantityDialog));
const CancelDialog = lazyDialog(() => import('./cancel-dialog').then((module) => module.CancelDialog));

/** One subscription: its state, price and actions (spec 2, Subscription detail). */
export function SubscriptionScreen() {
  const { id = '' } = useParams();
  const found = useSubscription(id);
  const back =
    found.state === 'found'
      ? { to: paths.shopServices(found.shop.customer.id), label: '契約中のサービス' }
      : { to: paths.home, label: '店舗一覧' };
  return (
    <ShopPage
      title="サブスクリプション詳細"
      back={back}
      found={found}
      failed="サブスクリプション情報の取得に失敗しました"
      missing="指定されたサブスクリプションが見つかりません"
    >
      {({ shop, subscription }, now) => (
        <SubscriptionCards key={subscription.id} shop={shop} subscription={subscription} now={now} />
      )}
    </ShopPage>
  );
}

/** Whether the shop's next charge is this subscription's: of those that continue, it renews first. */
const isNext = (shop: ShopRecord, subscription: Subscription): boolean =>
  shop.subscriptions.filter(renews).toSorted((one, other) => one.current_period_end - other.current_period_end)[0]
    ?.id === subscription.id;

interface SubscriptionCardsProps {
  shop: ShopRecord;
  subscription: Subscription;
  now: number;
}

function SubscriptionCards({ shop, subscription, now }: SubscriptionCardsProps) {
  const [dialog, setDialog] = useState<'quantity' | 'cancel'>();
  const ended = isOver(subscription);
  const close = (): void => setDialog(undefined);
  return (
    <>
      <div className="space-y-6">
        {owesPayment(shop, subscription) && <PayPanel shop={shop} subscription={subscription} now={now} />}
        {/* Stripe resumes it only when asked (the SDK's `Subscriptions.resume`), which the staff do. */}
        {subscription.status === 'paused' && (
          <Alert tone="warning" title="契約を一時停止しています">
            {subscription.default_payment_method
              ? '再開をご希望の場合は、担当者までご連絡ください。'
              : '再開するには、カードを登録して、担当者までご連絡ください。'}
          </Alert>
        )}
        <SubscriptionCard subscription={subscription} now={now} onChangeQuantity={() => setDialog('quantity')} />
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <div className="space-y-6">
            <PriceCard subscription={subscription} />
            {isRenewable(subscription) && <RenewalCard customerId={shop.customer.id} subscription={subscription} />}
          </div>
          <div className="space-y-6">
            <PaymentMethodCard subscription={subscription} now={now} />
            <ShopLinkCard customer={shop.customer} />
          </div>
        </div>
        {!ended && (
          <Card title="解約" description={isRenewable(subscription) ? noticeRequest + lateCancellation : undefined}>
            <Button variant="dangerQuiet" onClick={() => setDialog('cancel')}>
              解約する
            </Button>
          </Card>
        )}
        {/* These come last, because they load later and must not move what is already shown. */}
        {isNext(shop, subscription) && <NextInvoiceCard customerId={shop.customer.id} />}
        <MovementsCard customerId={shop.customer.id} subscriptionId={subscription.id} />
      </div>
      {dialog === 'quantity' && <QuantityDialog shop={shop} subscription={subscription} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog shop={shop} subscription={subscription} now={now} onClose={close} />}
    </>
  );
}
