import type { Stripe } from 'stripe';
import { metadataKeys } from '#shared/model/customer';
import { askStripe, type AskOptions } from './client';
import { owedInvoices } from './owed-invoices';
import { isMissing } from './to-call-error';

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

/** Every subscription of the account whose payment is late, page by page. */
export async function listLateSubscriptions(): Promise<NamedSubscription[]> {
  const late: NamedSubscription[] = [];
  for (const status of ['past_due', 'unpaid'] as const) {
    let after: string | undefined;
    do {
      const page = await askStripe((stripe, request) =>
        stripe.subscriptions.list(
          { status, limit: 100, expand: ['data.customer'], ...(after !== undefined && { starting_after: after }) },
          request,
        ),
      );
      late.push(...page.data.map(toNamed));
      after = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (after !== undefined);
  }
  return late;
}

/** A subscription as it stands now; undefined where there is none of that id. */
export async function readNamedSubscription(
  id: string,
  options: AskOptions = {},
): Promise<NamedSubscription | undefined> {
  try {
    return toNamed(
      await askStripe(
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
export async function lateDebtOf(subscriptionId: string, options: AskOptions = {}): Promise<LateDebt | undefined> {
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
