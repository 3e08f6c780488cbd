import Stripe from 'stripe';
import type { BrowserContext } from 'playwright/test';
import { listShops, refreshShop } from '#shared/contract/billing';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import type { ShopRecord } from '#shared/model/customer';
import type { Portal } from './portal';
import { sampleBodies } from './samples';

/** What a person's shop is to be before a story begins. */
interface WantedShop {
  name: string;
  /** Devices; left out, the shop has no subscription. */
  devices?: number;
  /** One of Stripe's test payment methods, saved as the form would save it. */
  card?: 'pm_card_visa' | 'pm_card_chargeCustomerFail';
  /** Where the subscription stands: in its trial, paid for, or canceled. */
  state?: 'trialing' | 'active' | 'canceled';
}

export interface MadeShop {
  customerId: string;
  subscriptionId: string;
}

/** The cookie of whoever is signed in on a page. */
export const cookieOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

/** Stripe as its own dashboard sees it. */
export async function stripeOf(portal: Portal): Promise<Stripe> {
  const { hostname, port } = new URL((await portal.services()).stripe);
  return new Stripe('sk_test_local', { protocol: 'http', host: hostname, port });
}

/** The shops of whoever a cookie is of, as the portal's screens have them. */
export async function shopsOf(portal: Portal, cookie: string): Promise<ShopRecord[]> {
  const { status, body } = await portal.send(listShops, { cookie });
  if (status !== 200) throw new Error(`The shops were answered with ${status} ${JSON.stringify(body)}`);
  return body as ShopRecord[];
}

async function post<T>(portal: Portal, cookie: string, ...[call, options]: Parameters<Portal['send']>): Promise<T> {
  const { status, body } = await portal.send(call, { cookie, ...options });
  if (status !== 200) throw new Error(`${call.path} was answered with ${status} ${JSON.stringify(body)}`);
  return body as T;
}

/**
 * Opens a shop by the portal's own calls and does what the card's holder and time would do; what the portal shows of
 * it is read after that.
 */
export async function makeShop(
  portal: Portal,
  cookie: string,
  { name, devices, card = 'pm_card_visa', state = 'trialing' }: WantedShop,
): Promise<MadeShop> {
  const body = (call: typeof createShopOnly | typeof createShopWithSubscription): { storeData: object } => {
    const sample = sampleBodies[call.name];
    return { ...sample, storeData: { ...sample.storeData, storeName: name } };
  };
  if (devices === undefined) {
    await post(portal, cookie, createShopOnly, { body: body(createShopOnly) });
    const shop = (await shopsOf(portal, cookie)).find(({ customer }) => customer.metadata['サロン名'] === name);
    return { customerId: shop?.customer.id ?? '', subscriptionId: '' };
  }
  const made = await post<MadeShop & { clientSecret: string }>(portal, cookie, createShopWithSubscription, {
    body: { ...body(createShopWithSubscription), subscriptionData: { revonizerQuantity: devices } },
  });
  const stripe = await stripeOf(portal);
  const { payment_method: method } = await stripe.setupIntents.confirm(made.clientSecret.split('_secret_')[0] ?? '', {
    payment_method: card,
  });
  const saved = typeof method === 'string' ? method : (method?.id ?? '');
  await stripe.customers.update(made.customerId, { invoice_settings: { default_payment_method: saved } });
  if (state === 'active')
    await stripe.subscriptions.update(made.subscriptionId, { trial_end: 'now', proration_behavior: 'none' });
  if (state === 'canceled') await stripe.subscriptions.cancel(made.subscriptionId);
  await post(portal, cookie, refreshShop, { params: { customerId: made.customerId } });
  return { customerId: made.customerId, subscriptionId: made.subscriptionId };
}
