import type { Stripe } from 'stripe';
import { metadataKeys } from '#shared/model/customer';
import { owingStatuses } from '#shared/model/subscription-status';
import { stripeRequest, type RequestBudget } from './client';
import { owedInvoices } from './owed-invoices';
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

function toNamed({ id, customer, status }: Stripe.Subscription): NamedSubscription {
  if (typeof customer === 'string' || customer.deleted)
    return { id, customerId: typeof customer === 'string' ? customer : customer.id, shopName: '', status };
  return {
    id,
    customerId: customer.id,
    shopName: customer.metadata[metadataKeys.salonName] ?? customer.name ?? '',
    status,
  };
}

/** Every subscription of the account whose payment is late. */
export async function listLateSubscriptions(): Promise<NamedSubscription[]> {
  const late: NamedSubscription[] = [];
  for (const status of owingStatuses) {
    const found = await stripeRequest((stripe, request) =>
      stripe.subscriptions
        .list({ status, limit: 100, expand: ['data.customer'] }, request)
        .autoPagingToArray({ limit: mostLate }),
    );
    late.push(...found.map(toNamed));
  }
  return late;
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
