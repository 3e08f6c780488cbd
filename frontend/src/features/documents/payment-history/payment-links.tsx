import { ArrowRight, FileText, ListTree, ReceiptText, type LucideIcon } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import type { Payment } from '#shared/model/customer';
import { longDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';

const look = 'quiet-link px-2.5';

/**
 * The explained invoice of a payment, unless that is not final yet, and its documents at the payment provider; for a
 * failed one also a link to its subscription, which can be paid there.
 */
export function PaymentLinks({ payment, className = '' }: { payment: Payment; className?: string }) {
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
      {pdf && <Document href={pdf} day={day} label="請求書PDF" Icon={FileText} />}
      {page && (
        <Document href={page} day={day} label={status === 'paid' ? '領収書' : '請求の内容'} Icon={ReceiptText} />
      )}
    </div>
  );
}

function Document({ href, day, label, Icon }: { href: string; day: string; label: string; Icon: LucideIcon }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={look}>
      <Icon aria-hidden className="size-4" />
      {label}
      <span className="sr-only">（{day}分、新しいタブで開きます）</span>
    </a>
  );
}
