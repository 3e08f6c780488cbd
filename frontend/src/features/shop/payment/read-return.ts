/** What the browser came back from a bank with, and what for. */
export interface Returned {
  kind: 'setup' | 'payment';
  clientSecret: string;
  /** The subscription or the shop that a card was saved for; undefined where the address names none. */
  subscriptionId: string | undefined;
  customerId: string | undefined;
}

/**
 * Reads the address that Stripe sends the browser back to: its own parameters
 * (docs.stripe.com/js/setup_intents/confirm_setup) and those that were given along. Undefined where nothing was
 * confirmed.
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
