/** A mistake of the page's author, not of its user: thrown, as Stripe.js throws it, never returned as a result. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
