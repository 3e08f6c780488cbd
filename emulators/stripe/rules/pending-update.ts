import { recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { nulls, type WireSubscription, type WireSubscriptionItem } from '../wire/objects';
import type { BilledRecord } from '../state/records';
import { render } from '../state/render';
import { hour } from '../time/periods';

/** A subscription's items with the charges of their periods. */
export interface ItemsState {
  items: WireSubscriptionItem[];
  billed: BilledRecord[];
}

export function itemsState(account: Account, id: string): ItemsState {
  const items = account.itemsOf(id);
  return { items, billed: items.map((item) => account.get('billed', item.id) ?? { id: item.id, parts: [] }) };
}

function putItems(account: Account, id: string, { items, billed }: ItemsState): void {
  for (const item of account.itemsOf(id))
    if (!items.some((one) => one.id === item.id)) account.store.drop('subscriptionItems', item.id);
  for (const item of items) account.put('subscriptionItems', item);
  for (const one of billed) account.put('billed', one);
}

export const pendingUpdateOf = (account: Account, invoice: string) =>
  account.store.all('pendingUpdates').find((one) => one.invoice === invoice);

/**
 * Reverts a change of items that waits for its payment, and keeps it as the subscription's pending update. It expires
 * with the trial or the first period that ends, after 23 hours at the latest
 * (docs.stripe.com/billing/subscriptions/pending-updates#expired-updates).
 */
export function holdUpdate(account: Account, id: string, before: ItemsState, invoice: string): void {
  const after = itemsState(account, id);
  putItems(account, id, before);
  account.put('pendingUpdates', { id, invoice, ...after, announced: false });
  const { trial_end: trialEnd } = account.own('subscriptions', id);
  const ends = before.items.map((item) => item.current_period_end);
  account.change('subscriptions', id, {
    pending_update: {
      ...nulls('billing_cycle_anchor cancel_at_period_end discount discounts metadata trial_end trial_from_plan'),
      expires_at: Math.min(
        account.now + 23 * hour,
        ...ends,
        ...(trialEnd !== null && trialEnd > account.now ? [trialEnd] : []),
      ),
      subscription_items: after.items,
    },
  });
  // Without automatic retries: it waits for the customer, or expires.
  account.change('invoices', invoice, { auto_advance: false });
}

/** The payment failed, or waits for 3-D Secure: the pending update becomes visible, and its event is sent. */
export function announceUpdate(account: Account, id: string, before: object): void {
  account.change('pendingUpdates', id, { announced: true });
  recordEvent(account, 'customer.subscription.updated', 'subscriptions', account.own('subscriptions', id), before);
}

function clear(account: Account, id: string): WireSubscription {
  account.store.drop('pendingUpdates', id);
  return account.change('subscriptions', id, { pending_update: null });
}

/**
 * docs.stripe.com/billing/subscriptions/pending-updates#handling-failed-payments: a paid invoice applies its update at
 * once.
 */
export function applyUpdate(account: Account, invoice: string): void {
  const held = pendingUpdateOf(account, invoice);
  if (!held) return;
  const before = render(account, 'subscriptions', account.own('subscriptions', held.id));
  putItems(account, held.id, held);
  const applied = clear(account, held.id);
  recordEvent(account, 'customer.subscription.updated', 'subscriptions', applied, before);
  if (held.announced) recordEvent(account, 'customer.subscription.pending_update_applied', 'subscriptions', applied);
}

/**
 * docs.stripe.com/billing/subscriptions/pending-updates#canceling-changing: voiding its invoice takes an update back.
 */
export function dropUpdate(account: Account, invoice: string): void {
  const held = pendingUpdateOf(account, invoice);
  if (!held) return;
  const before = render(account, 'subscriptions', account.own('subscriptions', held.id));
  recordEvent(account, 'customer.subscription.updated', 'subscriptions', clear(account, held.id), before);
}
