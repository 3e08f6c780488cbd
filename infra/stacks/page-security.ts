import { postalLookupUrl } from '../functions/permissions';

const scriptOrigin = 'https://js.stripe.com';
const stripeJs = [scriptOrigin, 'https://*.js.stripe.com'];

/**
 * The browser features that page and frames may use. Wallet buttons are in Stripe's frames, which need the browser's
 * payment request (w3.org/TR/payment-request, "Permissions Policy integration"; by default only the page may use it).
 */
export const permissionsPolicy = `camera=(self), microphone=(), geolocation=(), payment=(self "${scriptOrigin}")`;

/**
 * The sources that the page may load: itself, Stripe's script, frames and API (Stripe's documentation, "Security guide:
 * content security policy"), and the postal lookup. Inline styles are allowed because Stripe's and Headless UI's
 * elements set them.
 */
export const contentSecurityPolicy = Object.entries({
  'default-src': ["'self'"],
  'script-src': ["'self'", ...stripeJs],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https://*.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com', new URL(postalLookupUrl).origin],
  'frame-src': [...stripeJs, 'https://hooks.stripe.com'],
  // Otherwise a worker could be loaded from everywhere that scripts are, Stripe included.
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
})
  .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  .join('; ');

/** The text of /.well-known/security.txt (RFC 9116), valid to a first of a month: deployments of one month agree. */
export function securityText(contact: string, portalOrigin: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11, 1));
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${portalOrigin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
