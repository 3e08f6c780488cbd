import type { SubscriptionNotice, NoticeItem } from '../../adapters/users-table/notices';
import { addressNotice } from './address-notice';

/** An unsent notice is dropped after this time, in seconds. */
const worthTelling = 3 * 24 * 60 * 60;

/** A notice of what happens to a subscription, for the outbox; one with an `id` takes the place of another. */
export const subscriptionNotice = (
  owner: { userId: string; email: string },
  notice: SubscriptionNotice,
  id?: string,
): NoticeItem => ({ ...notice, ...addressNotice(owner, worthTelling, id) });
