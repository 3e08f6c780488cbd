import type { RequestBudget } from '../../adapters/stripe/client';
import { setCustomerEmail } from '../../adapters/stripe/customers';
import { readEmail } from '../../adapters/users-table/profiles';
import { readOwnedShop } from '../../adapters/users-table/shops';
import { renewSnapshot } from '../shops/renew-snapshot';

/** Where a shop's bills go: to its proven invoice address, or else to its owner's. Undefined if either is gone. */
async function addressOf(userId: string, customerId: string): Promise<string | undefined> {
  const [owned, email] = await Promise.all([readOwnedShop(userId, customerId), readEmail(userId)]);
  return owned && email && (owned.shop.invoiceEmail ?? email);
}

/**
 * Has Stripe send a shop's bills to the address that is in force, and renews the snapshot. `sentTo`: the address that
 * Stripe has, if it is known; then Stripe is asked only for another one. The address is read again after Stripe has
 * taken it: of changes made at one time, the last one to reach Stripe then wrote what is in force. Safe to repeat.
 */
export async function settleInvoiceAddress(
  userId: string,
  customerId: string,
  { sentTo, ...budget }: RequestBudget & { sentTo?: string | undefined } = {},
): Promise<void> {
  let sent = sentTo;
  for (;;) {
    const email = await addressOf(userId, customerId);
    if (email === undefined || email === sent) break;
    await setCustomerEmail(customerId, email, budget);
    sent = email;
  }
  if (sent !== sentTo) await renewSnapshot(userId, customerId, budget);
}
