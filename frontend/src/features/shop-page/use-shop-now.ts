import type { ShopRecord } from '#shared/model/customer';
import { useNow } from '../../lib/use-now';

/**
 * The time now in unix milliseconds, renewed each minute, but never before one of the shops was read: with a browser
 * clock that is slow, a trial that has ended would look as if it were still running.
 */
export function useShopNow(shops: readonly Pick<ShopRecord, 'readAt'>[]): number {
  const now = useNow();
  return Math.max(now, ...shops.map(({ readAt }) => readAt * 1000));
}
