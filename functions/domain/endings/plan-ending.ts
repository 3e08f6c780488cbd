import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import type { EndingChoice, EndingOrder, EndingReceipt } from '#shared/model/ending-plan';
import { isOver } from '#shared/model/subscription-status';
import type { RequestBudget } from '../../adapters/stripe/client';
import { takeBackInvoice } from '../../adapters/stripe/invoice-outcome';
import type { LiveSubscription } from '../../adapters/stripe/live-subscription';
import { cancelAtOnce, endAt, setRenewal } from '../../adapters/stripe/planned-end';
import { readEnding, type EndingItem } from '../../adapters/users-table/endings';
import { announceEnd } from '../booking/announce-change';
import { leaseShop } from '../shops/lease-shop';
import { readBackAfter, subscriptionChange } from '../shops/read-back';
import { endingsNow } from './require-ending';
import { requireSubscription } from '../subscriptions/require-subscription';
import { carryOutEnding, type SubscriptionOwner } from './carry-out-ending';
import { endingCosts } from './ending-costs';
import { toReceipt } from './to-receipt';

/**
 * Carries an end out at Stripe. An increase that waits for its payment is withdrawn, because it will never be made; an
 * end at once is announced, because all devices go back.
 */
export async function endAtStripe(
  live: LiveSubscription,
  { way, endsAt }: Pick<EndingChoice, 'way' | 'endsAt'>,
  options: RequestBudget,
): Promise<void> {
  if (way === 'now') {
    await announceEnd(live.customerId, live.id);
    if (live.pendingInvoiceId !== null) await takeBackInvoice(live.pendingInvoiceId, options);
    await cancelAtOnce(live.id, options);
  } else if (way === 'period') await setRenewal(live, false, options);
  else await endAt(live.id, endsAt, options);
}

/** The chosen end, if it is still possible at the price that was shown. */
async function chosen(
  live: LiveSubscription,
  { endsAt, seen }: EndingOrder,
  options: RequestBudget,
): Promise<{ choice: EndingChoice; owed: number }> {
  // A repeat finds its own end planned, which its screen did not show yet.
  const isKnown = seen.planned === undefined || live.endsAt === seen.planned || live.endsAt === endsAt;
  if (!isKnown) throw new CallError('ENDING_CHANGED');
  const possible = endingsNow(live);
  if (endsAt === null && !possible.some(({ way }) => way === 'now')) throw new CallError('NOTICE_REQUIRED');
  const { choices, owed } = await endingCosts(live, possible, options);
  const choice = choices.find((one) =>
    endsAt === null ? one.way === 'now' : one.endsAt === endsAt && one.way !== 'now',
  );
  if (!choice || choice.total !== seen.total || owed !== seen.owed) throw new CallError('ENDING_CHANGED');
  return { choice, owed };
}

/** The end that a lost response may have accepted already: the subscription is over, and its receipt says at once. */
async function endedAlready(
  caller: SubscriptionOwner,
  live: LiveSubscription,
  { endsAt }: EndingOrder,
): Promise<EndingItem> {
  const { receipt } = (await readEnding(caller.userId, live.id)) ?? {};
  if (endsAt !== null || !receipt?.atOnce) throw new CallError('SUBSCRIPTION_NOT_CHANGEABLE');
  return carryOutEnding(caller, live, receipt, () => Promise.resolve());
}

/**
 * Ends a subscription at once, or plans its end. Ends of one subscription take turns by the shop's lease, so that the
 * end that Stripe has is the one of the kept receipt. Throws NOTICE_REQUIRED, or ENDING_CHANGED if the end is no longer
 * possible, costs something else than was shown, or would replace another end than was shown.
 */
export async function planEnding(
  caller: SubscriptionOwner,
  subscriptionId: string,
  order: EndingOrder,
): Promise<{ shop: ShopRecord; receipt: EndingReceipt }> {
  const change = subscriptionChange(caller, subscriptionId);
  const options = { until: change.until };
  const carryOut = async (): Promise<EndingItem> => {
    await using _lease = await leaseShop({ ...change, busy: 'CHANGE_IN_PROGRESS' });
    const live = await requireSubscription(subscriptionId, options);
    // Awaited here, because the lease ends with this block.
    if (isOver(live)) return await endedAlready(caller, live, order);
    const { choice, owed } = await chosen(live, order, options);
    const { endsAt, total, way } = choice;
    return await carryOutEnding(caller, live, { endsAt, total, owed, atOnce: way === 'now' }, () =>
      endAtStripe(live, choice, options),
    );
  };
  const { shop, result } = await readBackAfter(change, carryOut());
  return { shop, receipt: toReceipt(result) };
}
