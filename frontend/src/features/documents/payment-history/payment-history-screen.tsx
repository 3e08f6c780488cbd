import { CreditCard, ReceiptText, Search } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import type { Payment } from '#shared/model/customer';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/shop-name';
import { useMedia } from '../../../lib/use-media';
import { useShop } from '../../../lib/use-shops';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Skeleton } from '../../../ui/skeleton';
import { KeepingNotice } from '../document-list';
import { ShopPage } from '../../shop-page/shop-page';
import { PaymentCards } from './payment-cards';
import { OlderPayments } from './older-payments';
import { PaymentTable } from './payment-table';

/** /payment-history/{customerId}: a shop's past and open payments, newest first (spec 2, Payment history). */
export function PaymentHistoryScreen() {
  const { customerId = '' } = useParams();
  const found = useShop(customerId);
  return (
    <ShopPage
      title="お支払い履歴"
      back={{ to: paths.shop(customerId), label: '店舗詳細' }}
      {...(found.state === 'found' && {
        description: shopName(found.shop.customer),
        actions: (
          <ButtonLink
            to={paths.subscriptionPayment(customerId)}
            variant="secondary"
            className="print:hidden"
            icon={<CreditCard aria-hidden className="size-5" />}
          >
            お支払い設定
          </ButtonLink>
        ),
      })}
      found={found}
      failed="お支払い履歴の取得に失敗しました"
      missing="指定された店舗が見つかりません"
      skeleton={<HistorySkeleton />}
    >
      {({ shop }) => (
        <>
          <History payments={shop.payment_history} />
          <OlderPayments customerId={customerId} payments={shop.payment_history} />
          {shop.payment_history.length > 0 && <KeepingNotice />}
          <Link
            to={`${paths.documents}?store=${encodeURIComponent(customerId)}`}
            className="quiet-link mt-3 -ml-2.5 px-2.5 print:hidden"
          >
            <Search aria-hidden className="size-4" />
            請求書・領収書をさがす
          </Link>
        </>
      )}
    </ShopPage>
  );
}

function History({ payments }: { payments: readonly Payment[] }) {
  const wide = useMedia('(min-width: 1024px), print');
  if (payments.length === 0) {
    return (
      <EmptyState picture={<ReceiptText className="size-12" strokeWidth={1.5} />} title="お支払い履歴はありません">
        料金のお支払いがあると、請求書や領収書をここからご覧いただけます。
      </EmptyState>
    );
  }
  return wide ? <PaymentTable payments={payments} /> : <PaymentCards payments={payments} />;
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
