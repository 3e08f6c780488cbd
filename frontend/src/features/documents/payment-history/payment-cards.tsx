import type { Payment } from '#shared/model/customer';
import { DateText } from '../../../ui/date-text';
import { PaymentBadge } from './payment-badge';
import { PaymentAmount } from './payment-amount';
import { PaymentLinks } from './payment-links';

/** The payment history as cards, for phones. */
export const PaymentCards = ({ payments }: { payments: readonly Payment[] }) => (
  <ul aria-label="お支払い履歴" className="space-y-3">
    {payments.map((payment) => (
      <li key={payment.id} className="card p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-sm text-ink-soft">
            <DateText unix={payment.created} />
          </p>
          <PaymentBadge status={payment.status} />
        </div>
        <p className="mt-1 text-lg">
          <PaymentAmount payment={payment} />
        </p>
        <PaymentLinks payment={payment} className="mt-1.5 -mb-1.5 -ml-2.5" />
      </li>
    ))}
  </ul>
);
