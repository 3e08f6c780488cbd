import { Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ShopRecord } from '#shared/model/customer';
import { isChangeable, isOver } from '#shared/model/subscription';
import { paths } from '../../../lib/paths';
import { useShop } from '../../../lib/use-shops';
import { Button, ButtonLink } from '../../../ui/basics';
import {
  NewSubscriptionButton,
  NewSubscriptionFlow,
  firstStep,
  type NewSubscriptionStep,
} from '../../orders/new-subscription/new-subscription-flow';
import { NextInvoiceCard } from '../../documents/next-invoice-card';
import { MovementsCard } from '../../movements/movements-card';
import { ShopPage } from '../../shop-page/shop-page';
import { renews, runningDeviceSubscription } from '../../orders/subscription-rules';
import { SubscriptionSummary } from './subscription-summary';
import { InfoCard } from './info-card';
import { lazyDialog } from '../../../ui/lazy-dialog';

const EditDialog = lazyDialog(() => import('./edit-dialog').then((module) => module.EditDialog));

/** 店舗詳細 (spec 2, Store detail). */
export function ShopScreen() {
  const { id = '' } = useParams();
  const found = useShop(id);
  const history = found.state === 'found' && (
    <ButtonLink to={paths.paymentHistory(found.shop.customer.id)} variant="secondary" Icon={ReceiptText}>
      購入履歴
    </ButtonLink>
  );
  return (
    <ShopPage
      title="店舗詳細"
      actions={history}
      found={found}
      failed="店舗情報の取得に失敗しました"
      missing="指定された店舗が見つかりません"
    >
      {({ shop }, now) => <Shop key={shop.customer.id} shop={shop} now={now} />}
    </ShopPage>
  );
}

function Shop({ shop, now }: { shop: ShopRecord; now: number }) {
  const [editing, setEditing] = useState(false);
  const [step, setStep] = useState<NewSubscriptionStep>();
  const running = runningDeviceSubscription(shop);
  return (
    <>
      <div className="space-y-6">
        <SubscriptionSummary
          shop={shop}
          now={now}
          begin={
            <div className="flex flex-wrap gap-3">
              {running && isChangeable(running) && (
                <Button
                  variant="secondary"
                  Icon={Plus}
                  onClick={() => setStep({ show: 'more', subscription: running })}
                >
                  台数を追加
                </Button>
              )}
              <NewSubscriptionButton
                variant={shop.subscriptions.every(isOver) ? 'primary' : running ? 'quiet' : 'secondary'}
                onBegin={() => setStep(firstStep(shop))}
              />
            </div>
          }
        />
        {shop.subscriptions.some(renews) && <NextInvoiceCard customerId={shop.customer.id} />}
        {/* What follows the open parcels is shown once they are known, and does not move then. */}
        <div className="space-y-6 [&>:has(.animate-pulse)~*]:invisible">
          <MovementsCard customerId={shop.customer.id} />
          <InfoCard customer={shop.customer} onEdit={() => setEditing(true)} />
        </div>
      </div>
      <NewSubscriptionFlow shop={shop} now={now} step={step} onStep={setStep} />
      {editing && <EditDialog customer={shop.customer} onClose={() => setEditing(false)} />}
    </>
  );
}
