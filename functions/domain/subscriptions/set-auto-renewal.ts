import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { isRenewable } from '#shared/model/subscription-status';
import type { RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { setRenewal } from '../../adapters/stripe/planned-end';
import type { ShopOwner } from '../shops/find-shop';
import { readBackAfter, subscriptionChange } from '../shops/read-back';
import { requireEnding } from './require-ending';
import { requireSubscription } from './require-subscription';

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

async function renew(subscriptionId: string, asked: boolean | undefined, options: RequestBudget): Promise<void> {
  const live = await requireSubscription(subscriptionId, options);
  const renews = decideRenewal(live, asked);
  if (renews === false) requireEnding(live, 'period');
  if (renews !== undefined) await setRenewal(live, renews, options);
}

/**
 * Lets a subscription renew or end with its period, or toggles that if `asked` is left out. Renewing clears the end,
 * whether it was set by the flag or by a date. Returns the changed shop.
 */
export async function setAutoRenewal(
  caller: ShopOwner,
  subscriptionId: string,
  asked: boolean | undefined,
): Promise<{ shop: ShopRecord }> {
  const change = subscriptionChange(caller, subscriptionId);
  const { shop } = await readBackAfter(change, renew(subscriptionId, asked, { until: change.until }));
  return { shop };
}
