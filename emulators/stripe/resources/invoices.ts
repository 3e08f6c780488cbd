import type Stripe from 'stripe';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import { choice, flag, paramsOf, required, text, not, unsupported } from '../wire/params';
import { route, type Call, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { changeWithEvent } from '../events/record-event';
import { attachPayment } from '../rules/attach-payment';
import {
  attemptInvoice,
  cardFor,
  finalizeInvoice,
  markUncollectible,
  settleInvoice,
  voidInvoice,
} from '../rules/collect-invoice';
import { endSubscription } from '../rules/end-subscription';
import { previewOf } from '../rules/upcoming-invoice';
import { hour } from '../time/periods';
import { declineError, payableWith } from '../rules/saved-cards';
import type { WireInvoice } from '../wire/objects';
import { renderInvoice } from '../state/render';

const listParams = paramsOf<Stripe.InvoiceListParams>()({
  ...paging,
  collection_method: choice('charge_automatically', 'send_invoice'),
  created: timeFilter,
  customer: text(),
  customer_account: unsupported,
  due_date: unsupported,
  status: choice('draft', 'open', 'paid', 'uncollectible', 'void'),
  subscription: text(),
});
const payParams = paramsOf<Stripe.InvoicePayParams>()({
  ...not('forgive mandate source'),
  off_session: flag(),
  paid_out_of_band: flag(),
  payment_method: text(),
});
const attachParams = paramsOf<Stripe.InvoiceAttachPaymentParams>()({
  payment_intent: required(text()),
  payment_record: unsupported,
});
const finalizeParams = paramsOf<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: flag() });
const updateParams = {
  auto_advance: flag(),
  default_payment_method: text(),
  description: text(1500),
  metadata: metadata(),
};

const notOpen = (): Error =>
  errors.invalid(`You can only pass in open invoices. This invoice isn't open.`, { code: 'status_transition_invalid' });

const invoiceIn = ({ account, path }: Call): WireInvoice => account.need('invoices', path['invoice'] ?? '', 'id');

/** An invoice to read: previews too (docs.stripe.com/invoicing/preview). */
const readableIn = (call: Call): WireInvoice => previewOf(call.account, call.path['invoice'] ?? '') ?? invoiceIn(call);

/** docs.stripe.com/api/invoices/pay; a decline is an error to the caller and stays on record. */
function pay(call: Call, invoice: WireInvoice, named: string | undefined): WireInvoice {
  const { account } = call;
  if ((named ?? cardFor(account, invoice)) === null) {
    throw errors.invalid(
      'There is no default_payment_method set on this Customer or Invoice. Please set one, or pass a payment_method.',
      { code: 'resource_missing' },
    );
  }
  const outcome = attemptInvoice(account, invoice.id, named);
  if (outcome?.decline) {
    const { intent } = outcome;
    const { charge } = intent.last_payment_error ?? {};
    throw declineError(
      outcome.decline,
      { payment_intent: intent, ...(charge !== undefined && { charge }) },
      { executed: true },
    );
  }
  if (outcome?.intent.status === 'requires_action') {
    throw errors.card(
      {
        code: 'invoice_payment_intent_requires_action',
        message:
          'This payment requires additional user action before it can be completed successfully. Payment can be ' +
          'completed using the PaymentIntent associated with the invoice. For more details see: ' +
          'https://stripe.com/docs/billing/subscriptions/overview#requires-action',
        payment_intent: outcome.intent,
      },
      { executed: true },
    );
  }
  return account.own('invoices', invoice.id);
}

