import type Stripe from 'stripe';
import { listShops, refreshShop } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import type { PortalClient } from '../../local/portal-client';
import { openShop, type NewShop } from '../../local/seed/open-shop';
import { stripeAt } from '../../local/stripe-client';
import type { Portal } from './portal';

/** A shop with a subscription, of the demo data or of a story. */
export interface SubscribedShop {
  customerId: string;
  subscriptionId: string;
}

/** Stripe's own client, as its dashboard would use it. */
export async function stripeOf(portal: Portal): Promise<Stripe> {
  return stripeAt((await portal.services()).stripe, 'sk_test_local');
}

/** An owner's shops. */
export const shopsOf = (session: PortalClient): Promise<ShopRecord[]> => session.send(listShops, {});

/**
 * Opens a shop and waits until the portal has read it from Stripe. `subscriptionId` is empty if it has no subscription.
 */
export async function makeShop(portal: Portal, owner: PortalClient, shop: NewShop): Promise<SubscribedShop> {
  const { customerId, subscriptionId = '' } = await openShop(owner, await stripeOf(portal), shop);
  await owner.send(refreshShop, { params: { customerId } });
  return { customerId, subscriptionId };
}

/** The invoice that a shop paid, and its payment. */
export async function paidInvoice(
  stripe: Stripe,
  customer: string,
): Promise<{ invoice: Stripe.Invoice; payment: string }> {
  const { data } = await stripe.invoices.list({ customer, expand: ['data.payments'] });
  const invoice = data.find(({ amount_paid: paid }) => paid > 0);
  const payment = invoice?.payments?.data[0]?.payment.payment_intent;
  if (!invoice || typeof payment !== 'string') throw new Error('The shop has paid nothing');
  return { invoice, payment };
}
