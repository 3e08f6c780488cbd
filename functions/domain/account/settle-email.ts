import pLimit from 'p-limit';
import type { ProfileItem } from '../../adapters/users-table/items';
import { deleteEmailChange } from '../../adapters/users-table/email-changes';
import { changeEmail } from '../../adapters/users-table/profiles';
import { readPartition } from '../../adapters/users-table/read-partition';
import { removeUnfinished } from '../../adapters/users-table/unfinished';
import { logger } from '../../runtime/logger';
import { settleInvoiceAddress } from '../invoice-address/settle-invoice-address';
import { accountNotice } from '../notices/enqueue-account-notice';

/** Shops changed at the same time; each takes a few requests to Stripe. */
const shopsAtOnce = 4;

/**
 * Puts an address that Cognito has accepted into the profile, with a notice to the former one, and makes it the invoice
 * address of the user's shops, except of those with a proven one. Safe to repeat. Returns false if Stripe did not take
 * a shop; the change, `id`, then stays in the outbox, and the schedule tries again.
 */
export async function settleEmail(
  former: Pick<ProfileItem, 'userId' | 'email'>,
  email: string,
  id: string,
): Promise<boolean> {
  const { userId } = former;
  await changeEmail(userId, email, accountNotice('email-changed', former));
  await deleteEmailChange(userId, email);
  // A shop that is opened meanwhile is among them, or finds the new address itself.
  const { shops } = await readPartition(userId, 'ownership');
  const limit = pLimit(shopsAtOnce);
  const outcomes = await Promise.allSettled(
    shops.map(({ customerId }) => limit(() => settleInvoiceAddress(userId, customerId))),
  );
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failed)
    logger.error('the billing address of a shop is not changed yet', { userId, error: reason as Error });
  if (failed.length === 0) await removeUnfinished({ kind: 'email', userId, id });
  return failed.length === 0;
}
