import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type ShopRecord, type Subscription, metadataKeys } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { awaitsPayment, hasNotBegun, isOver } from '#shared/model/subscription';
import { arrangementWords } from '../quantity/not-changeable';
import { paths } from '../../../lib/paths';
import { useSubscription } from '../../../lib/use-shops';
import { Alert, Button } from '../../../ui/basics';
import { DateText } from '../../../ui/content';
import { NextInvoiceCard } from '../../documents/next-invoice-card';
import { MovementsCard } from '../../movements/movements-card';
import { owesPayment } from '../../payments/payment/open-invoices';
import { PayPanel } from '../../payments/payment/pay-panel';
import { ShopPage } from '../../shop-page/shop-page';
import { lastDayOfTrial, renews, monthlyPrice, trialAhead } from '../subscription-rules';
import { SubscriptionCard } from './subscription-card';
import { PaymentMethodCard } from './payment-method-card';
import { RenewalCard } from './renewal-card';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { shopName } from '../../../lib/format';

const QuantityDialog = lazyDialog(() => import('../quantity/quantity-dialog').then((module) => module.QuantityDialog));
const CancelDialog = lazyDialog(() => import('./cancel-dialog').then((module) => module.CancelDialog));

/** One subscription: its state, price and actions (spec 2, Subscription detail). */
export function SubscriptionScreen() {
  const { id = '' } = useParams();
  const found = useSubscription(id);
  const back =
    found.state === 'found'
      ? { to: paths.shopServices(found.shop.customer.id), label: '契約中のサービス', tab: true }
      : { to: paths.home, label: '店舗一覧', tab: true };
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

/** The way to an end, in the words of the dialog that it opens. */
function endWords(subscription: Subscription): string {
  if (hasNotBegun(subscription)) return '申し込みを取り消す';
  return plannedEndOf(subscription) === undefined ? '解約する' : '終了日を待たずに解約する';
}

/** Whether the shop's next charge is this subscription's: of those that continue, it renews first. */
const isNext = (shop: ShopRecord, subscription: Subscription): boolean =>
  shop.subscriptions.filter(renews).toSorted((one, other) => one.current_period_end - other.current_period_end)[0]
    ?.id === subscription.id;

/** What follows the open parcels is shown once they are known, and does not move then. */
const columns = `grid items-start gap-4 sm:gap-6 *:min-w-0 lg:grid-cols-[4fr_3fr] lg:has-[>:empty]:grid-cols-1
  max-lg:[&>:has(.animate-pulse)~*]:invisible`;
const column = 'space-y-4 sm:space-y-6';

function SubscriptionCards({ shop, subscription, now }: { shop: ShopRecord; subscription: Subscription; now: number }) {
  const [dialog, setDialog] = useState<'quantity' | 'cancel'>();
  const ended = isOver(subscription);
  const { arrangement } = subscription;
  const close = (): void => setDialog(undefined);
  const cancel = !ended && (
    <Button variant="quiet" size="sm" className="-ml-4" onClick={() => setDialog('cancel')}>
      {endWords(subscription)}
    </Button>
  );
  const owes = owesPayment(shop, subscription);
  // The panel of a late payment has the card, and the way to another.
  const cardAbove = owes && awaitsPayment(subscription);
  const trialEnd = trialAhead(subscription, now);
  const paysAfterTrial =
    !subscription.cancel_at_period_end && subscription.default_payment_method !== null && !arrangement;
  const lastDay = lastDayOfTrial(subscription, now);
  const trialTold = lastDay !== undefined && paysAfterTrial;
  return (
    <>
      <div className="space-y-4 sm:space-y-6">
        {trialTold && (
          <Alert tone="warning" title={`${lastDay}、無料トライアルが終わります`}>
            <DateText unix={trialEnd ?? 0} form="minute" />
            から、月額料金のお支払いが始まります。
          </Alert>
        )}
        {owes && <PayPanel shop={shop} subscription={subscription} now={now} />}
        {/* Stripe resumes it only when asked (the SDK's `Subscriptions.resume`), which the staff do. */}
        {subscription.status === 'paused' && (
          <Alert tone="warning" title="契約を一時停止しています">
            {subscription.default_payment_method
              ? '再開をご希望の場合は、担当者までご連絡ください。'
              : '再開するには、カードを登録して、担当者までご連絡ください。'}
          </Alert>
        )}
        {arrangement && !ended && (
          <Alert tone="info" title={arrangementWords[arrangement].title}>
            {arrangementWords[arrangement].text}
          </Alert>
        )}
        <SubscriptionCard
          subscription={subscription}
          now={now}
          trialTold={trialTold}
          onChangeQuantity={() => setDialog('quantity')}
        />
        <div className={columns}>
          <div className={`${column} empty:hidden [&>:has(.animate-pulse)~*]:invisible`}>
            {isNext(shop, subscription) && (
              <NextInvoiceCard customerId={shop.customer.id} explained={monthlyPrice(subscription).total} />
            )}
            <MovementsCard customerId={shop.customer.id} subscriptionId={subscription.id} />
          </div>
          <div className={column}>
            {!cardAbove && <PaymentMethodCard subscription={subscription} now={now} />}
            {ended || arrangement === 'scheduled' ? (
              cancel
            ) : (
              <RenewalCard customerId={shop.customer.id} subscription={subscription}>
                {cancel}
              </RenewalCard>
            )}
            {shop.subscriptions.every(isOver) && (
              <Link to={paths.shopServices(shop.customer.id)} className="quiet-link mx-3 px-2 sm:mx-5">
                レンタルを申し込む
              </Link>
            )}
            <ShopCard customer={shop.customer} />
          </div>
        </div>
      </div>
      {dialog === 'quantity' && <QuantityDialog shop={shop} subscription={subscription} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog shop={shop} subscription={subscription} now={now} onClose={close} />}
    </>
  );
}

/** Whose subscription it is (spec 2, Subscription detail). */
function ShopCard({ customer }: Pick<ShopRecord, 'customer'>) {
  const agency = customer.metadata[metadataKeys.agencyName];
  return (
    <section aria-label="店舗" className="flex flex-wrap items-baseline gap-x-4 px-5 text-sm text-ink-soft sm:px-7">
      <Link to={paths.shop(customer.id)} className="named quiet-link -mx-2 px-2">
        {shopName(customer)}
      </Link>
      {agency && <span>代理店 {agency}</span>}
    </section>
  );
}
