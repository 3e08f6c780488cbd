import type { Subscription, SubscriptionStatus } from '#shared/model/customer';

/** Over, or never begun: nothing that is contracted. */
const ended: ReadonlySet<SubscriptionStatus> = new Set(['canceled', 'incomplete_expired']);

export interface ContractedService {
  name: string;
  quantity: number;
}

/** What a shop has contracted, each service once with its total, in the order of the subscriptions. */
export function contractedServices(subscriptions: readonly Subscription[]): ContractedService[] {
  const quantities = new Map<string, number>();
  for (const { status, items } of subscriptions) {
    if (ended.has(status)) continue;
    for (const { product, quantity } of items)
      if (quantity > 0) quantities.set(product.name, (quantities.get(product.name) ?? 0) + quantity);
  }
  return Array.from(quantities, ([name, quantity]) => ({ name, quantity }));
}
