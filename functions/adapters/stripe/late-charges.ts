import type { Stripe } from 'stripe';
import type { Payment } from '#shared/model/customer';
import { isOver } from '#shared/model/subscription-status';
import { sum } from '#shared/sum';
import { stripeRequest, type RequestBudget } from './client';
import { idOf } from './id-of';
import { linesOf } from './read-invoice';
import { taxRateId } from './tax-rate';

/** Key of our own in the metadata of an invoice item: the invoice that was paid late. */
const chargedKey = 'lateChargeOf';

/** The paid invoice of a renewal. Times in unix seconds. */
export interface RenewalPayment {
  invoiceId: string;
  customerId: string;
  subscriptionId: string;
  /** The paid amount in yen, without earlier late charges: they bear none themselves. */
  yen: number;
  /** When the card was first charged: when the invoice was finalized. */
  dueAt: number;
  paidAt: number;
  /** Whether the subscription has ended, so that there is no next invoice. */
  over: boolean;
}

/**
 * The yen of a renewal that bear a late charge, and when its card was first charged; undefined for any other invoice. A
 * first invoice or the invoice of a change of quantities is never late, because without payment the subscription or the
 * change does not begin. Earlier late charges bear none themselves.
 */
async function chargeable(invoice: Stripe.Invoice, options: RequestBudget): Promise<Payment['late']> {
  const { finalized_at: since } = invoice.status_transitions;
  if (invoice.billing_reason !== 'subscription_cycle' || since === null) return undefined;
  const lines = await linesOf(invoice, options);
  const charges = lines.filter((line) => line.metadata[chargedKey] !== undefined);
  return { amount: invoice.amount_paid + invoice.amount_remaining - sum(charges.map((line) => line.amount)), since };
}

/** What bears a late charge of an open invoice, for the screens; undefined if nothing does. */
export const lateOf = async (invoice: Stripe.Invoice, options: RequestBudget): Promise<Payment['late']> =>
  invoice.status === 'open' ? chargeable(invoice, options) : undefined;

/** A paid renewal by its invoice; undefined for any other invoice. */
export async function renewalPayment(invoiceId: string, options: RequestBudget): Promise<RenewalPayment | undefined> {
  const invoice = await stripeRequest(
    (stripe, request) =>
      stripe.invoices.retrieve(invoiceId, { expand: ['parent.subscription_details.subscription'] }, request),
    options,
  );
  const subscription = invoice.parent?.subscription_details?.subscription;
  const { paid_at: paidAt } = invoice.status_transitions;
  const customerId = idOf(invoice.customer);
  const late = await chargeable(invoice, options);
  if (!late || typeof subscription !== 'object' || paidAt === null || customerId === undefined) return undefined;
  return {
    invoiceId,
    customerId,
    subscriptionId: subscription.id,
    yen: late.amount,
    dueAt: late.since,
    paidAt,
    over: isOver(subscription),
  };
}

async function isCharged({ invoiceId, customerId, paidAt }: RenewalPayment, options: RequestBudget): Promise<boolean> {
  const { data } = await stripeRequest(
    (stripe, request) =>
      stripe.invoiceItems.list({ customer: customerId, created: { gte: paidAt }, limit: 100 }, request),
    options,
  );
  return data.some((item) => item.metadata?.[chargedKey] === invoiceId);
}

/**
 * Adds a late charge to the subscription's next invoice (docs.stripe.com/billing/invoices/subscription, "Adding
 * upcoming invoice items"; fact `waiting-item-on-next-invoice`), once for each invoice however often this runs:
 * concurrent runs share the idempotency key, and a later run, after Stripe has forgotten the key, finds the item.
 * Without discounts and without consumption tax (decision 035).
 */
export async function addLateCharge(
  payment: RenewalPayment,
  { yen, description }: { yen: number; description: string },
  options: RequestBudget,
): Promise<void> {
  if (await isCharged(payment, options)) return;
  const untaxed = await taxRateId('untaxed', options);
  const { invoiceId, customerId, subscriptionId, dueAt, paidAt } = payment;
  await stripeRequest(
    (stripe, request) =>
      stripe.invoiceItems.create(
        {
          customer: customerId,
          subscription: subscriptionId,
          amount: yen,
          currency: 'jpy',
          description,
          discountable: false,
          period: { start: dueAt, end: paidAt },
          metadata: { [chargedKey]: invoiceId },
          ...(untaxed !== undefined && { tax_rates: [untaxed] }),
        },
        request,
      ),
    { ...options, idempotencyKey: `late-charge-${invoiceId}` },
  );
}
