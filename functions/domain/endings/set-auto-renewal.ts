import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { isRenewable } from '#shared/model/subscription-status';
import type { RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { carryOutEnding, owedIn, type SubscriptionOwner } from './carry-out-ending';
import { endAtStripe } from './plan-ending';
import { withdraw } from './take-back-ending';
import { ownSubscription } from '../shops/find-shop';
import { leaseShop } from '../shops/lease-shop';
import { readBackAfter, subscriptionChange, type ShopChange } from '../shops/read-back';
import { requireEnding } from './require-ending';
import { settleEnding } from './settle-ending';
import { requireSubscription } from '../subscriptions/require-subscription';

/**
 * Whether a subscription renews after this request; undefined if it already does as asked. Without `asked` it toggles
 * (spec 7). Throws SUBSCRIPTION_NOT_CHANGEABLE for one that has ended, has not begun or is paused.
 */
export function decideRenewal(
  live: Pick<LiveSubscription, 'status' | 'endsAt'>,
  asked: boolean | undefined,
): boolean | undefined {
  if (!isRenewable(live)) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
  const renews = live.endsAt === null;
  const wanted = asked ?? !renews;
  return wanted === renews ? undefined : wanted;
}

async function renew(
  caller: SubscriptionOwner,
  subscriptionId: string,
  asked: boolean | undefined,
  change: ShopChange,
): Promise<void> {
  await using _lease = await leaseShop({ ...change, busy: 'CHANGE_IN_PROGRESS' });
  const options: RequestBudget = { until: change.until };
  const live = await requireSubscription(subscriptionId, options);
  const renews = decideRenewal(live, asked);
  if (renews === undefined) await settleEnding({ userId: caller.userId, email: caller.profile.email }, live);
  if (renews === true) await withdraw(caller, live, options);
  if (renews !== false) return;
  const ending = requireEnding(live, 'period');
  const { record, subscription } = ownSubscription(caller, subscriptionId);
  const accepted = { endsAt: ending.endsAt, atOnce: false, total: null, owed: owedIn(record, subscription) };
  await carryOutEnding(caller, live, accepted, () => endAtStripe(live, ending, options));
}

/**
 * Lets a subscription renew or end with its period, or toggles that if `asked` is left out. Renewing clears the end,
 * whether it was set by the flag or by a date. Returns the changed shop.
 */
export async function setAutoRenewal(
  caller: SubscriptionOwner,
  subscriptionId: string,
  asked: boolean | undefined,
): Promise<{ shop: ShopRecord }> {
  const change = subscriptionChange(caller, subscriptionId);
  const { shop } = await readBackAfter(change, renew(caller, subscriptionId, asked, change));
  return { shop };
}
