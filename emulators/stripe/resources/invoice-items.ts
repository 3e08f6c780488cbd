import type Stripe from 'stripe';
import type { Account } from '../state/account';
import { renderInvoiceItem } from '../state/render';
import type { WireInvoiceItem, WirePrice } from '../wire/objects';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import {
  fields,
  flag,
  integer,
  list,
  paramsOf,
  required,
  text,
  timestamp,
  not,
  unsupported,
  type Params,
} from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { putPrice, putProduct } from '../rules/catalogue';
import { putInvoiceItem } from '../rules/put-invoice-item';
import { isOver } from '../state/subscription-status';

const createParams = paramsOf<Stripe.InvoiceItemCreateParams>()({
  amount: required(integer({ min: -99_999_999 })),
  currency: required(text(3)),
  customer: required(text()),
  ...not('customer_account discounts invoice price_data pricing quantity quantity_decimal tax_behavior tax_code'),
  ...not('unit_amount_decimal'),
  description: text(5000),
  discountable: flag(),
  metadata: metadata(),
  period: fields({ start: required(timestamp()), end: required(timestamp()) }),
  subscription: required(text()),
  tax_rates: list(text(), 5),
});
const listParams = paramsOf<Stripe.InvoiceItemListParams>()({
  ...paging,
  created: timeFilter,
  customer: text(),
  customer_account: unsupported,
  invoice: text(),
  pending: flag(),
});

/** An amount without a price gets a price that nothing else can use (docs.stripe.com/invoicing/products-prices). */
function ownPrice(account: Account, { amount, currency, description }: Params<typeof createParams>): WirePrice {
  const { id: product } = putProduct(account, { name: description ?? 'Invoice item', active: false });
  return putPrice(account, { active: false, currency, product, unit_amount: amount });
}

/** docs.stripe.com/api/invoiceitems/create: the item waits for the subscription's next invoice. */
function createItem(account: Account, given: Params<typeof createParams>): WireInvoiceItem {
  const { amount, currency, customer, description, subscription: id } = given;
  account.customer(customer);
  const subscription = account.need('subscriptions', id, 'subscription');
  if (subscription.customer !== customer) throw errors.missingResource('subscription', id, 'subscription', 400);
  if (isOver(subscription))
    throw errors.invalid('You cannot add invoice items to a canceled subscription.', { param: 'subscription' });
  if (currency !== subscription.currency)
    throw errors.invalid(`The subscription is in ${subscription.currency}.`, { param: 'currency' });
  const price = ownPrice(account, given);
  return putInvoiceItem(account, subscription, {
    price,
    description: description ?? null,
    discountable: given.discountable ?? amount >= 0,
    metadata: mergeMetadata({}, given.metadata),
    period: given.period ?? { start: account.now, end: account.now },
    tax_rates: (given.tax_rates ?? []).map((rate) => account.need('taxRates', rate, 'tax_rates').id),
  });
}

export const invoiceItemRoutes: Route[] = [
  route('POST /v1/invoiceitems', createParams, ({ account }, given) =>
    renderInvoiceItem(account, createItem(account, given)),
  ),
  route('GET /v1/invoiceitems', listParams, ({ account }, { created, customer, invoice, pending, ...paging }) => {
    const all = account.store
      .all('invoiceItems')
      .filter((one) => hasAll(one, { customer, invoice }) && withinTime(one.date, created))
      .filter((one) => pending === undefined || (one.invoice === null) === pending);
    const result = page('/v1/invoiceitems', all, paging, 'invoice item');
    return { ...result, data: result.data.map((one) => renderInvoiceItem(account, one)) };
  }),
];
