import { clock } from '../../adapters/clock';
import { newId } from '../../adapters/ids';
import type { SubscriptionNotice, NoticeItem } from '../../adapters/users-table/notices';

/** An unsent notice is dropped after this time, in seconds. */
const worthTelling = 3 * 24 * 60 * 60;

/** A notice of what happens to a subscription, for the outbox. */
export function subscriptionNotice(owner: { userId: string; email: string }, notice: SubscriptionNotice): NoticeItem {
  const at = clock.seconds();
  return { ...notice, id: newId(), userId: owner.userId, to: owner.email, at, expiresAt: at + worthTelling };
}
