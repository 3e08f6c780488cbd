import { isOver } from '#shared/model/subscription-status';
import { readSubscription, type LiveSubscription } from '../../adapters/stripe/live-subscription';
import { moveEnding, readEnding, type EndingItem } from '../../adapters/users-table/endings';
import { readEmail } from '../../adapters/users-table/profiles';
import { subscriptionNotice } from '../notices/subscription-notice';
import { factsOfEnding } from './carry-out-ending';

/** What the owner was not told yet, although Stripe has it: an end is planned, or a planned end was taken back. */
function newsOf({ state, receipt }: EndingItem, live: LiveSubscription): 'will-end' | 'end-withdrawn' | undefined {
  if (!receipt || isOver(live)) return undefined;
  if (state === 'intended' && !receipt.atOnce && receipt.endsAt === live.endsAt) return 'will-end';
  return state === 'planned' && live.endsAt === null ? 'end-withdrawn' : undefined;
}

/** Tells the owner once what a call that was cut off did not tell, or what staff did at Stripe. */
async function tellNews(
  owner: { userId: string; email: string },
  known: EndingItem,
  live: LiveSubscription,
): Promise<void> {
  const kind = newsOf(known, live);
  if (!kind) return;
  const moved: EndingItem = { ...known, state: kind === 'will-end' ? 'planned' : 'withdrawn' };
  delete moved.before;
  const notice = subscriptionNotice(owner, { kind, subscription: factsOfEnding(moved) });
  await moveEnding(owner.userId, known, moved, notice);
}

/** Finishes what an earlier call left; for calls that find nothing to do, under the shop's lease. */
export async function settleEnding(owner: { userId: string; email: string }, live: LiveSubscription): Promise<void> {
  const known = await readEnding(owner.userId, live.id);
  if (known) await tellNews(owner, known, live);
}

/**
 * The same after Stripe's event of a changed subscription. It needs no lease: Stripe is read after the kept end, so a
 * call that is under way meanwhile makes the write fail, or finds it done. Safe to repeat.
 */
export async function settleChangedEnding(userId: string, subscriptionId: string): Promise<void> {
  const known = await readEnding(userId, subscriptionId);
  if (known?.state !== 'intended' && known?.state !== 'planned') return;
  const [live, email] = await Promise.all([readSubscription(subscriptionId), readEmail(userId)]);
  if (live && email !== undefined) await tellNews({ userId, email }, known, live);
}
