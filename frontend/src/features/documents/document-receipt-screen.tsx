import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { getDocument } from '#shared/contract/document';
import type { ReceiptIssue } from '#shared/model/document';
import { paths } from '../../lib/paths';
import { useCall } from '../../lib/use-call';
import { Alert, Skeleton } from '../../ui/basics';
import { ReadStates } from '../../ui/read-states';
import { Page } from '../../ui/page';
import { PrintButton } from './document-list';
import { noReceipt } from './document-sums';
import { ReceiptPaper } from './receipt-paper';
import { WishForm } from './receipt-wish-form';

/**
 * /payment-history/{customerId}/{invoice}/receipt: a receipt with an addressee, for printing; every later one is
 * marked.
 */
export function DocumentReceiptScreen() {
  const { customerId = '', invoice = '' } = useParams();
  const read = useCall(getDocument, { params: { id: invoice } }, { again: true });
  const [made, setMade] = useState<ReceiptIssue>();
  return (
    <Page
      title="領収明細"
      back={{ to: paths.document(customerId, invoice), label: 'ご請求の明細' }}
      actions={made && <PrintButton variant="primary" />}
    >
      <ReadStates read={read} failed="明細の取得に失敗しました" skeleton={<Skeleton className="h-64 w-full" />}>
        {(document) => (
          <>
            {document.receipts === null && (
              <Alert tone="info" title="領収明細を作成できません">
                {noReceipt(document)}
              </Alert>
            )}
            {document.receipts && !made && (
              <WishForm document={document} receipts={document.receipts} onMade={setMade} />
            )}
            {made && <ReceiptPaper document={document} receipt={made} />}
          </>
        )}
      </ReadStates>
    </Page>
  );
}
