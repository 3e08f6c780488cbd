import type { Payment, ShopRecord, Subscription } from '#shared/model/customer';
import type { PricedOrder, Tier } from '#shared/model/pricing';
import { splitIntoTiers, tiers } from '#shared/model/pricing';

const names: Record<Tier, string> = {
  FIRST_UNIT: 'Revonizer 1台目',
  SECOND_TO_FOURTH: 'Revonizer 2〜4台目',
  FIFTH_AND_MORE: 'Revonizer 5台目以降',
};
const unitAmount = (tier: Tier): number => (tier === 'FIRST_UNIT' ? 9_900 : 8_800);

/** 15 November 2026, noon in Japan, in unix seconds: when the shops of the tests were read. */
export const readAt = Date.UTC(2026, 10, 15, 3) / 1000;

/** The same card as a payment method that was saved. */
export const saved = (card: { brand: string; last4: string; exp_month: number; exp_year: number } | null) => ({
  card,
  created: 1_760_000_000,
});

export const visa = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 };

/** A subscription of `units` devices in their tiers. */
export const aSubscription = (changes: Partial<Subscription> = {}, units = 1): Subscription => ({
  id: 'sub_1',
  status: 'active',
  cancel_at_period_end: false,
  current_period_end: Date.UTC(2026, 11, 10, 3) / 1000,
  current_period_start: Date.UTC(2026, 10, 10, 3) / 1000,
  ends_at: changes.cancel_at_period_end ? (changes.current_period_end ?? Date.UTC(2026, 11, 10, 3) / 1000) : null,
  trial_end: null,
  items: tiers
    .map((tier) => ({ tier, quantity: splitIntoTiers(units)[tier] }))
    .filter(({ quantity }) => quantity > 0)
    .map(({ tier, quantity }) => ({
      subscription_item_id: `si_${tier}`,
      quantity,
      product: { name: names[tier], description: null, tier },
      amount: unitAmount(tier),
      currency: 'jpy',
      interval: 'month',
      price_id: `price_${tier}`,
    })),
  discounts: [],
  default_payment_method: saved(visa),
  ...changes,
});

export const aPayment = (changes: Partial<Payment> = {}): Payment => ({
  id: 'in_1',
  amount: 9_900,
  currency: 'jpy',
  created: Date.UTC(2026, 10, 10, 3) / 1000,
  status: 'paid',
  invoice_pdf: 'https://pay.test/in_1.pdf',
  hosted_invoice_url: 'https://pay.test/in_1',
  subscription: 'sub_1',
  ...changes,
});

export const aShop = (
  changes: Omit<Partial<ShopRecord>, 'customer'> & { customer?: Partial<ShopRecord['customer']> } = {},
): ShopRecord => ({
  subscriptions: [],
  payment_history: [],
  readAt,
  ...changes,
  customer: {
    id: 'cus_1',
    name: '株式会社みなと',
    email: 'hanako@example.jp',
    phone: '0312345678',
    created: 1_760_000_000,
    address: { postal_code: '1070062', state: '東京都', city: '', line1: '港区南青山1-2-3', line2: null },
    shipping: null,
    default_payment_method: null,
    metadata: { サロン名: 'サロンみなと' },
    ...changes.customer,
  },
});

/** The response of POST /api/calculate-pricing for a total of devices. */
export function aPricing(total: number, discount = 0, trial = true): PricedOrder {
  const quantities = splitIntoTiers(total);
  const breakdown = tiers
    .filter((tier) => quantities[tier] > 0)
    .map((tier) => ({
      tier,
      priceId: `price_${tier}`,
      name: names[tier],
      quantity: quantities[tier],
      unitAmount: unitAmount(tier),
      amount: quantities[tier] * unitAmount(tier),
    }));
  return { breakdown, discount, total: breakdown.reduce((sum, line) => sum + line.amount, 0) - discount, trial };
}
