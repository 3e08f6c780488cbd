import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header (docs.stripe.com/webhooks/signature): `timestamp` in unix seconds, over exactly the
 * bytes of the body.
 */
export function signatureHeader(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
