import type { WireRequest } from '../../platform/index';
import { errors } from './errors';

export interface Keys {
  secretKey: string;
  publishableKey: string;
}

/** `Bearer sk_…`, or Basic with the key as the user name (docs.stripe.com/api/authentication). */
function keyOf(header: string | undefined): string | undefined {
  const [scheme, value = ''] = (header ?? '').trim().split(/\s+/, 2);
  if (/^bearer$/i.test(scheme ?? '')) return value || undefined;
  if (/^basic$/i.test(scheme ?? '')) return Buffer.from(value, 'base64').toString('utf8').split(':')[0] || undefined;
  return undefined;
}

/** The kind of key that a request carries. Stripe.js may send the publishable key as the parameter `key`. */
export function authenticate(
  request: WireRequest,
  keys: Keys,
  keyParameter: string | undefined,
): 'secret' | 'publishable' {
  const key = keyOf(request.headers['authorization']) ?? keyParameter;
  if (key === undefined) throw errors.noKey();
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  throw errors.wrongKey(key);
}
