import type { ShopRecord } from '#shared/model/customer';
import { rentedUnits } from '#shared/model/subscription-facts';

/** The devices of a shop's trials that no card would pay after their end, by subscription. */
export function cardlessTrials({ customer, subscriptions }: ShopRecord): Record<string, number> {
  if (customer.default_payment_method) return {};
  const cardless = subscriptions.filter((one) => one.status === 'trialing' && !one.default_payment_method);
  return Object.fromEntries(cardless.map((one) => [one.id, rentedUnits(one)]));
}