export const invoiceRoutes: Route[] = [
  route(
    'GET /v1/invoices',
    listParams,
    ({ account }, { collection_method: method, created, customer, status, subscription, ...paging }) => {
      const all = account.store
        .all('invoices')
        .filter(
          (one) => hasAll(one, { customer, collection_method: method, status }) && withinTime(one.created, created),
        )
        .filter((one) => subscription === undefined || one.parent?.subscription_details.subscription === subscription);
      const result = page('/v1/invoices', all, paging, 'invoice');
      return { ...result, data: result.data.map((one) => renderInvoice(account, one)) };
    },
  ),
  route('GET /v1/invoices/{invoice}', {}, (call) => renderInvoice(call.account, readableIn(call))),
  route('GET /v1/invoices/{invoice}/lines', paging, (call, paging) => {
    const invoice = readableIn(call);
    return page(`/v1/invoices/${invoice.id}/lines`, invoice.lines.toReversed(), paging, 'line item');
  }),
  route('POST /v1/invoices/{invoice}', updateParams, (call, given) => {
    const { account } = call;
    const invoice = invoiceIn(call);
    if (invoice.status !== 'draft' && invoice.status !== 'open') {
      throw errors.invalid('Finalized invoices can’t be updated in this way', { code: 'invoice_not_editable' });
    }
    const { default_payment_method: card, metadata: change, ...plain } = given;
    const changed = changeWithEvent(account, 'invoice.updated', 'invoices', invoice.id, {
      ...plain,
      ...(card !== undefined && {
        default_payment_method: payableWith(account, invoice.customer, card, 'default_payment_method'),
      }),
      metadata: mergeMetadata(invoice.metadata, change),
    });
    return renderInvoice(account, changed);
  }),
  route('POST /v1/invoices/{invoice}/pay', payParams, (call, given) => {
    const { account } = call;
    const found = invoiceIn(call);
    if (found.status === 'paid') throw errors.invalid('Invoice is already paid', { code: 'invoice_already_paid' });
    if (found.status === 'void')
      throw errors.invalid('This invoice can no longer be paid: it is void.', { code: 'invoice_not_payable' });
    const invoice = found.status === 'draft' ? finalizeInvoice(account, found.id) : found;
    if (invoice.status === 'paid') return renderInvoice(account, invoice);
    if (given.paid_out_of_band) return renderInvoice(account, settleInvoice(account, invoice.id, null));
    const method =
      given.payment_method === undefined
        ? undefined
        : payableWith(account, invoice.customer, given.payment_method, 'payment_method');
    return renderInvoice(account, pay(call, invoice, method));
  }),
  route('POST /v1/invoices/{invoice}/attach_payment', attachParams, (call, { payment_intent: id }) => {
    const { account } = call;
    const intent = account.need('paymentIntents', id, 'payment_intent');
    return renderInvoice(account, attachPayment(account, invoiceIn(call), intent));
  }),
  route('POST /v1/invoices/{invoice}/finalize', finalizeParams, (call, given) => {
    const { account } = call;
    const invoice = invoiceIn(call);
    if (invoice.status !== 'draft') {
      throw errors.invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
        code: 'invoice_not_editable',
      });
    }
    const open = finalizeInvoice(account, invoice.id);
    // Stripe collects it an hour later at the earliest, unless the request asks for it now.
    const advance = given.auto_advance ?? invoice.auto_advance ?? false;
    if (open.status !== 'open') return renderInvoice(account, open);
    const next = advance ? account.now + hour : null;
    return renderInvoice(
      account,
      account.change('invoices', open.id, { auto_advance: advance, next_payment_attempt: next }),
    );
  }),
  route('POST /v1/invoices/{invoice}/void', {}, (call) => {
    const invoice = invoiceIn(call);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw notOpen();
    const { account } = call;
    const id = invoice.parent?.subscription_details.subscription;
    // docs.stripe.com/billing/invoices/subscription: without its first invoice a subscription never begins.
    if (id !== undefined && account.own('subscriptions', id).status === 'incomplete')
      endSubscription(account, id, { reason: 'payment_failed' });
    else voidInvoice(account, invoice.id);
    return renderInvoice(account, account.own('invoices', invoice.id));
  }),
  route('POST /v1/invoices/{invoice}/mark_uncollectible', {}, (call) => {
    const { account } = call;
    const invoice = invoiceIn(call);
    if (invoice.status !== 'open') throw notOpen();
    return renderInvoice(account, markUncollectible(account, invoice.id));
  }),
];
