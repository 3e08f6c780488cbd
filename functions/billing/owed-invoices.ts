import StripeSdk, { type Stripe } from 'stripe';
import { CallError } from '#shared/errors';
import { isOver, isRunning } from '#shared/model/subscription';
import { customersCard, liveExpansion, pendingInvoiceOf } from './live-subscription';
import { clock } from '#functions/platform/clock';
import { charging, stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { isInvalid, isReplayed, declineReason, unlessInvalid } from '#functions/platform/stripe/errors';
import type { Charge } from '#shared/model/pricing';

type Method = string | Stripe.PaymentMethod | null;

/**
 * The card that pays the invoices of a subscription: its own, otherwise its customer's. One that has ended has its
 * customer's first, because its own cannot be changed any more (docs.stripe.com/api/subscriptions/cancel).
 */
export const payingCard = (
  { status, default_payment_method: own }: Pick<Stripe.Subscription, 'status' | 'default_payment_method'>,
  customers: Method,
): Method => (isOver({ status }) ? (customers ?? own) : (own ?? customers));

/** The id of the card that pays a subscription; undefined if there is none, or if its customer is deleted. */
export const payerOf = (subscription: Stripe.Subscription): string | undefined =>
  idOf(payingCard(subscription, customersCard(subscription)));

type Collected = Pick<Stripe.Invoice, 'collection_method' | 'due_date'>;

/** When an invoice was due, in unix seconds: one charged automatically is due when it is finalized. */
export const dueAtOf = ({
  collection_method: method,
  due_date: date,
  status_transitions: { finalized_at: finalized },
}: Collected & Pick<Stripe.Invoice, 'status_transitions'>): number | null =>
  method === 'send_invoice' ? date : finalized;

/** Whether Stripe has tried to collect an invoice: it charged a card, or a sent one's due date has passed. */
const wasDue = ({
  collection_method: method,
  due_date: date,
  attempt_count: attempts,
}: Collected & Pick<Stripe.Invoice, 'attempt_count'>): boolean =>
  method === 'send_invoice' ? date !== null && date <= clock.seconds() : attempts > 0;

type Owing = Pick<Stripe.Subscription, 'status' | 'pending_update' | 'latest_invoice'>;

/**
 * Whether an invoice is owed: it is open, or a draft of an unpaid subscription
 * (docs.stripe.com/billing/subscriptions/overview#unpaid), but not that of a pending update. Of a running
 * subscription, or of none, also not one that Stripe has not tried to collect yet; nor one that was sent and is not
 * due, unless the subscription is over.
 */
export function isOwed(
  invoice: Collected & Pick<Stripe.Invoice, 'id' | 'status' | 'attempt_count'>,
  subscription: Owing = { status: 'active', pending_update: null, latest_invoice: null },
): boolean {
  if (pendingInvoiceOf(subscription) === invoice.id) return false;
  if (invoice.status === 'draft') return subscription.status === 'unpaid';
  const isFinal = invoice.collection_method === 'send_invoice' ? isOver(subscription) : !isRunning(subscription);
  return invoice.status === 'open' && (wasDue(invoice) || isFinal);
}

/** A subscription and its owed invoices, oldest first: at most a hundred open ones and a hundred drafts. */
export async function owedInvoices(
  subscriptionId: string,
  options: RequestBudget,
): Promise<{ subscription: Stripe.Subscription; invoices: Stripe.Invoice[] }> {
  const list = (status: 'open' | 'draft'): Promise<Stripe.ApiList<Stripe.Invoice>> =>
    stripe(options).invoices.list({ subscription: subscriptionId, status, limit: 100 });
  const [subscription, open] = await Promise.all([
    stripe(options).subscriptions.retrieve(subscriptionId, { expand: liveExpansion }),
    list('open'),
  ]);
  const drafts = subscription.status === 'unpaid' ? (await list('draft')).data : [];
  const invoices = [...open.data, ...drafts]
    .toReversed()
    .filter((invoice) => isOwed(invoice, subscription))
    .toSorted((one, other) => one.created - other.created);
  return { subscription, invoices };
}

/**
 * Stripe's error for a payment that its holder has to confirm
 * (docs.stripe.com/error-codes#invoice-payment-intent-requires-action). It is not a decline, although it reads like
 * one.
 */
const needsHolder = (error: unknown): boolean =>
  error instanceof CallError &&
  error.cause instanceof StripeSdk.errors.StripeCardError &&
  error.cause.code === 'invoice_payment_intent_requires_action';

/**
 * Failed attempts of an invoice with one card that are stepped over in a day: Stripe repeats what it recorded under
 * each key, so at most one pass reaches a bank.
 */
const mostTries = 20;

/**
 * Pays an invoice under an idempotency key that a repeat uses too; if Stripe only repeats an earlier failure, the next
 * key makes a new attempt. Stripe's own count leaves manual ones out (docs.stripe.com/api/invoices/object,
 * `attempt_count`).
 */
async function pay(
  { id, attempt_count: attempts }: Stripe.Invoice,
  paymentMethodId: string,
  options: RequestBudget,
): Promise<Stripe.Invoice> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await charging({
        ...options,
        idempotencyKey: `${id}:pay:${paymentMethodId}:${attempts}:${tried}`,
      }).invoices.pay(id, { payment_method: paymentMethodId, off_session: false });
    } catch (error) {
      if (!isReplayed(error) || tried >= mostTries) throw error;
    }
  }
}

/**
 * Collects an invoice now, with the card's holder present; one paid meanwhile is a success. `declined` is also what
 * Stripe refuses for another reason; throws if the outcome is not known.
 */
export async function payInvoice(
  invoice: Stripe.Invoice,
  paymentMethodId: string,
  options: RequestBudget,
): Promise<InvoiceOutcome & { now: boolean }> {
  const { id } = invoice;
  try {
    if (invoice.status === 'draft') await stripe(options).invoices.finalizeInvoice(id, { auto_advance: false });
    const paid = await pay(invoice, paymentMethodId, options);
    return { status: 'paid', amount: paid.amount_paid - invoice.amount_paid, now: true };
  } catch (error) {
    if (error instanceof CallError && !needsHolder(error)) return { status: 'declined', refusal: error, now: false };
    if (!needsHolder(error) && !isInvalid(error)) throw error;
    const outcome = await invoiceOutcome(id, options);
    if (!needsHolder(error) && outcome.status !== 'paid' && outcome.status !== 'none' && outcome.status !== 'over')
      throw error;
    return { ...outcome, now: false };
  }
}

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

/** Voids an open invoice and its payment. Safe to repeat. Returns false if it was paid meanwhile. */
export async function voidInvoice(invoiceId: string, options: RequestBudget): Promise<boolean> {
  if (await unlessInvalid(stripe(options).invoices.voidInvoice(invoiceId))) return true;
  return (await invoiceOutcome(invoiceId, options)).status === 'over';
}
