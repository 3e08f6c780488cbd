import { createSetupIntent } from '#functions/billing/calls';
import { refreshShop } from '#functions/shops/refresh-shop';
import type { PaymentServices, ShopOwner } from './payment-services';
import { giveShop } from './shops';
import { setCard } from './subscribed';

type Json = Readonly<Record<string, unknown>>;

const idIn = (clientSecret: string): string => clientSecret.slice(0, clientSecret.indexOf('_secret_'));

/** The card's holder confirms or fails 3-D Secure, for an intent of either kind. */
export async function authenticate(
  services: PaymentServices,
  clientSecret: string,
  outcome: 'complete' | 'fail',
): Promise<void> {
  const id = idIn(clientSecret);
  const { next_action: action } = id.startsWith('seti')
    ? await services.stripe.setupIntents.retrieve(id)
    : await services.stripe.paymentIntents.retrieve(id);
  const { pathname, search } = new URL(String(action?.use_stripe_sdk?.['stripe_js']));
  const response = await fetch(`${services.urls.stripe}${pathname}${search}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/**
 * Saves a card with a setup intent, as the card form in a browser does, 3-D Secure included. Returns the id of its
 * payment method.
 */
export async function createSubscriptionCard(
  services: PaymentServices,
  clientSecret: string,
  number: string,
): Promise<string> {
  const response = await fetch(`${services.urls.stripe}/v1/setup_intents/${idIn(clientSecret)}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_local', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      return_url: 'http://localhost:3000/payment-success',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2030',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  const { status, payment_method: method } = (await response.json()) as { status: string; payment_method: string };
  if (status === 'requires_action') await authenticate(services, clientSecret, 'complete');
  return method;
}

/**
 * Saves the card of a trial and makes it the subscription's default, as the browser does after opening a shop, because
 * Stripe sets no default by itself (fact `setup-intent-sets-no-default`).
 */
export async function saveTrialCard(services: PaymentServices, opened: Json, number: string): Promise<void> {
  const card = await createSubscriptionCard(services, String(opened['clientSecret']), number);
  await services.stripe.subscriptions.update(String(opened['subscriptionId']), { default_payment_method: card });
}

/** A card that the owner saves by the portal's own call, for a shop, for a subscription, or for neither yet. */
export async function saveCard(
  services: PaymentServices,
  owner: ShopOwner,
  named?: { customerId?: string; subscriptionId?: string },
  number = '4242424242424242',
): Promise<string> {
  const { status, body } = await owner.browser.post(createSetupIntent, named);
  if (status !== 200) throw new Error(`The setup intent returned ${status}`);
  return createSubscriptionCard(services, String(body['clientSecret']), number);
}

/**
 * A shop of the owner that never had a subscription, in both Stripe and the portal. `card`: a test card of Stripe's,
 * its default.
 */
export async function createPlainShop(services: PaymentServices, owner: ShopOwner, card?: string): Promise<string> {
  const { id } = await services.stripe.customers.create({ name: '青山店', email: 'owner@example.jp' });
  if (card !== undefined) await setCard(services, id, card);
  await giveShop(owner.userId, id);
  await refreshShop(owner.userId, id);
  return id;
}
