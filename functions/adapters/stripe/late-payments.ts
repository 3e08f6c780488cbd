import type { Stripe } from 'stripe';
import { metadataKeys } from '#shared/model/customer';
import { hasNotBegun, isOver } from '#shared/model/subscription-status';
import { stripeRequest, type RequestBudget } from './client';
import { isOwed, owedInvoices } from './owed-invoices';
import { isMissing } from './to-call-error';

/** The most entries of one list that Stripe's SDK reads; the next run reads more. */
const mostLate = 10_000;

/** A subscription with the data that a notice needs. */
export interface NamedSubscription {
  id: string;
  customerId: string;
  /** The shop's name, otherwise the customer's; empty if there is neither. */
  shopName: string;
  status: Stripe.Subscription.Status;
}

/** The debt of a subscription, as a notice states it. */
export interface LateDebt {
  /**
   * The oldest unpaid invoice, and when it was due: when it was finalized, because cards are charged then (unix
   * seconds).
   */
  invoiceId: string;
  dueAt: number;
  /** All unpaid invoices together, in yen. */
  owed: number;
}

function toNamed({ id, customer, status }: Pick<Stripe.Subscription, 'id' | 'customer' | 'status'>): NamedSubscription {
  if (typeof customer === 'string' || customer.deleted)
    return { id, customerId: typeof customer === 'string' ? customer : customer.id, shopName: '', status };
  return {
    id,
    customerId: customer.id,
    shopName: customer.metadata[metadataKeys.salonName] ?? customer.name ?? '',
    status,
  };
}

/** The unpaid invoices of the whole account, with their customer and subscription. */
const openInvoices = (): Promise<Stripe.Invoice[]> =>
  stripeRequest((stripe, request) =>
    stripe.invoices
      .list(
        { status: 'open', limit: 100, expand: ['data.customer', 'data.parent.subscription_details.subscription'] },
        request,
      )
      .autoPagingToArray({ limit: mostLate }),
  );

/** While a subscription is unpaid, its invoices stay drafts: the open ones may have been settled by staff. */
const unpaidSubscriptions = (): Promise<Stripe.Subscription[]> =>
  stripeRequest((stripe, request) =>
    stripe.subscriptions
      .list({ status: 'unpaid', limit: 100, expand: ['data.customer'] }, request)
      .autoPagingToArray({ limit: mostLate }),
  );

/**
 * Every subscription of the account that has begun, has not ended and owes something. An open invoice decides, not the
 * status, because the status follows the newest invoice (fact `active-with-older-open-invoice`, decision 037).
 */
export async function listLateSubscriptions(): Promise<NamedSubscription[]> {
  const late = new Map<string, NamedSubscription>();
  for (const invoice of await openInvoices()) {
    const subscription = invoice.parent?.subscription_details?.subscription;
    if (typeof subscription !== 'object' || isOver(subscription) || hasNotBegun(subscription)) continue;
    if (invoice.amount_remaining > 0 && isOwed(invoice, subscription))
      late.set(subscription.id, toNamed({ ...subscription, customer: invoice.customer ?? subscription.customer }));
  }
  for (const subscription of await unpaidSubscriptions()) late.set(subscription.id, toNamed(subscription));
  return [...late.values()];
}

/** The current state of a subscription; undefined if there is none with that id. */
export async function readNamedSubscription(
  id: string,
  options: RequestBudget = {},
): Promise<NamedSubscription | undefined> {
  try {
    return toNamed(
      await stripeRequest(
        (stripe, request) => stripe.subscriptions.retrieve(id, { expand: ['customer'] }, request),
        options,
      ),
    );
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The current debt of a subscription, by the same rule as for paying it; undefined if it owes nothing. */
export async function lateDebtOf(subscriptionId: string, options: RequestBudget = {}): Promise<LateDebt | undefined> {
  const { invoices } = await owedInvoices(subscriptionId, options);
  const late = invoices
    .filter((invoice) => invoice.amount_remaining > 0)
    .map((invoice) => ({ invoice, dueAt: invoice.status_transitions.finalized_at ?? invoice.created }));
  const [oldest] = late.toSorted((one, other) => one.dueAt - other.dueAt);
  return (
    oldest && {
      invoiceId: oldest.invoice.id,
      dueAt: oldest.dueAt,
      owed: late.reduce((sum, { invoice }) => sum + invoice.amount_remaining, 0),
    }
  );
}
