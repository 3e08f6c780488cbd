import type { Stripe } from 'stripe';
import { metadataKeys } from '#shared/model/customer';
import { periodEndsOf } from '#shared/model/ending';
import { sum } from '#shared/numbers';
import { stripe, type RequestBudget, idOf } from '#functions/platform/stripe/client';
import { toLiveSubscription, type LiveSubscription } from './live-subscription';
import { dueAtOf, owedInvoices } from './owed-invoices';

export interface LateSubscription {
  subscriptionId: string;
  customerId: string;
}

/** A subscription as it is now, with its debt. */
export interface LatePayment extends LiveSubscription {
  /** The shop's name, otherwise the customer's; empty if there is neither. */
  shopName: string;
  /** When it ended, in unix seconds; null if it has not. */
  endedAt: number | null;
  /** The ends of its current period and of the next one, in unix seconds. */
  periodEnds: readonly [number, number];
  /** By the same rule as for paying it; undefined if it owes nothing. */
  debt: ReturnType<typeof debtOf>;
}

/** More than there ever are. */
const all = { limit: 10_000 };

/**
 * Every subscription of the account with an open invoice, or that is unpaid: its invoices stay drafts then. An open
 * invoice decides, not the status, because the status follows the newest invoice (fact
 * `active-with-older-open-invoice`, decisions/ends). Whether it is late says {@link readLatePayment}.
 */
export async function listLateSubscriptions(): Promise<LateSubscription[]> {
  const open = await stripe().invoices.list({ status: 'open', limit: 100 }).autoPagingToArray(all);
  const unpaid = await stripe().subscriptions.list({ status: 'unpaid', limit: 100 }).autoPagingToArray(all);
  const late = [
    ...open.map(({ parent, customer }) => [idOf(parent?.subscription_details?.subscription), idOf(customer)]),
    ...unpaid.map(({ id, customer }) => [id, idOf(customer)]),
  ];
  const found = late.flatMap(([subscriptionId, customerId]): LateSubscription[] =>
    subscriptionId !== undefined && customerId !== undefined ? [{ subscriptionId, customerId }] : [],
  );
  return [...new Map(found.map((one) => [one.subscriptionId, one])).values()];
}

function shopNameOf({ customer }: Stripe.Subscription): string {
  if (typeof customer === 'string' || customer.deleted) return '';
  return customer.metadata[metadataKeys.salonName] ?? customer.name ?? '';
}

/** The oldest unpaid invoice, when it was due (unix seconds), and what all unpaid ones owe together, in yen. */
function debtOf(invoices: readonly Stripe.Invoice[]) {
  const late = invoices
    .filter((invoice) => invoice.amount_remaining > 0)
    .map((invoice) => ({ invoice, dueAt: dueAtOf(invoice) ?? invoice.created }));
  const [oldest] = late.toSorted((one, other) => one.dueAt - other.dueAt);
  return (
    oldest && {
      invoiceId: oldest.invoice.id,
      dueAt: oldest.dueAt,
      owed: sum(late.map(({ invoice }) => invoice.amount_remaining)),
    }
  );
}

/**
 * The current state of a subscription and its debt. Throws for one that Stripe does not know: the keys of a wrong
 * account must not make a planned end forgotten (decisions/stripe).
 */
export async function readLatePayment(subscriptionId: string, options: RequestBudget = {}): Promise<LatePayment> {
  const { subscription, invoices } = await owedInvoices(subscriptionId, options);
  return {
    ...toLiveSubscription(subscription),
    shopName: shopNameOf(subscription),
    endedAt: subscription.ended_at,
    periodEnds: periodEndsOf(
      subscription.billing_cycle_anchor,
      Math.max(subscription.billing_cycle_anchor, ...subscription.items.data.map((item) => item.current_period_end)),
    ),
    debt: debtOf(invoices),
  };
}
