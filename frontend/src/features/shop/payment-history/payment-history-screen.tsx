import { CreditCard, ReceiptText } from 'lucide-react';
import { useParams } from 'react-router-dom';
import type { ShopRecord } from '#shared/model/customer';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/shop-name';
import { useMedia } from '../../../lib/use-media';
import { useShop } from '../../../lib/use-shops';
import { useNow } from '../../../lib/use-now';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Page } from '../../../ui/page';
import { Skeleton } from '../../../ui/skeleton';
import { StaleNotice } from '../stale-notice';
import { Freshness } from '../freshness';
import { ShopStates } from '../shop-states';
import { PaymentCards } from './payment-cards';
import { PaymentTable } from './payment-table';

/** /payment-history/{customerId}: what a shop has paid and is to pay, newest first (spec 2, Payment history). */
export function PaymentHistoryScreen() {
  const { customerId = '' } = useParams();
  const found = useShop(customerId);
  return (
    <Page
      title="お支払い履歴"
      back={{ to: paths.shop(customerId), label: '店舗詳細へ戻る' }}
      {...(found.state === 'found' && {
        description: shopName(found.shop.customer),
        actions: (
          <ButtonLink
            to={paths.subscriptionPayment(customerId)}
            variant="secondary"
            icon={<CreditCard aria-hidden className="size-5" />}
          >
            お支払い設定
          </ButtonLink>
        ),
      })}
    >
      <ShopStates
        found={found}
        failed="お支払い履歴の取得に失敗しました"
        missing="指定された店舗が見つかりません"
        skeleton={<HistorySkeleton />}
      >
        {({ shop }: { shop: ShopRecord }) => <History shop={shop} />}
      </ShopStates>
    </Page>
  );
}

function History({ shop }: { shop: ShopRecord }) {
  const now = useNow();
  const wide = useMedia('(min-width: 1024px)');
  const payments = shop.payment_history;
  if (payments.length === 0) {
    return (
      <>
        <StaleNotice shops={[shop]} now={now} />
        <EmptyState picture={<ReceiptText className="size-12" strokeWidth={1.5} />} title="お支払い履歴はありません">
          料金のお支払いがあると、請求書や領収書をここからご覧いただけます。
        </EmptyState>
        <Freshness shop={shop} now={now} />
      </>
    );
  }
  return (
    <>
      <StaleNotice shops={[shop]} now={now} />
      {wide ? <PaymentTable payments={payments} /> : <PaymentCards payments={payments} />}
      <p className="phrased mt-5 text-sm text-ink-soft">
        請求書・領収書のPDFは、電子帳簿保存法により、ダウンロードしたデータのままお客様ご自身で保存していただく必要があります。
      </p>
      <Freshness shop={shop} now={now} />
    </>
  );
}

const HistorySkeleton = () => (
  <div className="space-y-3">
    {['first', 'second', 'third'].map((row) => (
      <div key={row} className="flex items-center justify-between gap-6 rounded-card border border-line bg-surface p-5">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-5 w-24" />
      </div>
    ))}
  </div>
);
