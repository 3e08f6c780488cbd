import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import type {
  WireInvoiceItem,
  WireInvoiceLine,
  WirePrice,
  WireSubscription,
  WireSubscriptionItem,
} from '../wire/objects';

const blankLine = (price: WirePrice, quantity: number) => ({
  object: 'line_item' as const,
  currency: price.currency,
  discount_amounts: [],
  discounts: [],
  invoice: null,
  livemode: false,
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: price.id, product: price.product },
    type: 'price_details' as const,
    unit_amount_decimal: price.unit_amount_decimal,
  },
  quantity,
  quantity_decimal: String(quantity),
  taxes: [],
});

const productName = (account: Account, price: WirePrice): string => account.own('products', price.product).name;

/** Yen as people write them; other currencies have two decimals. */
const money = (amount: number, currency: string): string =>
  currency === 'jpy' ? `¥${amount.toLocaleString('en-US')}` : `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** The wording of a free line differs by billing mode (docs.stripe.com/billing/subscriptions/billing-mode/compare). */
const trialText = ({ billing_mode: mode }: WireSubscription, quantity: number, name: string): string =>
  mode.type === 'classic' ? `Trial period for ${name}` : `Free trial for ${quantity} × ${name}`;

/** One period of one item, charged in advance; `trial` makes it free. */
export function recurringLine(
  account: Account,
  subscription: WireSubscription,
  item: WireSubscriptionItem,
  options: { trial: boolean; amount?: number },
): WireInvoiceLine {
  const { price, quantity } = item;
  const amount = options.trial ? 0 : (options.amount ?? price.unit_amount * quantity);
  const name = productName(account, price);
  const every = `${money(price.unit_amount, price.currency)} / ${price.recurring?.interval ?? 'month'}`;
  return {
    ...blankLine(price, quantity),
    id: newId('il'),
    amount,
    description: options.trial ? trialText(subscription, quantity, name) : `${quantity} × ${name} (at ${every})`,
    discountable: true,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    subscription: subscription.id,
    subtotal: amount,
  };
}

/**
 * The parent of a proration, or of an item added to the subscription by hand
 * (docs.stripe.com/api/invoice-line-item/object).
 */
function parentOf(item: WireInvoiceItem): WireInvoiceLine['parent'] {
  const { subscription = null, subscription_item: subscriptionItem } = item.parent?.subscription_details ?? {};
  if (subscriptionItem === undefined)
    return {
      invoice_item_details: { invoice_item: item.id, proration: false, proration_details: null, subscription },
      subscription_item_details: null,
      type: 'invoice_item_details',
    };
  return {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: item.id,
      proration: item.proration,
      proration_details: {
        credited_items: item.proration_details?.credited_items?.invoice_line_item_details ?? null,
      },
      subscription,
      subscription_item: subscriptionItem,
    },
    type: 'subscription_item_details',
  };
}

/** The line of an item that waited for an invoice. */
export function pendingItemLine(account: Account, item: WireInvoiceItem): WireInvoiceLine {
  const price = account.own('prices', item.pricing.price_details.price);
  const details = item.parent?.subscription_details ?? null;
  return {
    ...blankLine(price, item.quantity),
    id: newId('il'),
    amount: item.amount,
    description: item.description,
    discountable: item.discountable,
    metadata: item.metadata,
    parent: parentOf(item),
    period: item.period,
    subscription: details?.subscription ?? null,
    subtotal: item.amount,
  };
}
