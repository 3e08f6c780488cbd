import { Download, FilePlus2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { getDocument } from '#shared/contract/document';
import { type ExplainedDocument, takenBack } from '#shared/model/document';
import { yen } from '#shared/numbers';
import { paths } from '../../lib/paths';
import { useCall } from '../../lib/use-call';
import { Card, DateText, DetailList, Money, Unbroken } from '../../ui/content';
import { Page } from '../../ui/page';
import { KeepingNotice, otherwisePaid, PrintButton } from './document-list';
import { ButtonLink, PartFailure, Skeleton } from '../../ui/basics';
import { ReadStates } from '../../ui/read-states';
import { cardName } from '../payments/card/payment-card';
import { DocumentBadges } from './document-search';
import { noReceipt, sumsOf } from './document-sums';

/** /payment-history/{customerId}/{invoice}: an invoice line by line, with Stripe's PDF of it. */
export function DocumentScreen() {
  const { customerId = '', invoice = '' } = useParams();
  const read = useCall(getDocument, { params: { id: invoice } }, { again: true });
  const { data } = read;
  return (
    <Page
      title={data?.kind === 'credit_note' ? '減額・返金の明細' : 'ご請求の明細'}
      back={{ to: paths.paymentHistory(customerId), label: 'お支払い履歴' }}
      actions={data && <Actions document={data} />}
    >
      <ReadStates read={read} failed="明細の取得に失敗しました" skeleton={<Skeleton className="h-64 w-full" />}>
        {(document) => (
          <>
            {document.pdf === null && (
              <PartFailure className="mb-5" read={read} title="PDFは、いま開けません">
                しばらくしてから、もう一度お試しください。
              </PartFailure>
            )}
            <Explained document={document} />
          </>
        )}
      </ReadStates>
    </Page>
  );
}

const Actions = ({ document: { id, storeId, state, pdf, receipts, credit } }: { document: ExplainedDocument }) => (
  <span className="grid grid-cols-2 justify-items-start gap-x-3.5 gap-y-1 max-sm:w-full sm:flex print:hidden">
    {pdf !== null && (
      <ButtonLink to={pdf} reloadDocument size="sm" Icon={Download} className="max-sm:col-span-2 max-sm:w-full">
        {credit ? 'PDFをダウンロード' : state === 'paid' ? '請求書・領収書PDF' : '請求書PDF'}
      </ButtonLink>
    )}
    {receipts && (
      <Link to={paths.documentReceipt(storeId, id)} className="quiet-link px-2.5 max-sm:-ml-2.5">
        <FilePlus2 aria-hidden className="size-4" />
        領収明細を作成
      </Link>
    )}
    <PrintButton variant="quiet" size="sm" className="-ml-4 sm:-mr-4" />
  </span>
);

function Explained({ document }: { document: ExplainedDocument }) {
  const { amount, state, mark, date, number, recipient, issuer, credit } = document;
  return (
    <div className="space-y-5">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className={`text-2xl ${state === 'void' ? 'text-ink-soft' : 'font-bold'}`}>
            <Money yen={amount} />
          </p>
          <DocumentBadges state={state} mark={mark} />
        </div>
        <div className="mt-4">
          <DetailList
            rows={{
              発行日: <DateText day={date} />,
              [credit ? 'クレジットノート番号' : '請求書番号']: number,
              宛名: <Unbroken text={[recipient.name && `${recipient.name} 様`, ...recipient.address].join('\n')} />,
              発行者: issuer.name,
              登録番号: issuer.registrationNumber,
              お支払い: paidBy(document),
              領収明細: mark && noReceipt(document),
              元のご請求: credit && (
                <Link to={paths.document(document.storeId, credit.invoiceId)} className="text-link">
                  元の請求書の明細
                </Link>
              ),
              減額・返金の方法: credit && creditWords(credit).join('\n'),
            }}
          />
        </div>
      </Card>
      <Lines document={document} />
      <KeepingNotice />
    </div>
  );
}

function paidBy({ paidAt, card, amount }: ExplainedDocument): ReactNode {
  if (paidAt === null) return null;
  const how = card ? cardName(card) : amount > 0 ? otherwisePaid : 'お支払いはありません';
  return (
    <>
      <DateText unix={paidAt} /> <span className="inline-block">{how}</span>
    </>
  );
}

/** Where the amount of a credit note went. */
const creditWords = ({ lowered, refunded, toBalance, elsewhere }: NonNullable<ExplainedDocument['credit']>): string[] =>
  (
    [
      ['お支払い前のご請求額から減額', lowered],
      ['お支払いに使われたカードへ返金', refunded],
      ['次回以降のご請求に充当', toBalance],
      ['そのほかの方法で返金', elsewhere],
    ] as const
  ).flatMap(([words, amount]) => (amount > 0 ? [`${words}: ${yen(amount)}`] : []));

/** What a line's sentence says after the name. */
const detailOf = ({ name, sentence }: ExplainedDocument['lines'][number]): string =>
  sentence.slice(name.length).replace(/^[ 。の]/, '');

const row = 'flex items-baseline justify-between gap-x-4 py-3';

function Lines({ document }: { document: ExplainedDocument }) {
  const { lines } = document;
  const back = takenBack(document);
  const sums = [...sumsOf(document), ...(back > 0 ? [['お支払い後の減額・返金', -back] as const] : [])];
  const main = sums.length - (back > 0 ? 2 : 1);
  return (
    <Card title="内訳">
      <ul className="-mt-3 divide-y divide-line">
        {lines.map((line, index) => (
          // Lines of a document never change their order.
          <li key={index} className="py-3">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 flex-1 basis-[8rem]">{line.name}</span>
              <Money className="font-medium" yen={line.amount - line.discount} />
            </span>
            <span className="phrased block text-sm text-ink-soft">{detailOf(line)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-2 border-t-2 border-line pt-1">
        {sums.map(([label, value], index) => (
          <div key={label} className={`${row} flex-wrap py-1.5 ${index === main ? 'text-lg font-semibold' : ''}`}>
            <dt>{label}</dt>
            <dd className="whitespace-nowrap tabular-nums">{yen(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
