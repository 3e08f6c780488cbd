import type { SubscriptionNotice, NoticeItem } from '../../adapters/users-table/notices';
import { addressNotice } from './address-notice';

/** An unsent notice is dropped after this time, in seconds. */
const worthTelling = 3 * 24 * 60 * 60;

/** A notice of what happens to a subscription, for the outbox. */
export const subscriptionNotice = (
  owner: { userId: string; email: string },
  notice: SubscriptionNotice,
): NoticeItem => ({ ...notice, ...addressNotice(owner, worthTelling) });
