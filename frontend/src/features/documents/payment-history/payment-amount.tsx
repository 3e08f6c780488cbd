import type { Payment } from '#shared/model/customer';
import { Money } from '../../../ui/money';

/** An amount of yen followed by its currency in capitals, as in Stripe's codes (spec 2). */
export const PaymentAmount = ({ payment: { amount, currency } }: { payment: Payment }) => (
  <span className="whitespace-nowrap">
    <span className="font-semibold">
      <Money yen={amount} />
    </span>
    <span className="ml-1.5 text-xs text-ink-soft">{currency.toUpperCase()}</span>
  </span>
);
