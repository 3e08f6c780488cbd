import type { Account } from '../state/account';
import type { WireCoupon, WireDiscount } from '../wire/objects';
import { roundMoney } from '../time/periods';

/** A part of an invoice or of a period's price that discounts may lower. */
interface Discountable {
  product: string;
  /** In the smallest unit of the currency: yen. */
  amount: number;
  discountable: boolean;
}

interface DiscountAmount {
  discount: string;
  amount: number;
}

const covers = (coupon: WireCoupon, part: Discountable): boolean =>
  part.discountable && (coupon.applies_to === undefined || coupon.applies_to.products.includes(part.product));

/** Shares a whole number among the parts by their size, without losing a yen. */
function share(total: number, sizes: number[]): number[] {
  const sum = sizes.reduce((all, size) => all + size, 0);
  if (sum <= 0) return sizes.map(() => 0);
  const exact = sizes.map((size) => (total * size) / sum);
  const shares = exact.map(Math.floor);
  let rest = total - shares.reduce((all, one) => all + one, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % 1 }))
    .toSorted((left, right) => right.remainder - left.remainder);
  for (const { index } of byRemainder) {
    if (rest <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    rest -= 1;
  }
  return shares;
}

/**
 * The amount that each discount takes off each part, in the order of the discounts
 * (docs.stripe.com/billing/subscriptions/coupons): a percentage of the rest of each part, or an amount shared among the
 * parts that never exceeds them.
 */
export function discountAmounts(
  account: Account,
  discounts: WireDiscount[],
  parts: Discountable[],
): DiscountAmount[][] {
  const left = parts.map((part) => part.amount);
  const taken: DiscountAmount[][] = parts.map(() => []);
  for (const discount of discounts) {
    const coupon = account.own('coupons', discount.source.coupon);
    const bases = parts.map((part, index) => (covers(coupon, part) ? Math.max(0, left[index] ?? 0) : 0));
    const whole = bases.reduce((all, base) => all + base, 0);
    const off =
      coupon.percent_off === null
        ? share(Math.min(coupon.amount_off ?? 0, whole), bases)
        : bases.map((base) => roundMoney((base * (coupon.percent_off ?? 0)) / 100));
    off.forEach((amount, index) => {
      const part = parts[index];
      if (!part || !covers(coupon, part)) return;
      left[index] = (left[index] ?? 0) - amount;
      taken[index]?.push({ discount: discount.id, amount });
    });
  }
  return taken;
}

/** The discounts that are active now. */
export function activeDiscounts(account: Account, ids: string[]): WireDiscount[] {
  return ids.map((id) => account.own('discounts', id)).filter((one) => one.end === null || one.end > account.now);
}
