import * as z from 'zod/mini';
import { requireEnv } from '../../runtime/environment';
import { readSecret } from '../secrets/secrets';

const keysSchema = z.object({
  secretKey: z.string().check(z.minLength(1, 'secretKey is empty: put the Stripe keys into the secret')),
  webhookSecret: z.string().check(z.minLength(1, 'webhookSecret is empty: put the Stripe keys into the secret')),
});
export type StripeKeys = z.output<typeof keysSchema>;

/** A key that Stripe refused may have been rotated, so a reading older than a minute is repeated. Milliseconds. */
export const doubted = 60 * 1000;

/** Stripe's keys of this stage. `maxAge` in milliseconds, if the caller has reason to doubt the cached ones. */
export async function stripeKeys(maxAge?: number): Promise<StripeKeys> {
  return keysSchema.parse(await readSecret(requireEnv('STRIPE_SECRET_ARN'), maxAge));
}
