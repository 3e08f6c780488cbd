import { useCallback } from 'react';
import { refreshShop } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import { callApi } from '../../lib/api';
import { useKeepShop } from '../../lib/use-shops';

/** Reads a shop again, shows it on every screen and returns it. @throws {ApiFailure} if it cannot be read. */
export function useRefreshShop(customerId: string): () => Promise<ShopRecord> {
  const keep = useKeepShop();
  return useCallback(async () => {
    const { shop } = await callApi(refreshShop, { params: { customerId } });
    await keep(shop);
    return shop;
  }, [customerId, keep]);
}
