import type { Context } from 'aws-lambda';
import { reconciling } from '#shared/limits';
import { clock } from '../adapters/clock';
import { reconcileShops, type Reconciled } from '../domain/shops/reconcile-shops';
import { logger } from '../runtime/logger';

/**
 * Run by the schedule: what the portal shows of each shop is compared with Stripe, the oldest first. A run in which
 * nothing could be read is thrown, so that its alarm sees it.
 */
export const handler = async (
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<Reconciled> => {
  const reconciled = await reconcileShops(
    clock.now() + context.getRemainingTimeInMillis() - reconciling.reserveSeconds * 1000,
  );
  logger.info('shops reconciled', { ...reconciled });
  if (reconciled.failed > 0 && reconciled.read === 0)
    throw new Error(`No shop could be read: ${reconciled.failed} failed`);
  return reconciled;
};
