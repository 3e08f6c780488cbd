import { CallError } from '#shared/errors';
import type { AskOptions } from '../../adapters/stripe/client';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';

/** A subscription as Stripe has it now; refuses with SUBSCRIPTION_NOT_FOUND. */
export async function needSubscription(id: string, options: AskOptions): Promise<LiveSubscription> {
  const live = await readSubscription(id, options);
  if (!live) throw new CallError('SUBSCRIPTION_NOT_FOUND');
  return live;
}
