import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { day, quotas } from '../throttle/quotas';
import { withUses, type Use } from '../throttle/uses';
import { renewSnapshot } from './renew-snapshot';

const usesOf = (userId: string): Use[] => [
  {
    what: `refresh#${userId}`,
    most: quotas.refreshesADay,
    window: day,
    code: 'TOO_MANY_ATTEMPTS',
    text: '本日の更新の回数が上限に達しました。お支払いの状況は自動でも更新されますので、しばらくしてからご確認ください。',
  },
  {
    what: 'refresh-stage',
    most: quotas.refreshesIn10Seconds,
    window: 10,
    code: 'TOO_MANY_ATTEMPTS',
    text: 'ただいま混み合っています。少し待ってから、もう一度お試しください。',
  },
];

/**
 * Reads a shop from Stripe because its owner asks for it. Counted by user and day, and for all users together in ten
 * seconds, because Stripe's rate is shared with webhooks, schedule and payments. A failure does not count.
 * @throws CallError TOO_MANY_ATTEMPTS with `retryAfter` in seconds, SHOP_NOT_FOUND if the customer was deleted at
 * Stripe; Unavailable
 */
export async function refreshShop(userId: string, customerId: string): Promise<ShopRecord> {
  const shop = await withUses(usesOf(userId), () => renewSnapshot(userId, customerId));
  if (!shop) throw new CallError('SHOP_NOT_FOUND');
  return shop;
}
