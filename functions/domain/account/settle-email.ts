import { setCustomerEmail } from '../../adapters/stripe/customers';
import { sideBySide } from '../../adapters/stripe/side-by-side';
import { deleteEmailChange } from '../../adapters/users-table/email-changes';
import { changeProfile } from '../../adapters/users-table/profiles';
import { removeUnfinished } from '../../adapters/users-table/unfinished';
import { logger } from '../../runtime/logger';
import { refreshSnapshot } from '../shops/refresh-shop';

/** Shops changed at once; each takes a few requests of Stripe's. */
const atOnce = 4;

/**
 * Makes an address that Cognito has put in force the user's everywhere else: in the profile, then as the billing
 * address of their shops. Safe to repeat. A shop that Stripe does not take leaves the note, so that the schedule
 * tries it again; answers whether all were taken.
 */
export async function settleEmail(userId: string, email: string, customerIds: readonly string[]): Promise<boolean> {
  await changeProfile(userId, { email });
  await deleteEmailChange(userId);
  const change = async (customerId: string): Promise<void> => {
    await setCustomerEmail(customerId, email);
    await refreshSnapshot(userId, customerId);
  };
  const outcomes = await sideBySide(customerIds, change, atOnce);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failed)
    logger.error('the billing address of a shop is not changed yet', { userId, error: reason as Error });
  if (failed.length === 0) await removeUnfinished('email', userId);
  return failed.length === 0;
}
