import { sum } from '#shared/sum';
import type { RequestBudget } from './client';
import { owedInvoices } from './owed-invoices';

export interface EndedSubscription {
  /** Unix seconds; null while it has not ended. */
  endedAt: number | null;
  /** All its unpaid invoices together, in yen. */
  owed: number;
}

/** When a subscription ended (docs.stripe.com/api/subscriptions/object, `ended_at`), and what it owes now. */
export async function readEnded(id: string, options: RequestBudget = {}): Promise<EndedSubscription> {
  const { subscription, invoices } = await owedInvoices(id, options);
  return { endedAt: subscription.ended_at, owed: sum(invoices.map(({ amount_remaining: amount }) => amount)) };
}
