import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  ArrowRight,
  Download,
  FileText,
  ListTree,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Payment } from '#shared/model/customer';
import type { Document } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { DateText, Money, Badge, StatusBadge, type StatusLook } from '../../../ui/content';
import { MarkBadge } from '../document-search';
import { longDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { PaidLine } from '../document-list';

const head = 'px-5 py-3 text-left text-sm font-medium text-ink-soft';
const cell = 'px-5 py-2.5';

interface PaymentsProps {
  payments: readonly Payment[];
  /** What is known of each beside, by its id; undefined until it is read. */
  documents: ReadonlyMap<string, Document> | undefined;
  label: string;
}

/** The payment history as a table, for wide screens. */
export const PaymentTable = ({ payments, documents, label }: PaymentsProps) => (
  <div className="card overflow-x-auto">
    <table className="w-full">
      <caption className="sr-only">{label}</caption>
      <thead className="border-b border-line bg-canvas">
        <tr>
          <th scope="col" className={head}>
            日付
          </th>
          <th scope="col" className={`${head} text-right`}>
            金額（税込）
          </th>
          <th scope="col" className={head}>
            状態
          </th>
          <th scope="col" className={`${head} print:hidden`}>
            請求書・領収書
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td className={cell}>
              <DateText unix={payment.created} />
            </td>
            <td className={`${cell} text-right`}>
              <PaymentAmount payment={payment} />
            </td>
            <td className={cell}>
              <PaymentBadges payment={payment} documents={documents} />
              <Paid payment={payment} documents={documents} />
            </td>
            <td className={`${cell} print:hidden`}>
              <PaymentLinks payment={payment} className="-ml-2.5" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** An amount of yen followed by its currency in capitals, as in Stripe's codes (spec 2). */
const PaymentAmount = ({ payment: { amount, currency } }: { payment: Payment }) => (
  <span className="whitespace-nowrap">
    <Money className="font-semibold" yen={amount} />
    <span className="ml-1.5 text-xs text-ink-soft">{currency.toUpperCase()}</span>
  </span>
);

/** Spec 4, Payment status display; `succeeded` is an older word for paid. */
const looks: Readonly<Record<string, StatusLook>> = {
  paid: { label: 'お支払い完了', tone: 'success', Icon: CircleCheck },
  succeeded: { label: 'お支払い完了', tone: 'success', Icon: CircleCheck },
  pending: { label: '処理中', tone: 'warning', Icon: Clock },
  failed: { label: '失敗', tone: 'danger', Icon: CircleX },
  canceled: { label: 'キャンセル', tone: 'neutral', Icon: Ban },
};

/** How a payment's status is shown; undefined for a status that is not known here. */
export const paymentLook = (status: string): StatusLook | undefined =>
  Object.hasOwn(looks, status) ? looks[status] : undefined;

/** The status of a payment as a label with colour and icon; an unknown status is shown as it is, in gray. */
export function PaymentBadge({ status }: { status: string }) {
  const look = paymentLook(status);
  return look ? <StatusBadge look={look} /> : <Badge>{status}</Badge>;
}

type OnePayment = { payment: Payment } & Pick<PaymentsProps, 'documents'>;

const PaymentBadges = ({ payment: { id, status }, documents }: OnePayment) => (
  <span className="flex flex-wrap gap-1.5">
    <PaymentBadge status={status} />
    <MarkBadge mark={documents?.get(id)?.mark} />
  </span>
);

const Paid = ({ payment: { id, created, status, amount }, documents }: OnePayment) => {
  const document = documents?.get(id);
  // Its line has a place until it is read.
  if (!documents && status === 'paid' && amount > 0) return <span className="block text-sm">&nbsp;</span>;
  return document && <PaidLine document={document} day={isoDayInJapan(created)} />;
};

/** The payment history as cards, for phones. */
export const PaymentCards = ({ payments, documents, label }: PaymentsProps) => (
  <ul aria-label={label} className="space-y-3">
    {payments.map((payment) => (
      <li key={payment.id} className="card p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-sm text-ink-soft">
            <DateText unix={payment.created} />
          </p>
          <PaymentBadges payment={payment} documents={documents} />
        </div>
        <p className="mt-1 text-lg">
          <PaymentAmount payment={payment} />
        </p>
        <Paid payment={payment} documents={documents} />
        <PaymentLinks payment={payment} className="mt-1.5 -mb-1.5 -ml-2.5" />
      </li>
    ))}
  </ul>
);

const look = 'quiet-link px-2.5';

/**
 * The explained invoice of a payment, unless that is not final yet, and its documents at the payment provider; for a
 * failed one also a link to its subscription, which can be paid there.
 */
function PaymentLinks({ payment, className = '' }: { payment: Payment; className?: string }) {
  const { customerId = '' } = useParams();
  const { id, invoice_pdf: pdf, hosted_invoice_url: page, status, subscription, created } = payment;
  const day = longDate(created * 1000);
  return (
    <div className={`flex flex-wrap gap-x-1 ${className}`}>
      {status === 'failed' && subscription && (
        <Link to={paths.subscription(subscription)} className={look}>
          お支払いへ進む
          <span className="sr-only">（{day}分）</span>
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
      {(pdf || page) && status !== 'pending' && (
        <Link to={paths.document(customerId, id)} className={look}>
          <ListTree aria-hidden className="size-4" />
          明細
          <span className="sr-only">（{day}分）</span>
        </Link>
      )}
      {page && (
        <StripeDocument href={page} day={day} Icon={FileText}>
          {status === 'paid' ? '領収書' : '請求書'}
        </StripeDocument>
      )}
      {pdf && (
        <StripeDocument href={pdf} day={day} Icon={Download}>
          <span>
            <span className="sr-only">{status === 'paid' ? '請求書・領収書' : '請求書'} </span>PDF
          </span>
        </StripeDocument>
      )}
    </div>
  );
}

interface StripeDocumentProps {
  href: string;
  day: string;
  Icon: LucideIcon;
  children: ReactNode;
}

function StripeDocument({ href, day, Icon, children }: StripeDocumentProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={look}>
      <Icon aria-hidden className="size-4" />
      {children}
      <span className="sr-only">（{day}分、新しいタブで開きます）</span>
    </a>
  );
}
