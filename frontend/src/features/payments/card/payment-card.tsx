import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
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

const words = (text: string, fill: string, more?: { fontStyle: 'italic' }) => (
  <text x="24" y="20.500" textAnchor="middle" fontSize="12" fontWeight="800" fill={fill} {...more}>
    {text}
  </text>
);
const bars = (...fills: string[]) =>
  fills.map((fill, index) => <rect key={fill} x={12 + index * 8.5} y="6" width="7" height="20" rx="3" fill={fill} />);

/** Marks of the brands in their colours, simply drawn; on white in both themes. */
const marks: Record<string, ReactNode> = {
  visa: words('VISA', '#1a1f71', { fontStyle: 'italic' }),
  mastercard: (
    <>
      <circle cx="19" cy="16" r="9" fill="#eb001b" />
      <circle cx="29" cy="16" r="9" fill="#f79e1b" />
      <path d="M24 8.500a9 9 0 0 1 0 15 9 9 0 0 1 0-15Z" fill="#ff5f00" />
    </>
  ),
  jcb: bars('#0e4c96', '#c8102e', '#007a3d'),
  unionpay: bars('#e21836', '#00447c', '#007b84'),
  amex: words('AMEX', '#006fcf'),
  diners: (
    <>
      <circle cx="24" cy="16" r="10" fill="#0079be" />
      <path d="M21 9.500v13a7 7 0 0 1 0-13ZM27 9.500v13a7 7 0 0 0 0-13Z" fill="#fff" />
    </>
  ),
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
        className={[
          'grid h-10 w-14 shrink-0 place-items-center rounded-field border border-line bg-white',
          'text-neutral-600',
        ].join(' ')}
      >
        {marks[card.brand] ? (
          <svg viewBox="0 0 48 32" className="h-8 w-12">
            {marks[card.brand]}
          </svg>
        ) : (
          <CreditCard className="size-5" />
        )}
      </span>
      <p className="min-w-0 tabular-nums">
        <span className="block font-semibold break-keep">{cardName(card)}</span>
        <span className="block text-sm text-ink-soft">
          有効期限 {card.exp_year}年{card.exp_month}月
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
