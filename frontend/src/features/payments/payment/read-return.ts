/** The data of the browser's return from a bank: the confirmed intent and its purpose. */
export interface Returned {
  kind: 'setup' | 'payment';
  clientSecret: string;
  /** The subscription or the shop that a card was saved for; undefined if the address names none. */
  subscriptionId: string | undefined;
  customerId: string | undefined;
}

/**
 * Reads the address to which Stripe returns the browser: Stripe's own parameters
 * (docs.stripe.com/js/setup_intents/confirm_setup) and the portal's. Undefined if nothing was confirmed.
 */
export function readReturn(query: URLSearchParams): Returned | undefined {
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const setup = text('setup_intent_client_secret');
  const payment = text('payment_intent_client_secret');
  const clientSecret = setup ?? payment;
  if (clientSecret === undefined) return undefined;
  return {
    kind: setup === undefined ? 'payment' : 'setup',
    clientSecret,
    subscriptionId: text('subscriptionId'),
    customerId: text('customerId'),
  };
}
