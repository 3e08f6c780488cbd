import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { paymentsOf } from '../state/render';
import { errors } from '../wire/errors';
import type { WireInvoice, WirePaymentIntent } from '../wire/objects';
import { settleInvoice } from './collect-invoice';

/**
 * The payment that Stripe made with the invoice is "synchronized with the invoice's `amount_remaining`"
 * (docs.stripe.com/api/invoice-payment/object#invoice_payment_object-is_default).
 */
export function followRemaining(account: Account, invoice: string, remaining: number): void {
  const payment = paymentsOf(account, invoice).find((one) => one.is_default);
  if (!payment || remaining <= 0) return;
  account.change('invoicePayments', payment.id, { amount_requested: remaining });
  account.change('paymentIntents', payment.payment.payment_intent, { amount: remaining });
}

/**
 * docs.stripe.com/api/invoices/attach_payment: a payment that has succeeded is credited to the invoice at once, and
 * increases its `amount_paid`; paid in full, the invoice is paid. Others are not emulated.
 */
export function attachPayment(account: Account, invoice: WireInvoice, intent: WirePaymentIntent): WireInvoice {
  if (invoice.status !== 'open') throw errors.invalid('You can only attach payments to an open invoice.');
  if (intent.status !== 'succeeded' || intent.amount > invoice.amount_remaining)
    throw errors.invalid('Here only a payment that has succeeded can be attached, of at most what remains.');
  const payment = account.put('invoicePayments', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: intent.amount,
    amount_requested: intent.amount,
    created: account.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: false,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: account.now },
  });
  recordEvent(account, 'invoice_payment.paid', 'invoicePayments', payment);
  const remaining = invoice.amount_remaining - intent.amount;
  followRemaining(account, invoice.id, remaining);
  const lowered = changeWithEvent(account, 'invoice.updated', 'invoices', invoice.id, {
    amount_paid: invoice.amount_paid + intent.amount,
    amount_remaining: remaining,
  });
  return remaining === 0 ? settleInvoice(account, invoice.id, null) : lowered;
}
