import { useCallback, useEffect } from 'react';
import { unstable_serialize, useSWRConfig, type Key } from 'swr';
import type { User } from '#shared/model/account';
import type { ShopRecord } from '#shared/model/customer';
import { onChange } from './api';
import { keyOf, shown } from './cache';

/**
 * Invalidates all data of the calls with these names: for a refusal that shows that they are out of date, because a
 * change does so itself ({@link useChanges}). Visible data is read again; hidden data is forgotten, so that it is read
 * when it is shown next (SWR itself would keep it).
 */
export function useInvalidate(): (...calls: string[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...calls: string[]) => {
      const names = new Set(calls);
      const isOld = (key: unknown): boolean => Array.isArray(key) && names.has(key[0] as string);
      const isShown = (key: Key): boolean => shown.has(unstable_serialize(key));
      // Both begin at once, so that a read that is asked for afterwards is the later one.
      await Promise.all([
        mutate((key) => isOld(key) && !isShown(key as Key), undefined, { revalidate: false }),
        mutate((key) => isOld(key) && isShown(key as Key)),
      ]);
    },
    [mutate],
  );
}

/** What the response to a change may carry of what it changed. */
interface Carried {
  shop?: ShopRecord;
  user?: User;
}

const shopsKey = keyOf({ name: 'list-shops' });
const userKey = keyOf({ name: 'get-user' });

/**
 * Keeps every screen up to date with the changes that this page makes, by what the contract says that a call changes. A
 * shop or user that the response carries takes its place at once, and the rest follows; otherwise the call waits until
 * what is visible has been read again.
 */
export function useChanges(): void {
  const { mutate } = useSWRConfig();
  const invalidate = useInvalidate();
  useEffect(() => {
    const keepShop = async (changed: ShopRecord): Promise<void> => {
      const isIt = ({ customer }: ShopRecord): boolean => customer.id === changed.customer.id;
      await mutate<ShopRecord[]>(shopsKey, (list) => list?.map((shop) => (isIt(shop) ? changed : shop)), {
        // SWR drops the response of a read that began before: a list that is not known yet, or that lacks it, is read.
        revalidate: (list) => !list?.some(isIt),
      });
    };
    return onChange(async ({ changes = [] }, response) => {
      const { shop, user } = (response ?? {}) as Carried;
      const keepsShop = shop && changes.includes('list-shops');
      const keepsUser = user && changes.includes('get-user');
      const readAgain = invalidate(
        ...changes.filter((name) => !((keepsShop && name === 'list-shops') || (keepsUser && name === 'get-user'))),
      );
      if (keepsShop) await keepShop(shop);
      if (keepsUser) await mutate(userKey, { user }, { revalidate: false });
      if (!keepsShop && !keepsUser) await readAgain;
    });
  }, [mutate, invalidate]);
}
