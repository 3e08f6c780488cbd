import type { Payment } from '#shared/model/customer';
import { DateText } from '../../../ui/date-text';
import { PaymentBadge } from './payment-badge';
import { PaymentAmount } from './payment-amount';
import { PaymentLinks } from './payment-links';

const head = 'px-5 py-3 text-left text-sm font-medium text-ink-soft';
const cell = 'px-5 py-2.5';

/** The payment history as a table, for wide screens. */
export const PaymentTable = ({ payments }: { payments: readonly Payment[] }) => (
  <div className="card overflow-x-auto">
    <table className="w-full">
      <caption className="sr-only">お支払い履歴</caption>
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
              <PaymentBadge status={payment.status} />
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
