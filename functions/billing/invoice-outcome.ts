import type { Stripe } from 'stripe';
import { CallError } from '#shared/errors';
import type { Charge } from '#shared/model/pricing';
import { stripe, type RequestBudget } from '#functions/platform/stripe/client';
import { declineReason, unlessInvalid } from '#functions/platform/stripe/errors';

/** The outcome of collecting an invoice. Amounts in yen; `over`: it is void and will not be paid. */
export type InvoiceOutcome = Charge | { status: 'declined'; refusal: CallError } | { status: 'over' };

function ofOpen(invoice: Stripe.Invoice): InvoiceOutcome {
  const intent = invoice.payments?.data.find((payment) => payment.is_default)?.payment.payment_intent;
  const { status, last_payment_error: failure = null } = typeof intent === 'object' ? intent : {};
  // The bank has not decided yet: Stripe.js waits for it with the same secret
  // (docs.stripe.com/payments/paymentintents/lifecycle).
  const waits = status === 'requires_action' || status === 'requires_confirmation' || status === 'processing';
  const clientSecret = invoice.confirmation_secret?.client_secret;
  if (waits && clientSecret !== undefined)
    return { status: 'requires_action', amount: invoice.amount_remaining, clientSecret };
  return {
    status: 'declined',
    refusal: new CallError('CARD_DECLINED', { text: declineReason(failure?.decline_code, failure?.code) }),
  };
}

/** The current outcome of an invoice at Stripe; an invoice paid with 0 yen (fully discounted) is `none`. */
export async function invoiceOutcome(invoiceId: string, options: RequestBudget): Promise<InvoiceOutcome> {
  const expand = ['confirmation_secret', 'payments.data.payment.payment_intent'];
  const invoice = await stripe(options).invoices.retrieve(invoiceId, { expand });
  if (invoice.status === 'paid')
    return invoice.amount_paid > 0 ? { status: 'paid', amount: invoice.amount_paid } : { status: 'none' };
  return invoice.status === 'open' ? ofOpen(invoice) : { status: 'over' };
}

/**
 * Voids an open invoice, and its payment with it. Safe to repeat. Returns whether it is void; false if it was paid
 * meanwhile.
 */
export async function takeBackInvoice(invoiceId: string, options: RequestBudget): Promise<boolean> {
  if (await unlessInvalid(stripe(options).invoices.voidInvoice(invoiceId))) return true;
  return (await invoiceOutcome(invoiceId, options)).status === 'over';
}
