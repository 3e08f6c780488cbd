import type { RequestBudget } from '../../adapters/stripe/client';
import { setCustomerEmail } from '../../adapters/stripe/customers';
import { readPartition } from '../../adapters/users-table/read-partition';
import { renewSnapshot } from '../shops/renew-snapshot';

/** Where a shop's bills go: to its proven invoice address, or else to its owner's. Undefined if either is gone. */
async function addressOf(userId: string, customerId: string): Promise<string | undefined> {
  const { profile, shops } = await readPartition(userId, 'ownership');
  const shop = shops.find((one) => one.customerId === customerId);
  return shop && profile && (shop.invoiceEmail ?? profile.email);
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
