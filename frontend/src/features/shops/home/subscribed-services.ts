import type { Subscription } from '#shared/model/customer';
import { isOver } from '#shared/model/subscription-status';

export interface SubscribedService {
  name: string;
  quantity: number;
}

/** The services that a shop subscribes to, each once with its total, in the order of the subscriptions. */
export function subscribedServices(subscriptions: readonly Subscription[]): SubscribedService[] {
  const quantities = new Map<string, number>();
  for (const { items } of subscriptions.filter((one) => !isOver(one)))
    for (const { product, quantity } of items)
      if (quantity > 0) quantities.set(product.name, (quantities.get(product.name) ?? 0) + quantity);
  return Array.from(quantities, ([name, quantity]) => ({ name, quantity }));
}
