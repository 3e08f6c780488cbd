import { CallError } from '#shared/errors';
import type { RequestBudget } from '../../adapters/stripe/client';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';

/** The current state of a subscription at Stripe; refuses with SUBSCRIPTION_NOT_FOUND. */
export async function requireSubscription(id: string, options: RequestBudget): Promise<LiveSubscription> {
  const live = await readSubscription(id, options);
  if (!live) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return live;
}
