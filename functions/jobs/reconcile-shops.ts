import type { Context } from 'aws-lambda';
import { clock } from '../adapters/clock';
import { reconcileShops, type Reconciled } from '../domain/shops/reconcile-shops';
import { logger } from '../runtime/logger';

/** Time for the readings under way to end, in milliseconds. */
const reserve = 20_000;

/**
 * Run by the schedule: what the portal shows of each shop is compared with Stripe, the oldest first. A run in which
 * nothing could be read is thrown, so that its alarm sees it.
 */
export const handler = async (
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<Reconciled> => {
  const reconciled = await reconcileShops(clock.now() + context.getRemainingTimeInMillis() - reserve);
  logger.info('shops reconciled', { ...reconciled });
  if (reconciled.failed > 0 && reconciled.read === 0)
    throw new Error(`No shop could be read: ${reconciled.failed} failed`);
  return reconciled;
};
