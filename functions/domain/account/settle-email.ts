import pLimit from 'p-limit';
import { setCustomerEmail } from '../../adapters/stripe/customers';
import type { ProfileItem, ShopItem } from '../../adapters/users-table/items';
import { deleteEmailChange } from '../../adapters/users-table/email-changes';
import { changeEmail } from '../../adapters/users-table/profiles';
import { removeUnfinished } from '../../adapters/users-table/unfinished';
import { logger } from '../../runtime/logger';
import { accountNotice } from '../notices/enqueue-account-notice';
import { renewSnapshot } from '../shops/renew-snapshot';

/** Shops changed at the same time; each takes a few requests to Stripe. */
const shopsAtOnce = 4;

/**
 * Puts an address that Cognito has accepted into the profile, with a notice to the former one, and makes it the invoice
 * address of the user's shops, except of those with a proven one. Safe to repeat. Returns false if Stripe did not take
 * a shop; the change then stays in the outbox, and the schedule tries again.
 */
export async function settleEmail(
  former: Pick<ProfileItem, 'userId' | 'email'>,
  email: string,
  shops: readonly ShopItem[],
): Promise<boolean> {
  const { userId } = former;
  await changeEmail(userId, email, accountNotice('email-changed', former));
  await deleteEmailChange(userId);
  const change = async ({ customerId, invoiceEmail }: ShopItem): Promise<void> => {
    await setCustomerEmail(customerId, invoiceEmail ?? email);
    await renewSnapshot(userId, customerId);
  };
  const limit = pLimit(shopsAtOnce);
  const outcomes = await Promise.allSettled(shops.map((shop) => limit(change, shop)));
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failed)
    logger.error('the billing address of a shop is not changed yet', { userId, error: reason as Error });
  if (failed.length === 0) await removeUnfinished('email', userId);
  return failed.length === 0;
}
