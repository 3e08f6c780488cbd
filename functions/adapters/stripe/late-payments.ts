import type { Stripe } from 'stripe';
import { metadataKeys } from '#shared/model/customer';
import { hasNotBegun, isOver } from '#shared/model/subscription-status';
import { stripeRequest, type RequestBudget } from './client';
import { isOwed, owedInvoices } from './owed-invoices';
import { isMissing } from './to-call-error';

/** The most that Stripe's SDK reads of one list; more are read by the next run. */
const mostLate = 10_000;

/** A subscription with what a notice of it says. */
export interface NamedSubscription {
  id: string;
  customerId: string;
  /** The shop's name, else the customer's; empty where there is neither. */
  shopName: string;
  status: Stripe.Subscription.Status;
}

/** What a subscription owes, as a notice says it. */
export interface LateDebt {
  /**
   * The oldest invoice that is not paid, and when it was due: when it was finalized, for cards are charged then (unix
   * seconds).
   */
  invoiceId: string;
  dueAt: number;
  /** All that is not paid, in yen. */
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

/** Invoices that no payment came for, with their customer and subscription. Those of the whole account. */
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
 * status: that follows the newest invoice (fact `active-with-older-open-invoice`, decision 037).
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

/** A subscription as it stands now; undefined where there is none of that id. */
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

/** What a subscription owes now, by the rule that paying it goes by; undefined where it owes nothing. */
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
