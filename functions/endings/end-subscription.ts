import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { isOver, isRenewable, managedText } from '#shared/model/subscription';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { voidInvoice } from '#functions/billing/owed-invoices';
import {
  type LiveSubscription,
  requireSubscription,
  cancelAtOnce,
  setRenewal,
} from '#functions/billing/live-subscription';
import type { ShopOwner } from '#functions/http/caller';
import { leaseShop } from '#functions/platform/leases';
import { forcedEndOf, keepFormerEnd } from '#functions/billing/dunning-table';
import { refreshAfter, subscriptionChange } from '#functions/shops/refresh-shop';

/** Changes a subscription under its shop's lease, and returns the shop as Stripe has it, which tells the owner. */
async function change(
  caller: ShopOwner,
  subscriptionId: string,
  act: (live: LiveSubscription, options: RequestBudget) => Promise<void>,
): Promise<{ shop: ShopRecord }> {
  const changed = subscriptionChange(caller, subscriptionId);
  const options = { until: changed.until };
  const underLease = async (): Promise<object> => {
    await using _lease = await leaseShop({ ...changed, busy: 'CHANGE_IN_PROGRESS' });
    await act(await requireSubscription(subscriptionId, options), options);
    return {};
  };
  return refreshAfter(changed, underLease());
}

/** Ends a subscription at Stripe. An increase that waits for its payment is withdrawn: it will never be made. */
export async function endAtOnce(live: LiveSubscription, options: RequestBudget): Promise<void> {
  if (live.pendingInvoiceId !== null) await voidInvoice(live.pendingInvoiceId, options);
  await cancelAtOnce(live.id, options);
}

/** Cancels a subscription at once and without refund; owed amounts stay owed. Safe to repeat. */
export const cancelSubscription = (caller: ShopOwner, subscriptionId: string): Promise<{ shop: ShopRecord }> =>
  change(caller, subscriptionId, async (live, options) => {
    if (!isOver(live)) await endAtOnce(live, options);
  });

/**
 * Whether a subscription renews after this request; undefined if it already does as asked. Without `asked` it toggles
 * (spec 7). Throws SUBSCRIPTION_NOT_CHANGEABLE for one that has ended, has not begun, is paused or on a schedule.
 */
export function decideRenewal(
  live: Pick<LiveSubscription, 'status' | 'arrangement' | 'endsAt'>,
  asked: boolean | undefined,
): boolean | undefined {
  if (!isRenewable(live)) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
  if (live.arrangement === 'scheduled') throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE', { text: managedText });
  const renews = live.endsAt === null;
  const wanted = asked ?? !renews;
  return wanted === renews ? undefined : wanted;
}

/**
 * Lets a subscription renew or end with its period, or toggles that if `asked` is left out. Renewing clears the end,
 * whether it was set by the flag or by a date. Throws SUBSCRIPTION_OVERDUE if it ends for a late payment.
 */
export const setAutoRenewal = (
  caller: ShopOwner,
  subscriptionId: string,
  asked: boolean | undefined,
): Promise<{ shop: ShopRecord }> =>
  change(caller, subscriptionId, async (live, options) => {
    const renews = decideRenewal(live, asked);
    if (renews && (await forcedEndOf(subscriptionId)) !== undefined) throw new CallError('SUBSCRIPTION_OVERDUE');
    if (renews !== undefined) await setRenewal(live, renews, options);
    if ((asked ?? renews) === false) await keepFormerEnd(subscriptionId, live.periodEnd);
  });
