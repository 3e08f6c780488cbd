import type { Account } from '../state/account';
import { errors } from '../wire/errors';
import { hour, day } from '../time/periods';

/**
 * New invoices that one subscription may get within so many seconds (docs.stripe.com/rate-limits, "Subscriptions API").
 * The page does not say how a minute and a day are counted: here they are the last ones.
 */
const limits = [
  { seconds: 60, invoices: 10 },
  { seconds: day, invoices: 20 },
] as const;

/** Refuses a request that makes one invoice of a subscription too many. */
export function requireRoomForInvoice(account: Account, subscription: string): void {
  const made = account.store
    .all('invoices')
    .filter((invoice) => invoice.parent?.subscription_details?.subscription === subscription)
    .map(({ created }) => created);
  for (const { seconds, invoices } of limits)
    if (made.filter((created) => created > account.now - seconds).length >= invoices)
      throw errors.rateLimited('resource-specific');
}

/** Changes of quantities that one subscription takes in an hour (docs.stripe.com/rate-limits, "Subscriptions API"). */
const updatesAnHour = 200;

/** Counts a request that changes quantities of a subscription, and refuses one too many. */
export function requireRoomForUpdate(account: Account, id: string): void {
  const { quantityUpdates = [] } = account.own('subscriptionRecords', id);
  const recent = quantityUpdates.filter((at) => at > account.now - hour);
  if (recent.length >= updatesAnHour) throw errors.rateLimited('resource-specific');
  account.change('subscriptionRecords', id, { quantityUpdates: [...recent, account.now] });
}
