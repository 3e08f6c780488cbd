import { useCallback } from 'react';
import { refreshShop } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import { callApi } from '../../lib/api';
import { useBusy } from '../../lib/use-busy';
import { useKeepShop } from '../../lib/use-shops';

/**
 * Reads a shop anew and shows it everywhere; `refresh` gives it, and throws {@link ApiFailure} where it cannot be
 * read.
 */
export function useRefreshShop(customerId: string): { refreshing: boolean; refresh: () => Promise<ShopRecord> } {
  const [refreshing, whileBusy] = useBusy();
  const keep = useKeepShop();
  const refresh = useCallback(
    () =>
      whileBusy(async () => {
        const { shop } = await callApi(refreshShop, { params: { customerId } });
        await keep(shop);
        return shop;
      }),
    [customerId, keep, whileBusy],
  );
  return { refreshing, refresh };
}
