import { readEnded, type EndedSubscription } from '../../adapters/stripe/ended-subscription';
import { keepEnding, moveEnding, readEnding, removeEnding, type EndingItem } from '../../adapters/users-table/endings';
import { readEmail } from '../../adapters/users-table/profiles';
import { readSnapshot } from '../../adapters/users-table/snapshots';
import { subscriptionNotice } from '../notices/subscription-notice';
import { describeShop } from '../booking/describe-shop';
import { factsOfEnding, isEndOf } from './carry-out-ending';

/** An end because of a late payment has a notice of its own, so Stripe's event of it sends none. Safe to repeat. */
export async function markTold(userId: string, customerId: string, subscriptionId: string): Promise<void> {
  const known = await readEnding(userId, subscriptionId);
  if (known?.state === 'told') return;
  await keepEnding(userId, { subscriptionId, customerId, state: 'told', ...(known && { instead: known }) });
}

/**
 * The end for a late payment did not come, because it was paid at last: what was kept before counts again. The caller
 * has the shop's lease. Safe to repeat.
 */
export async function unmarkTold(userId: string, subscriptionId: string): Promise<void> {
  const known = await readEnding(userId, subscriptionId);
  if (known?.state !== 'told') return;
  if (known.instead) await keepEnding(userId, known.instead);
  else await removeEnding(userId, subscriptionId);
}

/**
 * What the mail of an end says: the debt as it is now, because what was late when the end was accepted may be paid. An
 * end on another day than its receipt says has the day of Stripe, and no receipt.
 */
function factsOf(ending: EndingItem, { endedAt, owed }: EndedSubscription) {
  const { receipt, ...bare } = ending;
  if (endedAt === null || (receipt && isEndOf(receipt, endedAt))) return { ...factsOfEnding(ending), owed };
  return { ...factsOfEnding(bare), endsAt: endedAt, owed };
}

/**
 * The end that Stripe carried out, by its day: one that was cut off before Stripe was asked leaves the planned one
 * before it. The snapshot cannot tell, because the event comes before it is read again.
 */
function carriedOut(ending: EndingItem, endedAt: number | null): EndingItem {
  const { before, ...newest } = ending;
  const { receipt } = newest;
  if (newest.state !== 'intended' || !before || !receipt || endedAt === null) return newest;
  const isBefore = Math.abs(before.endsAt - endedAt) < Math.abs(receipt.endsAt - endedAt);
  return isBefore ? { ...newest, receipt: before } : newest;
}

/**
 * Tells the owner once that a subscription has ended, whatever the cause: a planned end whose day has come, a trial
 * without a card, the staff. An order that was taken back, which no snapshot knows, never was one.
 */
export async function tellEnded(userId: string, customerId: string, subscriptionId: string): Promise<void> {
  const known = await readEnding(userId, subscriptionId);
  if (known?.state === 'ended' || known?.state === 'told') return;
  const [email, snapshot] = await Promise.all([readEmail(userId), readSnapshot(userId, customerId)]);
  const isSubscribed = snapshot?.record.subscriptions.some(({ id }) => id === subscriptionId);
  if (email === undefined || !snapshot || !isSubscribed) return;
  const end = await readEnded(subscriptionId);
  const ended: EndingItem = {
    ...(known && known.state !== 'withdrawn' && carriedOut(known, end.endedAt)),
    subscriptionId,
    customerId,
    state: 'ended',
  };
  const subscription = { ...factsOf(ended, end), shopName: describeShop(snapshot.record).name };
  await moveEnding(userId, known, ended, subscriptionNotice({ userId, email }, { kind: 'ended', subscription }));
}
