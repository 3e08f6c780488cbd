import type { WireInvoiceLine, WireSubscriptionItem } from '../wire/objects';

/** In the smallest unit of the currency: yen. */
export const sumOf = (parts: readonly { amount: number }[]): number => parts.reduce((sum, one) => sum + one.amount, 0);

/** The amount of an invoice's line after its discounts. */
export const netOf = ({ amount, discount_amounts: discounts }: WireInvoiceLine): number => amount - sumOf(discounts);

/** The price of all items for a period, before discounts. */
export const subtotalOf = (items: readonly Pick<WireSubscriptionItem, 'price' | 'quantity'>[]): number =>
  items.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
