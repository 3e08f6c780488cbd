import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import type { WireInvoiceItem, WirePrice, WireSubscription } from '../wire/objects';

type Given = Pick<WireInvoiceItem, 'description' | 'discountable'> & {
  price: WirePrice;
} & Partial<Pick<WireInvoiceItem, 'metadata' | 'period' | 'tax_rates'>>;

/** Stores an item that waits for the subscription's next invoice. */
export function putInvoiceItem(
  account: Account,
  subscription: WireSubscription,
  { price, description, discountable, ...others }: Given,
): WireInvoiceItem {
  const item: WireInvoiceItem = account.put('invoiceItems', {
    id: newId('ii'),
    object: 'invoiceitem',
    amount: price.unit_amount,
    currency: price.currency,
    customer: subscription.customer,
    customer_account: null,
    date: account.now,
    description,
    discountable,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: { subscription_details: { subscription: subscription.id }, type: 'subscription_details' },
    period: { start: account.now, end: account.now },
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    proration: false,
    proration_details: { credited_items: null, discount_amounts: [] },
    quantity: 1,
    quantity_decimal: '1',
    tax_rates: [],
    test_clock: subscription.test_clock,
    ...others,
  });
  recordEvent(account, 'invoiceitem.created', 'invoiceItems', item);
  return item;
}
