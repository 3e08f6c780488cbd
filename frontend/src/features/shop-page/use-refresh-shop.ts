import { useCallback } from 'react';
import { refreshShop } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import { callApi } from '../../lib/api';

/** Reads a shop again, shows it on every screen and returns it. @throws {ApiFailure} if it cannot be read. */
export const useRefreshShop = (customerId: string): (() => Promise<ShopRecord>) =>
  useCallback(async () => (await callApi(refreshShop, { params: { customerId } })).shop, [customerId]);
