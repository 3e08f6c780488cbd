import type { Stripe } from 'stripe';
import { metadataKeys } from '#shared/model/customer';
import { hasNotBegun, isOver } from '#shared/model/subscription-status';
import { sum } from '#shared/sum';
import { stripeRequest, type RequestBudget } from './client';
import { isOwed, owedInvoices } from './owed-invoices';
import { unlessMissing } from './to-call-error';

/** A subscription with the data that a notice needs. */
export interface NamedSubscription {
  id: string;
  customerId: string;
  /** The shop's name, otherwise the customer's; empty if there is neither. */
  shopName: string;
  status: Stripe.Subscription.Status;
  /** When it ended, in unix seconds; null if it has not. */
  endedAt: number | null;
}

/** A subscription that owes something. */
export interface LateSubscription extends NamedSubscription {
  /** Its open invoices; none if it is unpaid and staff settled them, because its later invoices stay drafts. */
  openInvoices: string[];
  /** When the oldest of them was due (unix seconds). */
  dueAt?: number;
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

function toNamed({
  id,
  customer,
  status,
  ended_at: endedAt,
}: Pick<Stripe.Subscription, 'id' | 'customer' | 'status' | 'ended_at'>): NamedSubscription {
  const named = { id, status, endedAt };
  if (typeof customer === 'string') return { ...named, customerId: customer, shopName: '' };
  if (customer.deleted) return { ...named, customerId: customer.id, shopName: '' };
  return {
    ...named,
    customerId: customer.id,
    shopName: customer.metadata[metadataKeys.salonName] ?? customer.name ?? '',
  };
}

/** When an invoice was due: when it was finalized, because cards are charged then (unix seconds). */
const dueAtOf = (invoice: Stripe.Invoice): number => invoice.status_transitions.finalized_at ?? invoice.created;

/** All objects of a list, the newest first: the SDK requests page after page. */
const everyOf = <T>(list: (stripe: Stripe, options: Stripe.RequestOptions) => AsyncIterable<T>): Promise<T[]> =>
  stripeRequest(async (stripe, options) => {
    const all: T[] = [];
    for await (const one of list(stripe, options)) all.push(one);
    return all;
  });

/** The unpaid invoices of the whole account, with their customer and subscription. */
const openInvoices = () =>
  everyOf((stripe, options) =>
    stripe.invoices.list(
      { status: 'open', limit: 100, expand: ['data.customer', 'data.parent.subscription_details.subscription'] },
      options,
    ),
  );

/** While a subscription is unpaid, its invoices stay drafts: the open ones may have been settled by staff. */
const unpaidSubscriptions = () =>
  everyOf((stripe, options) =>
    stripe.subscriptions.list({ status: 'unpaid', limit: 100, expand: ['data.customer'] }, options),
  );

/**
 * Every subscription of the account that has begun, has not ended and owes something, those that have owed for longest
 * first. An open invoice decides, not the status, because the status follows the newest invoice (fact
 * `active-with-older-open-invoice`, decisions/ends).
 */
export async function listLateSubscriptions(): Promise<LateSubscription[]> {
  const late = new Map<string, LateSubscription>();
  for (const invoice of await openInvoices()) {
    const subscription = invoice.parent?.subscription_details?.subscription;
    if (typeof subscription !== 'object' || isOver(subscription) || hasNotBegun(subscription)) continue;
    if (invoice.amount_remaining <= 0 || !isOwed(invoice, subscription)) continue;
    const { openInvoices: others = [], dueAt = Infinity } = late.get(subscription.id) ?? {};
    late.set(subscription.id, {
      ...toNamed({ ...subscription, customer: invoice.customer ?? subscription.customer }),
      openInvoices: [...others, invoice.id],
      dueAt: Math.min(dueAt, dueAtOf(invoice)),
    });
  }
  for (const subscription of await unpaidSubscriptions())
    late.set(subscription.id, { openInvoices: [], ...late.get(subscription.id), ...toNamed(subscription) });
  return [...late.values()].toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0));
}

/** The current state of a subscription; undefined if there is none with that id. */
export async function readNamedSubscription(
  id: string,
  options: RequestBudget = {},
): Promise<NamedSubscription | undefined> {
  const subscription = await unlessMissing(
    stripeRequest((stripe, request) => stripe.subscriptions.retrieve(id, { expand: ['customer'] }, request), options),
  );
  return subscription && toNamed(subscription);
}

/** The current debt of a subscription, by the same rule as for paying it; undefined if it owes nothing. */
export async function lateDebtOf(subscriptionId: string, options: RequestBudget = {}): Promise<LateDebt | undefined> {
  const { invoices } = await owedInvoices(subscriptionId, options);
  const late = invoices
    .filter((invoice) => invoice.amount_remaining > 0)
    .map((invoice) => ({ invoice, dueAt: dueAtOf(invoice) }));
  const [oldest] = late.toSorted((one, other) => one.dueAt - other.dueAt);
  return (
    oldest && {
      invoiceId: oldest.invoice.id,
      dueAt: oldest.dueAt,
      owed: sum(late.map(({ invoice }) => invoice.amount_remaining)),
    }
  );
}
