import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { isRenewable } from '#shared/model/subscription-status';
import type { RequestBudget } from '../../adapters/stripe/client';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { setRenewal } from '../../adapters/stripe/planned-end';
import { moveEnding, readEnding } from '../../adapters/users-table/endings';
import { subscriptionNotice } from '../notices/subscription-notice';
import { leaseShop } from '../shops/lease-shop';
import { readBackAfter, subscriptionChange } from '../shops/read-back';
import { settleEnding } from './settle-ending';
import { requireSubscription } from '../subscriptions/require-subscription';
import { factsOfEnding, type SubscriptionOwner } from './carry-out-ending';

/** Lets a subscription continue, and tells its owner if an end was accepted. */
export async function withdraw(
  caller: SubscriptionOwner,
  live: LiveSubscription,
  options: RequestBudget,
): Promise<void> {
  await setRenewal(live, true, options);
  const known = await readEnding(caller.userId, live.id);
  if (known?.state !== 'planned' && known?.state !== 'intended') return;
  const owner = { userId: caller.userId, email: caller.profile.email };
  const notice = subscriptionNotice(owner, { kind: 'end-withdrawn', subscription: factsOfEnding(known) });
  await moveEnding(caller.userId, known, { ...known, state: 'withdrawn' }, notice);
}

/**
 * Takes the planned end of a subscription back. Does nothing if none is planned; throws SUBSCRIPTION_NOT_CHANGEABLE if
 * it has ended.
 */
export async function takeBackEnding(caller: SubscriptionOwner, subscriptionId: string): Promise<{ shop: ShopRecord }> {
  const change = subscriptionChange(caller, subscriptionId);
  const options = { until: change.until };
  const takeBack = async (): Promise<void> => {
    await using _lease = await leaseShop({ ...change, busy: 'CHANGE_IN_PROGRESS' });
    const live = await requireSubscription(subscriptionId, options);
    if (!isRenewable(live)) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
    if (live.endsAt !== null) await withdraw(caller, live, options);
    else await settleEnding({ userId: caller.userId, email: caller.profile.email }, live);
  };
  const { shop } = await readBackAfter(change, takeBack());
  return { shop };
}
