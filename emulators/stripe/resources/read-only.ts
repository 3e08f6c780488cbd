import type Stripe from 'stripe';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import { choice, fields, flag, list, paramsOf, required, text } from '../wire/params';
import { route, type Route } from '../calls/route';
import { day } from '../time/periods';

const paymentListParams = paramsOf<Stripe.InvoicePaymentListParams>()({
  ...paging,
  created: timeFilter,
  invoice: text(),
  payment: fields({ type: required(choice('payment_intent')), payment_intent: text() }),
  status: choice('canceled', 'open', 'paid'),
});
const eventListParams = paramsOf<Stripe.EventListParams>()({
  ...paging,
  created: timeFilter,
  delivery_success: flag(),
  type: text(),
  types: list(text(), 20),
});

/** Resources that can only be read: payments of invoices, charges, events. */
export const readOnlyRoutes: Route[] = [
  route(
    'GET /v1/invoice_payments',
    paymentListParams,
    ({ account }, { created, invoice, payment, status, ...paging }) => {
      const all = account.store
        .all('invoicePayments')
        .filter((one) => hasAll(one, { invoice, status }) && withinTime(one.created, created))
        .filter(({ payment: paid }) => !payment?.payment_intent || paid.payment_intent === payment.payment_intent);
      return page('/v1/invoice_payments', all, paging, 'invoice payment');
    },
  ),
  // docs.stripe.com/api/events/list: of the last thirty days
  route(
    'GET /v1/events',
    eventListParams,
    ({ account }, { created, delivery_success: delivered, type, types, ...paging }) => {
      const matches = (name: string, pattern: string): boolean =>
        pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
      const all = account.store
        .all('events')
        .filter((one) => one.created > account.now - 30 * day && withinTime(one.created, created))
        .filter((one) => type === undefined || matches(one.type, type))
        .filter((one) => !types || types.some((pattern) => matches(one.type, pattern)))
        .filter((one) => delivered === undefined || (one.pending_webhooks === 0) === delivered);
      return page('/v1/events', all, paging, 'event');
    },
  ),
];
