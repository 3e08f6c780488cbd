import type { ExplainedDocument, ReceiptIssue } from '#shared/model/document';
import { yen } from '#shared/numbers';
import { DateText } from '../../ui/content';
import { cardName } from '../payments/card/payment-card';
import { otherwisePaid } from './document-list';
import { sumsOf } from './document-sums';

interface ReceiptPaperProps {
  document: ExplainedDocument;
  receipt: ReceiptIssue;
}

/**
 * The printed receipt. It has no registration number, so that one payment has one qualified invoice: Stripe's.
 */
export function ReceiptPaper({ document, receipt }: ReceiptPaperProps) {
  const { amount, number, paidAt, card, lines, issuer } = document;
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
          {lines.map((line, index) => (
            // Lines of a document never change their order.
            <tr key={index}>
              <td className="py-2 pr-4">{line.sentence}</td>
              <td className="py-2 text-right whitespace-nowrap tabular-nums">{yen(line.amount - line.discount)}</td>
            </tr>
          ))}
          {sumsOf(document).map(([label, value]) => (
            <tr key={label}>
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
