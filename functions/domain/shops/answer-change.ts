import type { ShopRecord } from '#shared/model/customer';
import { clock } from '../../adapters/clock';
import { callBudget, type AskOptions } from '../../adapters/stripe/client';
import { logger } from '../../runtime/logger';
import type { Caller } from '../caller';
import { afterChange } from './read-back';
import { shopOfSubscription } from './find-shop';

/** The shop of the caller's that is changed, and the time there is for all of it. */
export interface ChangeScope {
  userId: string;
  customerId: string;
  options: AskOptions & { until: number };
}

/**
 * Changes a subscription of the caller's and answers what came of it with the shop as it stands then. A refusal may
 * come of a change elsewhere, leave a void invoice or a counted try behind, or hide that Stripe has done it, so the
 * shop is read again then as well.
 */
export async function answerChange<T>(
  caller: Caller,
  subscriptionId: string,
  change: (scope: ChangeScope) => Promise<T>,
): Promise<{ shop: ShopRecord; outcome: T }> {
  const { userId } = caller;
  const customerId = shopOfSubscription(caller, subscriptionId);
  const until = clock.now() + callBudget;
  const readAgain = (): Promise<ShopRecord> =>
    afterChange(userId, customerId, { until, gone: 'SUBSCRIPTION_NOT_FOUND' });
  const outcome = await change({ userId, customerId, options: { until } }).catch(async (error: unknown) => {
    await readAgain().catch((failure: unknown) =>
      logger.warn('a shop could not be read after a refusal', { customerId, failure }),
    );
    throw error;
  });
  return { shop: await readAgain(), outcome };
}
