import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { FilePlus2 } from 'lucide-react';
import { getDocument, issueReceipt } from '#shared/contract/document';
import {
  type ReceiptIssue,
  receiptWishSchema,
  type ExplainedDocument,
  type Receipts,
  type ReceiptWish,
  takenBack,
} from '#shared/model/document';
import { yen } from '#shared/numbers';
import { paths } from '../../lib/paths';
import { useCall } from '../../lib/use-call';
import { Alert, Skeleton, Button } from '../../ui/basics';
import { ReadStates } from '../../ui/read-states';
import { Page } from '../../ui/page';
import { PrintButton, otherwisePaid } from './document-list';
import { noReceipt, sumsOf } from './document-sums';
import { callApi, doneOrFound } from '../../lib/api';
import { longDateTime } from '../../lib/format';
import { Card, DateText, Money } from '../../ui/content';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { useSubmitForm } from '../../ui/use-submit-form';
import { cardName } from '../payments/card/payment-card';

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
      description="宛名と但し書きを変えて印刷できる控えです。経理には、請求書・領収書PDFをお使いください。"
      back={{ to: paths.document(customerId, invoice), label: 'ご請求の明細' }}
      actions={made && <PrintButton />}
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

/** What was taken back of a payment, and whether receipts were made before. */
function CreditNotice({ credited, issues }: { credited: number; issues: readonly ReceiptIssue[] }) {
  const older = issues.filter((issue) => (issue.credited ?? 0) !== credited);
  return (
    <Alert tone="info" title={`お支払いの後に${yen(credited)}を減額・返金しました`}>
      これから作成する領収明細には、減額・返金と差引の金額を記載します。
      {older.length > 0 &&
        `${older.map(({ issue }) => `${issue}回目`).join('、')}の領収明細には、いまの金額が記載されていません。` +
          '必要なときは再発行し、以前のものは破棄してください。'}
    </Alert>
  );
}

interface WishFormProps {
  document: ExplainedDocument;
  receipts: Receipts;
  onMade: (receipt: ReceiptIssue) => void;
}

/** For whom and for what a receipt is made, and those made before. */
function WishForm({ document, receipts: { wish, count, issues }, onMade }: WishFormProps) {
  const { id, amount, paidAt } = document;
  const credited = takenBack(document);
  const { mutate: readAgain } = useCall(getDocument, { params: { id } });

  /** The receipt that was made although its response was lost: another one would be marked. */
  const findMade = async ({ addressee, proviso }: ReceiptWish): Promise<ReceiptIssue | undefined> =>
    (await readAgain())?.receipts?.issues.find(
      (one) => one.issue > count && one.addressee === addressee && one.proviso === proviso,
    );

  const form = useSubmitForm(receiptWishSchema, {
    defaultValues: wish,
    send: async (body) => {
      const making = callApi(issueReceipt, { params: { id }, body }).then(({ receipt }) => receipt);
      onMade(await doneOrFound(making, () => findMade(body), Boolean));
    },
    failed: {},
  });
  return (
    <Card
      title={
        <>
          <Money yen={amount} />
          {paidAt !== null && (
            <>
              （<DateText unix={paidAt} />
              お支払い）
            </>
          )}
        </>
      }
    >
      {credited > 0 && (
        <div className="mb-5">
          <CreditNotice credited={credited} issues={issues} />
        </div>
      )}
      <Form form={form} className="max-w-md space-y-5">
        <TextField label="宛名" autoComplete="organization" required {...form.field('addressee')} />
        <TextField
          label="但し書き"
          help="宛名と但し書きは、次回も同じ内容が入ります。"
          autoComplete="off"
          required
          {...form.field('proviso')}
        />
        <Button type="submit" busy={form.busy} Icon={FilePlus2} className="max-sm:w-full">
          {count === 0 ? '領収明細を作成' : '領収明細を再発行'}
        </Button>
      </Form>
      {count > 0 && (
        <div className="mt-5 border-t border-line pt-4 text-sm text-ink-soft">
          <p>これまでに{count}回作成しました。2回目からは「再発行」と表示されます。</p>
          <ul aria-label="作成の記録" className="mt-2 list-disc space-y-1 pl-5">
            {issues.map(({ issue, issuedAt, addressee, by }) => (
              <li key={issue}>
                {issue}回目　{longDateTime(issuedAt * 1000)}　{addressee} 様{by === 'staff' && '（担当者が作成）'}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

/**
 * The printed receipt. It has no registration number, so that one payment has one qualified invoice: Stripe's.
 */
function ReceiptPaper({ document, receipt }: { document: ExplainedDocument; receipt: ReceiptIssue }) {
  const { amount, number, paidAt, card, lines, issuer } = document;
  const priced = lines.map((line) => [line.sentence, line.amount - line.discount] as const);
  const rows = [...priced, ...sumsOf(document)];
  return (
    <article aria-label="領収明細" data-print="paper" className="card space-y-6 p-6 sm:p-10">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-2xl font-bold tracking-[0.4em]">領収明細</h2>
        {receipt.issue > 1 && <p className="border-2 border-current px-3 py-1 text-lg font-bold text-danger">再発行</p>}
      </header>
      <p className="border-b-2 border-line pb-1 text-xl font-semibold break-words">{receipt.addressee} 様</p>
      <p className="rounded-field bg-sunken px-5 py-4 text-center text-3xl font-bold tabular-nums">{yen(amount)}</p>
      {receipt.credited !== undefined && (
        <p className="text-center">
          このお支払いのうち{yen(receipt.credited)}は、お支払いの後に減額・返金しました（差引{' '}
          {yen(amount - receipt.credited)}）。
        </p>
      )}
      <p className="break-words">但し {receipt.proviso}</p>
      <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[8rem_1fr]">
        <dt className="text-ink-soft">お支払い日</dt>
        <dd>{paidAt !== null && <DateText unix={paidAt} />}</dd>
        <dt className="text-ink-soft">お支払い方法</dt>
        <dd>{card ? `クレジットカード（${cardName(card)}）` : otherwisePaid}</dd>
        <dt className="text-ink-soft">請求書番号</dt>
        <dd className="break-all">{number}</dd>
        <dt className="text-ink-soft">発行者</dt>
        <dd>{issuer.name}</dd>
        <dt className="text-ink-soft">作成日</dt>
        <dd>
          <DateText unix={receipt.issuedAt} />
          {receipt.issue > 1 && `（${receipt.issue}回目の作成）`}
        </dd>
      </dl>
      <table className="w-full text-sm">
        <caption className="mb-1 text-left font-semibold">内訳</caption>
        <tbody className="divide-y divide-line border-y border-line">
          {rows.map(([label, value], index) => (
            // Lines of a document never change their order.
            <tr key={index}>
              <td className="py-2 pr-4">{label}</td>
              <td className="py-2 text-right whitespace-nowrap tabular-nums">{yen(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-ink-soft">
        {'この明細は適格請求書（インボイス）ではありません。仕入税額控除には、' +
          `請求書番号 ${number} の請求書・領収書のPDFをお使いください。` +
          '同じお支払いを二重に計上しないようご注意ください。'}
      </p>
    </article>
  );
}
