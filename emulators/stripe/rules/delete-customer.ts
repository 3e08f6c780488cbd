import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { cancelSubscription } from './cancel-subscription';
import { detachCard } from './saved-cards';
import { isOver } from '../state/subscription-status';

/** Deletes a customer and cancels its subscriptions at once (docs.stripe.com/api/customers/delete). A stub stays. */
export function deleteCustomer(account: Account, id: string): { id: string; object: 'customer'; deleted: true } {
  for (const one of account.store.all('subscriptions')) {
    if (one.customer === id && !isOver(one)) cancelSubscription(account, one.id, {});
  }
  for (const one of account.store.all('paymentMethods')) {
    if (one.customer === id) detachCard(account, one.id);
  }
  recordEvent(account, 'customer.deleted', 'customers', account.own('customers', id));
  const stub = { id, object: 'customer', deleted: true } as const;
  account.put('customers', stub);
  return stub;
}
