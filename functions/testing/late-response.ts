import type { WireRequest } from '#emulators/platform';
import type { PaymentServices } from './payment-services';

const inUse = {
  status: 409,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Another request is in progress' },
  }),
};

/** A write at Stripe that still runs when its caller gives up waiting. */
export interface LateWrite {
  /** The idempotency keys that were sent, in order. */
  keys: string[];
  /** Lets Stripe carry out the write; from then on it responds as usual, also to a repeat. */
  arrive: () => Promise<void>;
}

/**
 * From now on this operation takes Stripe longer than its caller waits: the first request gets no response, and a
 * repeat under its idempotency key is refused with 409, until {@link LateWrite.arrive}.
 */
export function respondLate(services: PaymentServices, operation: string): LateWrite {
  let first: WireRequest | undefined;
  const keys: string[] = [];
  services.inject((service, asked, request) => {
    if (service !== 'stripe' || asked !== operation) return 'pass';
    const key = request.headers['idempotency-key'] ?? '';
    const again = keys.includes(key) && keys.length > 1; // the SDK itself sends it twice over a closed connection
    keys.push(key);
    first ??= request;
    return again ? inUse : 'down';
  });
  return {
    keys,
    async arrive() {
      services.clearFaults();
      if (!first) throw new Error(`${operation} was not asked for`);
      const { method, url, headers, body } = first;
      const response = await fetch(`${services.urls.stripe}${url}`, {
        method,
        body: new Uint8Array(body),
        headers: Object.fromEntries(
          ['authorization', 'content-type', 'idempotency-key', 'stripe-version'].map((name) => [
            name,
            headers[name] ?? '',
          ]),
        ),
      });
      await response.text();
    },
  };
}

/** The response of a call whose charge may have been made although no result came. */
export const processing = {
  code: 'IDEMPOTENCY_KEY_IN_USE',
  message: 'お支払いを処理しています。少し待ってから、もう一度お試しください。二重に請求されることはありません。',
  retryAfter: 10,
};
