import { useCallback } from 'react';
import useSWR from 'swr';
import { listShops, refreshShop } from '#shared/contract/billing';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { readPages } from './use-call';
import { keyOf } from './cache';
import { compareNames, shopName } from './format';
import { type ApiFailure, callApi } from './api';
import { useNow } from './use-timeout';

export type Shops =
  | { state: 'loading' }
  | { state: 'error'; read: { error: ApiFailure; isValidating: boolean; mutate: () => unknown } }
  | { state: 'empty' }
  | { state: 'shops'; list: ShopRecord[] };

/** The words are those of spec 7; its cause is the call's failure, which has those for the user. */
async function readShops(): Promise<ShopRecord[]> {
  try {
    return (await readPages(listShops, {})) as ShopRecord[];
  } catch (cause) {
    throw new Error('Failed to fetch customer data', { cause });
  }
}

/** The user's shops, read once for all screens of all shops. */
export const useShopList = (wanted = true) => useSWR<ShopRecord[], Error>(wanted ? keyOf(listShops) : null, readShops);

const byName = (one: ShopRecord, other: ShopRecord): number =>
  compareNames(shopName(one.customer), shopName(other.customer));

/** What a screen shows of the user's shops, by their names; 404 means that there are none (spec 7). */
export function useShops(): Shops {
  const { data, error, isValidating, mutate } = useShopList();
  if (data?.length === 0) return { state: 'empty' };
  if (data) return { state: 'shops', list: data.toSorted(byName) };
  const failure = error?.cause as ApiFailure | undefined;
  if (failure?.status === 404) return { state: 'empty' };
  if (failure) return { state: 'error', read: { error: failure, isValidating, mutate } };
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
