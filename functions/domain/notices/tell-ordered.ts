import type { ContractNotice } from '../../adapters/users-table/notices';
import { enqueueOnce } from '../../adapters/users-table/notices';
import { logger } from '../../runtime/logger';
import { contractNotice } from './contract-notice';

/**
 * Confirms an order by mail, once for its subscription however often the order is repeated. It is the last step and
 * never fails the order: a failure is logged.
 */
export async function tellOrdered(
  owner: { userId: string; email: string },
  subscription: ContractNotice['subscription'],
): Promise<void> {
  try {
    await enqueueOnce(`ordered-${subscription.id}`, contractNotice(owner, { kind: 'ordered', subscription }));
  } catch (error) {
    logger.error('a notice is lost', { notice: 'ordered', userId: owner.userId, error: error as Error });
  }
}
