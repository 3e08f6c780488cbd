import { CallError } from '#shared/errors';
import { plannedEndOf, returnTimes } from '#shared/model/ending';
import type { EndingReceipt } from '#shared/model/ending-plan';
import { isOver } from '#shared/model/subscription-status';
import { readEnding, type EndingItem } from '../../adapters/users-table/endings';
import { ownSubscription, type ShopOwner } from '../shops/find-shop';
import { isEndOf, standingEnd } from './carry-out-ending';

/** The receipt of an end. Throws RECEIPT_NOT_FOUND for an end that the portal did not make. */
export function toReceipt(
  { subscriptionId, receipt, state }: EndingItem,
  now: EndingReceipt['state'] = state === 'planned' || state === 'ended' ? state : 'withdrawn',
): EndingReceipt {
  if (!receipt) throw new CallError('RECEIPT_NOT_FOUND');
  return { ...receipt, ...returnTimes(receipt.endsAt), subscriptionId, state: now };
}

/**
 * The receipt of the newest end of one of the caller's subscriptions, with its state as the snapshot has it: staff may
 * have taken the end back, moved it, or ended the subscription on another day.
 */
export async function getEndingReceipt(caller: ShopOwner, subscriptionId: string): Promise<EndingReceipt> {
  const { subscription } = ownSubscription(caller, subscriptionId);
  const kept = await readEnding(caller.userId, subscriptionId);
  const ending = kept && standingEnd(kept, subscription);
  const isPlanned = plannedEndOf(subscription) === ending?.receipt?.endsAt;
  if (!ending || ending.state === 'told' || (ending.state === 'intended' && !isPlanned && !isOver(subscription)))
    throw new CallError('RECEIPT_NOT_FOUND');
  if (ending.state === 'withdrawn') return toReceipt(ending);
  const { ended_at: endedAt } = subscription;
  const isEnded = isOver(subscription) && !(ending.receipt && endedAt && !isEndOf(ending.receipt, endedAt));
  return toReceipt(ending, isEnded ? 'ended' : isPlanned && !isOver(subscription) ? 'planned' : 'withdrawn');
}
