import type Stripe from 'stripe';
import { markSetupComplete } from '#shared/contract/account';
import type { PortalClient } from '../portal-client';
import { openShop, type NewShop } from './open-shop';

interface Payments {
  stripe: Stripe;
  giveUpPaymentsOf: (customerId: string) => void;
}

/** Opens a user's shops, one after another; returns those that have a subscription, with its id. */
export async function makeShops(
  { stripe, giveUpPaymentsOf }: Payments,
  owner: PortalClient,
  email: string,
  shops: readonly NewShop[],
): Promise<{ shop: NewShop; subscriptionId: string }[]> {
  const subscribed: { shop: NewShop; subscriptionId: string }[] = [];
  for (const [index, shop] of shops.entries()) {
    const idempotencyKey = `demo-shop-${index}-of-${email}`;
    const { subscriptionId } = await openShop(owner, stripe, { ...shop, email, idempotencyKey }, giveUpPaymentsOf);
    if (subscriptionId !== undefined) subscribed.push({ shop, subscriptionId });
  }
  await owner.send(markSetupComplete);
  return subscribed;
}
