import StripeSdk, { type Stripe } from 'stripe';
import { CallError } from '#shared/errors';
import { stripeRequest, type RequestBudget } from './client';
import { idOf } from './id-of';
import { invoiceOutcome, type InvoiceOutcome } from './invoice-outcome';
import { isInvalid } from './to-call-error';

/** What a subscription has not paid, and what it pays with. */
export interface Debt {
  /**
   * The subscription's card, else its customer's default; undefined where there is neither, or no customer any more.
   */
  paymentMethodId: string | undefined;
  /** Oldest first. */
  invoices: { id: string; draft: boolean }[];
}

function payerOf({ default_payment_method: own, customer }: Stripe.Subscription): string | undefined {
  const fallback =
    typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : undefined;
  return idOf(own) ?? idOf(fallback);
}

/**
 * A subscription and its invoices that are owed, oldest first, of the newest hundred: eight years of monthly ones.
 * While it is unpaid Stripe keeps the later ones as drafts, and they are owed too
 * (docs.stripe.com/billing/subscriptions/overview#unpaid). The invoice of a change that waits to be paid is not owed:
 * unpaid, the change is not made (docs.stripe.com/billing/subscriptions/pending-updates).
 */
export async function owedInvoices(
  subscriptionId: string,
  options: RequestBudget,
): Promise<{ subscription: Stripe.Subscription; invoices: Stripe.Invoice[] }> {
  const [subscription, { data }] = await Promise.all([
    stripeRequest(
      (stripe, request) => stripe.subscriptions.retrieve(subscriptionId, { expand: ['customer'] }, request),
      options,
    ),
    stripeRequest(
      (stripe, request) => stripe.invoices.list({ subscription: subscriptionId, limit: 100 }, request),
      options,
    ),
  ]);
  const pending = subscription.pending_update === null ? undefined : idOf(subscription.latest_invoice);
  const owed = data.filter(
    (invoice) =>
      invoice.id !== pending &&
      (invoice.status === 'open' || (invoice.status === 'draft' && subscription.status === 'unpaid')),
  );
  return { subscription, invoices: owed.toReversed() };
}

/** What a subscription owes, and what pays it. */
export async function debtOf(subscriptionId: string, options: RequestBudget): Promise<Debt> {
  const { subscription, invoices } = await owedInvoices(subscriptionId, options);
  return {
    paymentMethodId: payerOf(subscription),
    invoices: invoices.map(({ id, status }) => ({ id, draft: status === 'draft' })),
  };
}

/**
 * Stripe's answer to a payment that its holder has to confirm
 * (docs.stripe.com/error-codes#invoice-payment-intent-requires-action): not a decline, though it comes as one.
 */
const needsHolder = (error: unknown): boolean =>
  error instanceof CallError &&
  error.cause instanceof StripeSdk.errors.StripeCardError &&
  error.cause.code === 'invoice_payment_intent_requires_action';

/**
 * Asks for an invoice's money now, with its holder present. What was paid meanwhile is answered like what is paid
 * now. Throws CARD_DECLINED with the reason.
 */
export async function payInvoice(
  { id, draft }: Debt['invoices'][number],
  paymentMethodId: string,
  options: RequestBudget,
): Promise<InvoiceOutcome & { now: boolean }> {
  try {
    if (draft)
      await stripeRequest(
        (stripe, request) => stripe.invoices.finalizeInvoice(id, { auto_advance: false }, request),
        options,
      );
    const paid = await stripeRequest(
      (stripe, request) => stripe.invoices.pay(id, { payment_method: paymentMethodId, off_session: false }, request),
      options,
    );
    return { status: 'paid', amount: paid.amount_paid, now: true };
  } catch (error) {
    if (!needsHolder(error) && !isInvalid(error)) throw error;
    const outcome = await invoiceOutcome(id, options);
    if (!needsHolder(error) && outcome.status !== 'paid' && outcome.status !== 'none' && outcome.status !== 'over')
      throw error;
    return { ...outcome, now: false };
  }
}
