import { useCallback } from 'react';
import { listShops, refreshShop } from '#shared/contract/billing';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import type { ApiFailure } from './api-failure';
import { useCall } from './use-call';
import { callApi } from './api';
import { useNow } from './use-timeout';

export type Shops =
  | { state: 'loading' }
  | { state: 'error'; error: ApiFailure; retrying: boolean; retry: () => void }
  | { state: 'empty' }
  | { state: 'shops'; list: ShopRecord[] };

/** The user's shops, read once for all screens of all shops; 404 means that there are none (spec 7). */
export function useShops(): Shops {
  const { data, error, isValidating, mutate } = useCall(listShops, {});
  if (data) return data.length > 0 ? { state: 'shops', list: data } : { state: 'empty' };
  if (error?.status === 404) return { state: 'empty' };
  if (error) return { state: 'error', error, retrying: isValidating, retry: () => void mutate() };
  return { state: 'loading' };
}

/**
 * One of the user's shops, or of their subscriptions, as a screen sees it. `missing`: there is none with that id among
 * the user's (spec 6).
 */
export type Found<T> = Extract<Shops, { state: 'loading' | 'error' }> | { state: 'missing' } | ({ state: 'found' } & T);

function find<T>(shops: Shops, pick: (list: readonly ShopRecord[]) => T | undefined): Found<T> {
  if (shops.state === 'loading' || shops.state === 'error') return shops;
  const found = shops.state === 'shops' ? pick(shops.list) : undefined;
  return found ? { state: 'found', ...found } : { state: 'missing' };
}

export const useShop = (customerId: string): Found<{ shop: ShopRecord }> =>
  find(useShops(), (list) => {
    const shop = list.find(({ customer }) => customer.id === customerId);
    return shop && { shop };
  });

export const useSubscription = (subscriptionId: string): Found<{ shop: ShopRecord; subscription: Subscription }> =>
  find(useShops(), (list) => {
    for (const shop of list) {
      const subscription = shop.subscriptions.find(({ id }) => id === subscriptionId);
      if (subscription) return { shop, subscription };
    }
    return undefined;
  });

/** Reads a shop again, shows it on every screen and returns it. @throws {ApiFailure} if it cannot be read. */
export const useRefreshShop = (customerId: string): (() => Promise<ShopRecord>) =>
  useCallback(async () => (await callApi(refreshShop, { params: { customerId } })).shop, [customerId]);

/**
 * The time now in unix milliseconds, renewed each minute, but never before one of the shops was read: with a browser
 * clock that is slow, a trial that has ended would look as if it were still running.
 */
export function useShopNow(shops: readonly Pick<ShopRecord, 'readAt'>[]): number {
  const now = useNow();
  return Math.max(now, ...shops.map(({ readAt }) => readAt * 1000));
}
