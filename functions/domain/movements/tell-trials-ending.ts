import type { ShopRecord } from '#shared/model/customer';
import { deviceCount, monthlyPrice } from '#shared/model/subscription-facts';
import { clock } from '../../adapters/clock';
import { writeAll } from '../../adapters/dynamodb/transaction';
import { toldOnceWrite } from '../../adapters/users-table/notices';
import { readEmail } from '../../adapters/users-table/profiles';
import { describeShop } from '../booking/describe-shop';
import { noticeWrite } from '../notices/notice-task';
import { subscriptionNotice } from '../notices/subscription-notice';

/** How long before its end an owner is told of it, in seconds. */
const before = 7 * 24 * 60 * 60;

/**
 * Tells the owner once that a trial ends within seven days and is charged from then on; a subscription that ends with
 * its trial has a mail of its own. Returns how many notices were enqueued.
 */
export async function tellTrialsEnding(userId: string, record: ShopRecord): Promise<number> {
  const now = clock.seconds();
  const ending = record.subscriptions.filter(
    ({ status, trial_end: end, cancel_at_period_end: ends }) =>
      status === 'trialing' && end !== null && end > now && end <= now + before && !ends,
  );
  if (ending.length === 0) return 0;
  const email = await readEmail(userId);
  if (email === undefined) return 0;
  let told = 0;
  for (const subscription of ending) {
    const { id, trial_end: endsAt, default_payment_method: card, ends_at: plannedEnd } = subscription;
    const notice = subscriptionNotice(
      { userId, email },
      {
        kind: 'trial-ending',
        subscription: {
          id,
          shopName: describeShop(record).name,
          devices: deviceCount(subscription),
          total: monthlyPrice(subscription),
          ...(endsAt !== null && { endsAt }),
          ...(typeof plannedEnd === 'number' && { plannedEnd }),
          ...(card === null && { withoutCard: true }),
        },
      },
    );
    // What it asks for is possible until then only.
    const expiresAt = Math.min(notice.expiresAt, endsAt ?? notice.expiresAt);
    const once = toldOnceWrite(`trial-ending-${id}-${endsAt}`, now);
    if (await writeAll([once, noticeWrite({ ...notice, expiresAt })])) told += 1;
  }
  return told;
}
