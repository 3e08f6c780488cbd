import Stripe from 'stripe';

/** Stripe's own client at the address that `/__local/services` has for it, embedded or real. */
export function stripeAt(address: string, secretKey: string): Stripe {
  const { protocol, hostname, port } = new URL(address);
  return new Stripe(secretKey, { protocol: protocol === 'https:' ? 'https' : 'http', host: hostname, port });
}
