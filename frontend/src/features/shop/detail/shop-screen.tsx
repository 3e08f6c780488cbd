import { ReceiptText } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ShopRecord } from '#shared/model/customer';
import { paths } from '../../../lib/paths';
import { useShop } from '../../../lib/use-shops';
import { useNow } from '../../../lib/use-now';
import { ButtonLink } from '../../../ui/button';
import { Page } from '../../../ui/page';
import { StaleNotice } from '../stale-notice';
import { nowFor } from '../subscription-rules';
import { Freshness } from '../freshness';
import {
  NewSubscriptionButton,
  NewSubscriptionFlow,
  firstStep,
  type NewSubscriptionStep,
} from '../new-subscription/new-subscription-flow';
import { ShopStates } from '../shop-states';
import { SubscriptionSummary } from './subscription-summary';
import { InfoCard } from './info-card';

const EditDialog = lazy(() => import('./edit-dialog').then((module) => ({ default: module.EditDialog })));

/** 店舗詳細 (spec 2, Store detail). */
export function ShopScreen() {
  const { id = '' } = useParams();
  const found = useShop(id);
  const history = found.state === 'found' && (
    <ButtonLink
      to={paths.paymentHistory(found.shop.customer.id)}
      variant="secondary"
      icon={<ReceiptText aria-hidden className="size-5" />}
    >
      購入履歴
    </ButtonLink>
  );
  return (
    <Page title="店舗詳細" actions={history}>
      <ShopStates found={found} failed="店舗情報の取得に失敗しました" missing="指定された店舗が見つかりません">
        {({ shop }) => <Shop key={shop.customer.id} shop={shop} />}
      </ShopStates>
    </Page>
  );
}

function Shop({ shop }: { shop: ShopRecord }) {
  const [editing, setEditing] = useState(false);
  const [step, setStep] = useState<NewSubscriptionStep>();
  const browserNow = useNow();
  const now = nowFor(shop, browserNow);
  return (
    <>
      <StaleNotice shops={[shop]} now={now} />
      <div className="space-y-6">
        <SubscriptionSummary
          shop={shop}
          now={now}
          begin={<NewSubscriptionButton onBegin={() => setStep(firstStep(shop))} />}
        />
        <InfoCard customer={shop.customer} onEdit={() => setEditing(true)} />
      </div>
      <Freshness shop={shop} now={now} />
      <NewSubscriptionFlow shop={shop} step={step} onStep={setStep} />
      {editing && (
        <Suspense fallback={null}>
          <EditDialog customer={shop.customer} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
