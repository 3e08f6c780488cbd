import type { Call } from '#shared/contract/call';
import { CallError } from '#shared/errors';
import type { Middleware } from './state';

/** Body limits in bytes: 32 kB is more than any call of the contract needs; webhooks carry whole Stripe objects. */
const limits = { call: 32 * 1024, webhook: 256 * 1024 };

/**
 * Half of a surrogate pair is no character: Stripe's client throws when it encodes one for its form (URIError of
 * encodeURIComponent), so a text with one would be an error of ours. RFC 8259, section 8.2.
 */
function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new SyntaxError('half of a surrogate pair');
  return value;
}

/**
 * Checks size, then type, then JSON. A call without a body schema ignores any body; a call with an optional body
 * accepts none.
 */
export function readBody(call: Call): Middleware {
  return {
    before: ({ event, internal }) => {
      const raw = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? '');
      if (Buffer.byteLength(raw) > (call.access === 'webhook' ? limits.webhook : limits.call))
        throw new CallError('BODY_TOO_LARGE');
      internal.rawBody = raw;
      if (!call.body) return;
      if (raw === '' && call.body.safeParse(undefined).success) return;
      const type = event.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
      if (raw !== '' && type !== 'application/json') throw new CallError('UNSUPPORTED_MEDIA_TYPE');
      try {
        internal.json = JSON.parse(raw, wellFormed);
      } catch (cause) {
        throw new CallError('INVALID_JSON', { cause });
      }
    },
  };
}
