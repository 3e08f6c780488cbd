import { useParams } from 'react-router-dom';
import { getEndingReceipt } from '#shared/contract/ending';
import { plannedEndOf } from '#shared/model/ending';
import type { EndingReceipt } from '#shared/model/ending-plan';
import { isOver } from '#shared/model/subscription-status';
import { longDateTime } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import { useContact } from '../../../lib/use-contact';
import { useSubscription } from '../../../lib/use-shops';
import { Card } from '../../../ui/card';
import { ContactLine } from '../../../ui/contact-line';
import { DateText } from '../../../ui/date-text';
import { DetailList } from '../../../ui/detail-list';
import { ReadFailure } from '../../../ui/read-failure';
import { Money } from '../../../ui/money';
import { Page } from '../../../ui/page';
import { PrintButton } from '../../../ui/print-button';
import { Skeleton } from '../../../ui/skeleton';
import { MovementsCard } from '../movements/movements-card';
import { PlannedNotice } from './planned-notice';

const stateTexts: Record<EndingReceipt['state'], string> = {
  planned: '受付済み（終了日まで取り消せます）',
  ended: '終了',
  withdrawn: '取り消し済み（契約は続いています）',
};
const replaced = '終了日が変更されました（この受付の終了日は無効です）';

/** /subscription/{id}/end/receipt: the proof that an end was accepted, for the screen and for paper. */
export function EndingReceiptScreen() {
  const { id = '' } = useParams();
  const read = useCall(getEndingReceipt, { params: { id } });
  const { data, error } = read;
  const contact = useContact();
  const found = useSubscription(id);
  // The staff may have moved the end of this receipt, or ended the subscription on another day.
  const moved =
    data?.state === 'withdrawn' &&
    found.state === 'found' &&
    (isOver(found.subscription) || plannedEndOf(found.subscription) !== undefined);
  return (
    <Page
      title="解約受付書"
      back={{ to: paths.subscription(id), label: 'サブスクリプション詳細' }}
      actions={data && <PrintButton />}
    >
      {data ? (
        <div className="space-y-6">
          {data.state === 'planned' && <PlannedNotice subscriptionId={id} endsAt={data.endsAt} receiptShown />}
          <Card title={`受付番号 ${data.number}`} description={moved ? replaced : stateTexts[data.state]}>
            <ReceiptRows receipt={data} />
          </Card>
          {data.state === 'ended' && found.state === 'found' && (
            <div className="print:hidden">
              <MovementsCard customerId={found.shop.customer.id} subscriptionId={id} />
            </div>
          )}
          <ContactLine contact={contact} />
        </div>
      ) : error ? (
        <ReadFailure read={read} title="解約受付書を表示できませんでした" />
      ) : (
        <Card>
          <Skeleton lines={6} label="読み込み中" />
        </Card>
      )}
    </Page>
  );
}

const until = (unix: number) => (
  <>
    <DateText unix={unix} />
    まで
  </>
);

const ReceiptRows = ({ receipt }: { receipt: EndingReceipt }) => (
  <DetailList
    rows={{
      受付日時: longDateTime(receipt.acceptedAt * 1000),
      店舗: receipt.shopName,
      ご契約: `${receipt.contract}（${receipt.devices}台）`,
      契約番号: receipt.subscriptionId,
      契約終了日: <DateText unix={receipt.endsAt} />,
      終了日までのご請求:
        receipt.total === null ? undefined : receipt.total === 0 ? 'ありません' : <Money yen={receipt.total} />,
      未払いのご請求: receipt.owed === 0 ? 'ありません' : <Money yen={receipt.owed} />,
      返却用の箱の発送: until(receipt.boxBy),
      デバイスのご返送: until(receipt.returnBy),
    }}
  />
);
