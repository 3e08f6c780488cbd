import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { awaitsPayment, hasNotBegun, isChangeable, isOver, isRenewable } from '#shared/model/subscription';
import { arrangementWords } from '../quantity/not-changeable';
import { paths } from '../../../lib/paths';
import { useSubscription } from '../../../lib/use-shops';
import { Alert, Button } from '../../../ui/basics';
import { Card } from '../../../ui/content';
import { NextInvoiceCard } from '../../documents/next-invoice-card';
import { MovementsCard } from '../../movements/movements-card';
import { owesPayment } from '../../payments/payment/open-invoices';
import { PayPanel } from '../../payments/payment/pay-panel';
import { ShopPage } from '../../shop-page/shop-page';
import { renews, monthlyPrice } from '../subscription-rules';
import { SubscriptionCard } from './subscription-card';
import { PaymentMethodCard } from './payment-method-card';
import { RenewalCard, useAutoRenewal } from './renewal-card';
import { TrialEnding } from './trial-ending';
import {
  NewSubscriptionButton,
  NewSubscriptionFlow,
  firstStep,
  type NewSubscriptionStep,
} from '../new-subscription/new-subscription-flow';
import { useSettled } from '../../../ui/steps';
import { lazyDialog } from '../../../ui/lazy-dialog';

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
      title="契約の詳細"
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

/** Without a parcel or charge of its own, the other cards share the width. */
const columns = `in-order grid items-start gap-4 sm:gap-6 *:min-w-0 lg:grid-cols-[4fr_3fr] lg:has-[>:empty]:grid-cols-1
  [&>:empty+*]:grid lg:[&>:empty+:has(>:nth-child(2))]:grid-cols-2`;
const column = 'gap-4 sm:gap-6 not-empty:grid';

interface SubscriptionProps {
  shop: ShopRecord;
  subscription: Subscription;
  /** Unix milliseconds. */
  now: number;
}

/** To the screen's one switch, which is far below on a phone. */
const focusRenewal = (): void => document.querySelector<HTMLElement>('[role=switch]')?.focus();

/** What its owner has to know first: an end of its trial, a debt, or what the staff arranged. */
function Notices({ shop, subscription, now }: SubscriptionProps) {
  const { arrangement } = subscription;
  return (
    <>
      <TrialEnding
        subscription={subscription}
        now={now}
        renewal={
          <button type="button" className="text-link underline" onClick={focusRenewal}>
            自動更新
          </button>
        }
      />
      {owesPayment(shop, subscription) && <PayPanel shop={shop} subscription={subscription} now={now} />}
      {/* Stripe resumes it only when asked (the SDK's `Subscriptions.resume`), which the staff do. */}
      {subscription.status === 'paused' && (
        <Alert tone="warning" title="契約を一時停止しています">
          {subscription.default_payment_method
            ? '再開をご希望の場合は、担当者までご連絡ください。'
            : '再開するには、カードを登録して、担当者までご連絡ください。'}
        </Alert>
      )}
      {arrangement && !isOver(subscription) && (
        <Alert tone="info" title={arrangementWords[arrangement].title}>
          {arrangementWords[arrangement].text}
        </Alert>
      )}
    </>
  );
}

interface NextStepProps {
  ends: boolean;
  renewal: ReturnType<typeof useAutoRenewal>;
  onQuantity: () => void;
}

/** To continue, or to change the quantity: a second press of the one does not press the other in its place. */
function NextStep({ ends, renewal: [change, busy], onQuantity }: NextStepProps) {
  const settled = useSettled(ends, true);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy && ends}
      onClick={() => settled && (ends ? change(true) : onQuantity())}
    >
      {ends ? '契約を続ける' : '数量を変更'}
    </Button>
  );
}

function SubscriptionCards({ shop, subscription, now }: SubscriptionProps) {
  const [dialog, setDialog] = useState<'quantity' | 'cancel'>();
  const [order, setOrder] = useState<NewSubscriptionStep>();
  const ended = isOver(subscription);
  const { arrangement } = subscription;
  const close = (): void => setDialog(undefined);
  const cancel = !ended && (
    <Button variant="quiet" size="sm" className="-ml-4" onClick={() => setDialog('cancel')}>
      {endWords(subscription)}
    </Button>
  );
  const owes = owesPayment(shop, subscription);
  const renewal = useAutoRenewal(shop.customer.id, subscription);
  // Its next step is the way back.
  const ends = subscription.cancel_at_period_end && isRenewable(subscription);
  // What is owed is paid first: the server refuses an order before.
  const offersNext = shop.subscriptions.every((one) => isOver(one) && !owesPayment(shop, one));
  // The panel of a late payment has the card, and the way to another.
  const cardAbove = owes && awaitsPayment(subscription);
  return (
    <>
      <div className="space-y-4 sm:space-y-6">
        <Notices shop={shop} subscription={subscription} now={now} />
        <SubscriptionCard
          customer={shop.customer}
          subscription={subscription}
          now={now}
          owes={owes}
          action={
            ends || isChangeable(subscription) ? (
              <NextStep ends={ends} renewal={renewal} onQuantity={() => setDialog('quantity')} />
            ) : (
              offersNext && <NewSubscriptionButton variant="primary" onBegin={() => setOrder(firstStep(shop))} />
            )
          }
        />
        <div className={columns}>
          <div className={`${column} in-order empty:hidden`}>
            {isNext(shop, subscription) && (
              <NextInvoiceCard
                customerId={shop.customer.id}
                told={{ amount: monthlyPrice(subscription).total, at: subscription.current_period_end }}
              />
            )}
            <MovementsCard customerId={shop.customer.id} subscriptionId={subscription.id} />
          </div>
          <div className={column}>
            {!cardAbove && !ended && <PaymentMethodCard subscription={subscription} now={now} />}
            {hasNotBegun(subscription) || arrangement === 'scheduled' ? (
              <Card className="*:-my-2">{cancel}</Card>
            ) : ended ? null : (
              <RenewalCard subscription={subscription} renewal={renewal}>
                {ends && isChangeable(subscription) && (
                  <Button variant="quiet" size="sm" className="-ml-4" onClick={() => setDialog('quantity')}>
                    数量を変更
                  </Button>
                )}
                {cancel}
              </RenewalCard>
            )}
          </div>
        </div>
      </div>
      <NewSubscriptionFlow shop={shop} now={now} step={order} onStep={setOrder} />
      {dialog === 'quantity' && <QuantityDialog shop={shop} subscription={subscription} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog shop={shop} subscription={subscription} now={now} onClose={close} />}
    </>
  );
}
