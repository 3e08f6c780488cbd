import { CreditCard } from 'lucide-react';
import type { Subscription } from '#shared/model/customer';
import { monthEndInJapan } from '#shared/model/japan-time';

type SavedCard = NonNullable<NonNullable<Subscription['default_payment_method']>['card']>;

/** Names of card brands as their issuers write them; Stripe's own word for others. */
const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
};

/** A card as text: `Visa 末尾4242`. */
export const cardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${brands[brand] ?? brand} 末尾${last4}`;

/** A saved card: brand, last digits and expiry. */
export function PaymentCard({ card }: { card: SavedCard }) {
  return (
    <div className="flex items-center gap-4">
      <span
        aria-hidden
        className="grid h-10 w-14 shrink-0 place-items-center rounded-field border border-line bg-canvas text-ink-soft"
      >
        <CreditCard className="size-5" />
      </span>
      <p className="min-w-0 tabular-nums">
        <span className="sr-only">{cardName(card)}</span>
        <span aria-hidden className="block font-semibold">
          {brands[card.brand] ?? card.brand} <span className="tracking-widest text-ink-soft">••••</span> {card.last4}
        </span>
        <span className="block text-sm text-ink-soft">
          有効期限 {String(card.exp_month).padStart(2, '0')}/{String(card.exp_year).slice(-2)}
        </span>
      </p>
    </div>
  );
}

const soon = 60 * 24 * 60 * 60 * 1000;

/**
 * The state of a card's expiry: `expired`, `soon` (within 60 days, or before `nextCharge`), else `good`. `now` and
 * `nextCharge` in unix milliseconds.
 */
export function cardExpiry(
  { exp_month, exp_year }: { exp_month: number; exp_year: number },
  now: number,
  nextCharge = 0,
): 'expired' | 'soon' | 'good' {
  const end = monthEndInJapan(exp_year, exp_month) * 1000;
  if (end <= now) return 'expired';
  return end <= Math.max(now + soon, nextCharge) ? 'soon' : 'good';
}
