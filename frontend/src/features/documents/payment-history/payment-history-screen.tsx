import { CreditCard, Search, History as HistoryIcon } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { useState, useSyncExternalStore } from 'react';
import { listDocuments } from '#shared/contract/document';
import type { Payment } from '#shared/model/customer';
import { isoDayInJapan } from '#shared/model/japan-time';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/format';
import { useCall } from '../../../lib/use-call';
import { useShop } from '../../../lib/use-shops';
import { ButtonLink, Button, Skeleton } from '../../../ui/basics';
import { EmptyState } from '../../../ui/content';
import { DocumentList, FreeFolded, KeepingNotice, PaperPicture } from '../document-list';
import { ShopPage } from '../../shop-page/shop-page';
import { PaymentCards, PaymentTable } from './payment-table';

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
            Icon={CreditCard}
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
          <History customerId={customerId} payments={shop.payment_history} />
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

function History({ customerId, payments }: { customerId: string; payments: readonly Payment[] }) {
  // Stripe's list of invoices says neither what went back nor which card paid.
  const { data, error } = useCall(listDocuments, payments.length > 0 ? { query: { store: customerId } } : null, {
    again: true,
  });
  const known = data?.documents ?? (error ? [] : undefined);
  const documents = known && new Map(known.map((one) => [one.id, one]));
  const wide = useSyncExternalStore(whenWidthChanges, () => window.matchMedia(wideOrPaper).matches);
  if (payments.length === 0) {
    return (
      <EmptyState picture={<PaperPicture />} title="お支払い履歴はありません">
        料金のお支払いがあると、請求書や領収書をここからご覧いただけます。
      </EmptyState>
    );
  }
  const List = wide ? PaymentTable : PaymentCards;
  return (
    <FreeFolded items={payments} unit="お支払い履歴">
      {(some, label) => <List payments={some} documents={documents} label={label} />}
    </FreeFolded>
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

/**
 * The most payments in a shop's record (functions/shops/read-shop.ts): with fewer there are no older ones.
 */
const recorded = 24;

/** The payments before those of the shop's record, page by page from the documents, once they are asked for. */
function OlderPayments({ customerId, payments }: { customerId: string; payments: readonly Payment[] }) {
  const [open, setOpen] = useState(false);
  if (payments.length < recorded) return null;
  const shown = new Set(payments.map(({ id }) => id));
  const oldest = Math.min(...payments.slice(0, recorded).map(({ created }) => created));
  if (!open)
    return (
      <Button variant="secondary" block className="mt-4" Icon={HistoryIcon} onClick={() => setOpen(true)}>
        以前のお支払いを表示
      </Button>
    );
  return (
    <section aria-labelledby="older-payments" className="mt-8">
      <h2 id="older-payments" className="mb-3 text-lg font-semibold">
        以前のお支払い
      </h2>
      {/* An invoice may be issued an hour after it was made, which may be the next day. */}
      <DocumentList
        keys={{ store: customerId, to: isoDayInJapan(oldest + 86_400) }}
        without={shown}
        none="これより前のお支払いはありません。"
      />
    </section>
  );
}

/** Where the payments are a table; elsewhere they differ from it in structure, not only in style. */
const wideOrPaper = '(min-width: 1024px), print';
function whenWidthChanges(listener: () => void): () => void {
  const list = window.matchMedia(wideOrPaper);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
